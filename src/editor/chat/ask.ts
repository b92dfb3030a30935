import * as vscode from 'vscode';
import type { Message } from '../../broker/block.ts';
import type { ToolCallTrace } from '../../broker/trace.ts';
import type { ToolDeclaration } from '../../engine/api.ts';
import type { ThreadMessage, ToolCall } from '../../history/threadEvent.ts';
import { orCancelled, untilCancelled } from './cancellation.ts';
import { toolResult } from './toolResult.ts';

export interface Answer {
  readonly text: string;
  readonly toolCalls: readonly ToolCallTrace[];
  /** All that was said after the prompt, calls and results included, as far as it came. */
  readonly messages: readonly ThreadMessage[];
  /** What the endpoint says it counted in the first call, where it says so. */
  readonly served?: { readonly input: number; readonly output: number; readonly cached?: number };
  /** The model still wanted tools when its rounds were used up. */
  readonly stoppedAtLimit: boolean;
  /** What the model, or cancelling, threw; everything else is what had come until then. */
  readonly error?: unknown;
}

export interface Asking {
  readonly model: vscode.LanguageModelChat;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDeclaration[];
  /** Ties tool runs to the chat turn; the type that VS Code declares for it is empty. */
  readonly toolToken: vscode.ChatRequest['toolInvocationToken'];
  readonly maxRounds: number;
  readonly count: (text: string) => Promise<number>;
  readonly onText: (text: string) => void;
  readonly onTool: (name: string) => void;
}

interface Draft {
  text: string;
  readonly toolCalls: ToolCallTrace[];
  readonly messages: ThreadMessage[];
  served?: NonNullable<Answer['served']>;
  stoppedAtLimit: boolean;
}

/** Asks the model and runs the tools it calls until it answers without one, at most `maxRounds` times. Never rejects. */
export async function ask(asking: Asking, token: vscode.CancellationToken): Promise<Answer> {
  const draft: Draft = { text: '', toolCalls: [], messages: [], stoppedAtLimit: false };
  try {
    await converse(asking, draft, token);
    return draft;
  } catch (error) {
    return { ...draft, error };
  }
}

async function converse(asking: Asking, draft: Draft, token: vscode.CancellationToken): Promise<void> {
  const messages = asking.messages.map(toChatMessage);
  for (let round = 0; ; round++) {
    const mayCall = round < asking.maxRounds && asking.tools.length > 0;
    const { message, calls } = await receive(asking, messages, mayCall, draft, token);
    if (calls.length === 0) return;
    draft.stoppedAtLimit = !mayCall;
    if (!mayCall) return;
    const results = await Promise.all(calls.map((call) => runTool(asking, call, draft, token)));
    draft.messages.push({ role: 'user', content: '', toolResults: results.map((result, place) => toolResult(result, calls[place])) });
    const text = message.content === '' ? [] : [new vscode.LanguageModelTextPart(message.content)];
    messages.push(vscode.LanguageModelChatMessage.Assistant([...text, ...calls]), vscode.LanguageModelChatMessage.User(results));
  }
}

/** The stable API has no system role: system text travels as the first user message. */
export const toChatMessage = ({ role, content }: Message): vscode.LanguageModelChatMessage =>
  role === 'assistant' ? vscode.LanguageModelChatMessage.Assistant(content) : vscode.LanguageModelChatMessage.User(content);

interface Reply {
  /** As it is recorded. */
  readonly message: { readonly role: 'assistant'; content: string; readonly toolCalls: ToolCall[] };
  readonly calls: vscode.LanguageModelToolCallPart[];
}

/** One request; text goes into the draft as it comes, so that a failure loses none of it. */
async function receive(
  { model, tools, onText }: Asking,
  messages: vscode.LanguageModelChatMessage[],
  mayCall: boolean,
  draft: Draft,
  token: vscode.CancellationToken,
): Promise<Reply> {
  const options = { justification: 'Answers your question to @broker.', ...(mayCall ? { tools: tools.map(toChatTool) } : {}) };
  const response = await orCancelled(model.sendRequest(messages, options, token), token);
  const reply: Reply = { message: { role: 'assistant', content: '', toolCalls: [] }, calls: [] };
  draft.messages.push(reply.message);
  for await (const part of untilCancelled(response.stream, token)) {
    if (part instanceof vscode.LanguageModelTextPart) {
      reply.message.content += part.value;
      draft.text += part.value;
      onText(part.value);
    } else if (part instanceof vscode.LanguageModelToolCallPart) {
      reply.calls.push(part);
      reply.message.toolCalls.push({ id: part.callId, name: part.name, input: part.input });
    } else if (part instanceof vscode.LanguageModelDataPart) takeUsage(draft, part);
  }
  return reply;
}

/** The first call's figure is the one that our count of the prompt can be held against. */
function takeUsage(draft: Draft, part: vscode.LanguageModelDataPart): void {
  const served = draft.toolCalls.length === 0 ? servedUsage(part) : undefined;
  if (served !== undefined) draft.served ??= served;
}

const toChatTool = ({ name, description, inputSchema }: ToolDeclaration): vscode.LanguageModelChatTool => ({
  name,
  description,
  ...(inputSchema === undefined ? {} : { inputSchema: inputSchema as object }),
});

/** A failing tool is told to the model as a result: it may know another way. */
async function runTool(
  { toolToken, count, onTool }: Asking,
  { name, input, callId }: vscode.LanguageModelToolCallPart,
  { toolCalls }: Draft,
  token: vscode.CancellationToken,
): Promise<vscode.LanguageModelToolResultPart> {
  onTool(name);
  let content: vscode.LanguageModelToolResult['content'];
  try {
    ({ content } = await orCancelled(vscode.lm.invokeTool(name, { input, toolInvocationToken: toolToken }, token), token));
  } catch (error) {
    if (token.isCancellationRequested) throw error;
    content = [new vscode.LanguageModelTextPart(`The tool failed: ${error instanceof Error ? error.message : String(error)}`)];
  }
  const text = content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
  toolCalls.push({ name, tokens: await count(text) });
  return new vscode.LanguageModelToolResultPart(callId, content);
}

/** Some providers put what they counted into a data part; -1 stands for unknown, and anything malformed is nothing. */
export function servedUsage({ mimeType, data }: Pick<vscode.LanguageModelDataPart, 'mimeType' | 'data'>): Answer['served'] {
  if (mimeType !== 'usage') return undefined;
  try {
    const usage = JSON.parse(new TextDecoder().decode(data)) as Record<string, unknown> | null;
    const [input, output] = [usage?.['prompt_tokens'], usage?.['completion_tokens']];
    const cached = (usage?.['prompt_tokens_details'] as Record<string, unknown> | undefined)?.['cached_tokens'];
    if (!isCount(input) || !isCount(output)) return undefined;
    return { input, output, ...(isCount(cached) ? { cached } : {}) };
  } catch {
    return undefined;
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
