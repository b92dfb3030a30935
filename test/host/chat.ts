// What the host tests share: chat turns, and the scripted model's record of what was sent.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { TurnMetadata } from '../../src/editor/chat/turnMetadata.ts';

export interface RecordedPart {
  kind: string;
  id?: string;
  text?: string;
  base64?: string;
  thought?: string;
  metadata?: unknown;
  name?: string;
  result?: string;
}

export interface RecordedMessage {
  role: 'user' | 'assistant';
  name?: string;
  parts: RecordedPart[];
}

export interface RecordedRequest {
  model: string;
  messages: RecordedMessage[];
  tools: { name: string; inputSchema?: unknown }[];
}

interface AskOptions {
  readonly model?: string;
  readonly vendor?: string;
  readonly attach?: readonly (vscode.Uri | { uri: vscode.Uri; range: object })[];
}

type Result = Omit<vscode.ChatResult, 'metadata'> & { readonly metadata?: TurnMetadata };

const turnLimitMs = 20_000;

/**
 * Sends a turn as a person would and resolves with the participant's result.
 * The selector settles the first turn too: models are resolved and one is chosen before it is sent.
 */
export async function ask(query: string, { model = 'echo', vendor = 'scripted', attach = [] }: AskOptions = {}): Promise<Result> {
  const options = { query, blockOnResponse: true, modelSelector: { vendor, id: model }, attachFiles: attach };
  const turn = vscode.commands.executeCommand<Result | undefined>('workbench.action.chat.open', options);
  // A turn that reaches VS Code's own participant waits for a sign-in without end.
  const result = await within(turn, turnLimitMs, `no answer to "${query.slice(0, 80)}"`);
  assert.ok(result, 'the chat gave no result');
  return result;
}

/** Rejects with the complaint when the work takes longer. */
export async function within<Value>(work: PromiseLike<Value>, ms: number, complaint: string): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(complaint));
    }, ms);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for something that nobody announces. */
export async function until(condition: () => boolean | Promise<boolean>, complaint: string, ms = 10_000): Promise<void> {
  for (const end = Date.now() + ms; !(await condition()); await new Promise((resolve) => setTimeout(resolve, 20))) {
    if (Date.now() > end) throw new Error(complaint);
  }
}

interface ScriptedModel {
  readonly requests: RecordedRequest[];
  /** Its folder in the storage of this workspace; ours lies beside it. */
  readonly storage?: string;
}

export async function scriptedModel(): Promise<ScriptedModel> {
  const extension = vscode.extensions.getExtension<ScriptedModel>('context-broker-test.scripted-model');
  assert.ok(extension, 'the scripted model is not installed');
  return extension.activate();
}

/** Every request the scripted model has received, oldest first; the array grows. */
export const scriptedRequests = async (): Promise<RecordedRequest[]> => (await scriptedModel()).requests;

export async function lastRequest(): Promise<RecordedRequest> {
  const request = (await scriptedRequests()).at(-1);
  assert.ok(request, 'the scripted model was not asked');
  return request;
}

export const textOf = ({ parts }: RecordedMessage): string => parts.map(({ text }) => text ?? '').join('');

/** All text of a request, message by message. */
export const textsOf = ({ messages }: RecordedRequest): string[] => messages.map(textOf);

/** The chat's transcript, as "Copy All" gives it. */
export async function transcript(): Promise<string> {
  await vscode.commands.executeCommand('workbench.action.chat.copyAll');
  return vscode.env.clipboard.readText();
}

export async function newChat(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.chat.newChat');
}

/** A file of the workspace, by its path. */
export function inWorkspace(...path: string[]): vscode.Uri {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(folder, 'no folder is open');
  return vscode.Uri.joinPath(folder.uri, ...path);
}
