// What the host tests share: chat turns, and the scripted model's record of what was sent.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';

export interface RecordedMessage {
  role: 'user' | 'assistant';
  name?: string;
  parts: { kind: string; text?: string; result?: string }[];
}

export interface RecordedRequest {
  model: string;
  messages: RecordedMessage[];
  tools: { name: string }[];
}

const turnLimitMs = 20_000;

/**
 * Sends a turn as a person would and resolves with the participant's result.
 * The selector settles the first turn too: models are resolved and one is chosen before it is sent.
 */
export async function ask(query: string, model = 'echo'): Promise<vscode.ChatResult | undefined> {
  const options = { query, blockOnResponse: true, modelSelector: { vendor: 'scripted', id: model } };
  const turn = vscode.commands.executeCommand<vscode.ChatResult | undefined>('workbench.action.chat.open', options);
  let timer: NodeJS.Timeout | undefined;
  // A turn that reaches VS Code's own participant waits for a sign-in without end.
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no answer to "${query}"`));
    }, turnLimitMs);
  });
  try {
    return await Promise.race([turn, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Every request the scripted model has received, oldest first; the array grows. */
export async function scriptedRequests(): Promise<RecordedRequest[]> {
  const extension = vscode.extensions.getExtension<{ requests: RecordedRequest[] }>('context-broker-test.scripted-model');
  assert.ok(extension, 'the scripted model is not installed');
  return (await extension.activate()).requests;
}

/** The chat's transcript, as "Copy All" gives it. */
export async function transcript(): Promise<string> {
  await vscode.commands.executeCommand('workbench.action.chat.copyAll');
  return vscode.env.clipboard.readText();
}

export async function newChat(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.chat.newChat');
}
