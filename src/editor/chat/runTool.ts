import * as vscode from 'vscode';
import { orCancelled } from './cancellation.ts';

/** What a tool gave to one call. */
export interface ToolRun {
  readonly call: vscode.LanguageModelToolCallPart;
  readonly result: vscode.LanguageModelToolResultPart;
  readonly isFailure: boolean;
}

/** A failing tool is told to the model as a result: it may know another way. Rejects only when the user cancels. */
export async function runTool(
  call: vscode.LanguageModelToolCallPart,
  toolInvocationToken: vscode.ChatRequest['toolInvocationToken'],
  token: vscode.CancellationToken,
): Promise<ToolRun> {
  const { name, input, callId } = call;
  try {
    const { content } = await orCancelled(vscode.lm.invokeTool(name, { input, toolInvocationToken }, token), token);
    return { call, result: new vscode.LanguageModelToolResultPart(callId, content), isFailure: false };
  } catch (error) {
    if (token.isCancellationRequested) throw error;
    const text = `The tool failed: ${error instanceof Error ? error.message : String(error)}`;
    return { call, result: new vscode.LanguageModelToolResultPart(callId, [new vscode.LanguageModelTextPart(text)]), isFailure: true };
  }
}
