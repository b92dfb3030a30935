import * as vscode from 'vscode';
import type { ResultPart, ToolResult } from '../../history/threadEvent.ts';

/** What a tool gave back, as plain data. */
export const toolResult = (
  { callId, content }: vscode.LanguageModelToolResultPart,
  call: vscode.LanguageModelToolCallPart | undefined,
): ToolResult => ({ id: callId, name: call?.name ?? '', parts: content.map(partOf) });

function partOf(part: unknown): ResultPart {
  if (part instanceof vscode.LanguageModelTextPart) return { kind: 'text', text: part.value };
  if (part instanceof vscode.LanguageModelDataPart)
    return { kind: 'data', mimeType: part.mimeType, base64: Buffer.from(part.data).toString('base64') };
  return { kind: 'other', value: part instanceof vscode.LanguageModelPromptTsxPart ? part.value : null };
}
