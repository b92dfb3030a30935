import * as vscode from 'vscode';
import type { ResultPart, ToolResult } from '../../history/threadEvent.ts';
import type { LoopRound } from './loopRound.ts';
import { loopRound } from './loopRound.ts';
import { Reply } from './reply.ts';
import { toolResult } from './toolResult.ts';

/** A part of what a model said, as plain data. */
type SavedPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'call'; readonly id: string; readonly name: string; readonly input: object }
  | { readonly kind: 'data'; readonly mimeType: string; readonly base64: string }
  | { readonly kind: 'thinking'; readonly value: unknown; readonly id?: unknown; readonly metadata?: unknown };

/** Not in the API's types, but providers send it, and want it back as it was. */
const thinkingName = 'LanguageModelThinkingPart';
type ThinkingPart = new (value: unknown, id?: unknown, metadata?: unknown) => object;
const thinkingPart = (vscode as unknown as Readonly<Record<string, ThinkingPart | undefined>>)[thinkingName];

/** A reply and, once they have run, the results of its calls: everything of it that a later request replays. */
export interface SavedRound {
  readonly said: readonly SavedPart[];
  readonly results: readonly (ToolResult & { readonly isFailure: boolean })[];
}

/** Undefined where a part cannot be kept: a provider may send what only this process can hold. */
export function savedReply({ parts }: Pick<Reply, 'parts'>): SavedRound | undefined {
  const said = parts.map(savedPart);
  return said.includes(undefined) ? undefined : { said: said.filter((part) => part !== undefined), results: [] };
}

export function savedRound({ parts, runs }: LoopRound): SavedRound | undefined {
  const reply = savedReply({ parts: [...parts] });
  return reply && { ...reply, results: runs.map(({ call, result, isFailure }) => ({ ...toolResult(result, call), isFailure })) };
}

/** The reply as it came. */
export function restoredReply({ said }: SavedRound): Reply {
  const reply = new Reply();
  for (const part of said) reply.take(restoredPart(part));
  return reply;
}

export function restoredRound(saved: SavedRound): LoopRound {
  const reply = restoredReply(saved);
  const runs = saved.results.map(({ id, parts, isFailure }, place) => {
    const call = reply.calls[place];
    if (call?.callId !== id) throw new Error(`a result belongs to no call: ${id}`);
    return { call, result: new vscode.LanguageModelToolResultPart(id, parts.map(restoredContent)), isFailure };
  });
  return loopRound(reply, runs);
}

function savedPart(part: object): SavedPart | undefined {
  if (part instanceof vscode.LanguageModelTextPart) return { kind: 'text', text: part.value };
  if (part instanceof vscode.LanguageModelToolCallPart) return { kind: 'call', id: part.callId, name: part.name, input: part.input };
  if (part instanceof vscode.LanguageModelDataPart)
    return { kind: 'data', mimeType: part.mimeType, base64: Buffer.from(part.data).toString('base64') };
  if (thinkingPart === undefined || !(part instanceof thinkingPart)) return undefined;
  const { value, id, metadata } = part as { readonly value?: unknown; readonly id?: unknown; readonly metadata?: unknown };
  return { kind: 'thinking', value, id, metadata };
}

function restoredPart(part: SavedPart): object {
  if (part.kind === 'text') return new vscode.LanguageModelTextPart(part.text);
  if (part.kind === 'call') return new vscode.LanguageModelToolCallPart(part.id, part.name, part.input);
  if (part.kind === 'data') return dataPart(part);
  if (thinkingPart === undefined) throw new Error('thoughts of the model cannot be given back');
  return new thinkingPart(part.value, part.id, part.metadata);
}

function restoredContent(
  part: ResultPart,
): vscode.LanguageModelTextPart | vscode.LanguageModelDataPart | vscode.LanguageModelPromptTsxPart {
  if (part.kind === 'text') return new vscode.LanguageModelTextPart(part.text);
  return part.kind === 'data' ? dataPart(part) : new vscode.LanguageModelPromptTsxPart(part.value);
}

const dataPart = ({ mimeType, base64 }: { mimeType: string; base64: string }): vscode.LanguageModelDataPart =>
  new vscode.LanguageModelDataPart(Buffer.from(base64, 'base64'), mimeType);
