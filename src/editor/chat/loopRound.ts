import * as vscode from 'vscode';
import type { Message } from '../../broker/block.ts';
import type { GivenPart, GivenResult, GivenView, LoopGroup, SaidPart, SaidView, ViewMessage } from '../../history/loop/loopGroup.ts';
import { toChatMessage } from './chatMessage.ts';
import type { Reply } from './reply.ts';
import type { ToolRun } from './runTool.ts';

/** A round of the tool loop, as it was said and as the engine knows it. */
export interface LoopRound {
  readonly parts: readonly object[];
  readonly runs: readonly ToolRun[];
  readonly group: LoopGroup;
}

export const loopRound = ({ parts }: Reply, runs: readonly ToolRun[]): LoopRound => ({
  parts,
  runs,
  group: { said: parts.map(saidPart), given: runs.map(givenResult) },
});

function saidPart(part: object): SaidPart {
  if (part instanceof vscode.LanguageModelTextPart) return { kind: 'text', text: part.value };
  if (part instanceof vscode.LanguageModelToolCallPart) return { kind: 'call', id: part.callId, name: part.name, input: part.input };
  return { kind: 'provider', bytes: part instanceof vscode.LanguageModelDataPart ? part.data.byteLength : jsonOf(part).length };
}

const givenResult = ({ call, result, isFailure }: ToolRun): GivenResult => ({
  id: call.callId,
  name: call.name,
  isFailure,
  parts: result.content.map(givenPart),
});

function givenPart(part: unknown): GivenPart {
  if (part instanceof vscode.LanguageModelTextPart) return { kind: 'text', text: part.value };
  if (part instanceof vscode.LanguageModelDataPart) return { kind: 'data', mimeType: part.mimeType, bytes: part.data.byteLength };
  return { kind: 'other', text: jsonOf(part instanceof vscode.LanguageModelPromptTsxPart ? part.value : part) };
}

/** What has no JSON is of no known size. */
function jsonOf(value: unknown): string {
  try {
    const text: unknown = JSON.stringify(value);
    return typeof text === 'string' ? text : '';
  } catch {
    return '';
  }
}

/** A view as the model gets it. */
export const chatMessages = (
  view: readonly ViewMessage[],
  prompt: readonly Message[],
  rounds: readonly LoopRound[],
): vscode.LanguageModelChatMessage[] => view.flatMap((message) => chatMessage(message, prompt, rounds) ?? []);

function chatMessage(
  message: ViewMessage,
  prompt: readonly Message[],
  rounds: readonly LoopRound[],
): vscode.LanguageModelChatMessage | undefined {
  if (message.kind === 'note') return vscode.LanguageModelChatMessage.User(message.text);
  if (message.kind === 'prompt') {
    const original = prompt[message.at];
    return original && toChatMessage(original);
  }
  const round = rounds[message.group];
  if (round === undefined) return undefined;
  if (message.kind === 'said') return assistant(message.parts.flatMap((view) => saidAs(view, round)));
  return vscode.LanguageModelChatMessage.User(message.results.flatMap((view) => givenAs(view, round)));
}

/** Parts that the API's types do not name come from the API, too: the provider that sent them takes them back. */
const assistant = (parts: readonly object[]): vscode.LanguageModelChatMessage =>
  vscode.LanguageModelChatMessage.Assistant(parts as vscode.LanguageModelTextPart[]);

function saidAs({ part: place, input }: SaidView, { parts }: LoopRound): object[] {
  const part = parts[place];
  if (part === undefined) return [];
  const isChanged = input !== undefined && part instanceof vscode.LanguageModelToolCallPart;
  return [isChanged ? new vscode.LanguageModelToolCallPart(part.callId, part.name, input) : part];
}

function givenAs({ result: place, parts }: GivenView, { runs }: LoopRound): vscode.LanguageModelToolResultPart[] {
  const result = runs[place]?.result;
  if (result === undefined) return [];
  const isWhole = parts.length === result.content.length && parts.every((part, at) => 'part' in part && part.part === at);
  if (isWhole) return [result];
  const content = parts.map((part) => ('text' in part ? new vscode.LanguageModelTextPart(part.text) : result.content[part.part]));
  return [new vscode.LanguageModelToolResultPart(result.callId, content)];
}
