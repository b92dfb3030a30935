import * as vscode from 'vscode';
import type { Message } from '../../broker/block.ts';
import type { ToolCallTrace } from '../../broker/trace.ts';
import type { ToolDeclaration } from '../../engine/api.ts';

export interface Answer {
  readonly text: string;
  readonly toolCalls: readonly ToolCallTrace[];
  /** What the endpoint says it counted in the first call, where it says so. */
  readonly served?: { readonly input: number; readonly output: number; readonly cached?: number };
  /** The model still wanted tools when its rounds were used up. */
  readonly stoppedAtLimit: boolean;
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

/** Asks the model and runs the tools it calls until it answers without one, at most `maxRounds` times. Throws what the model throws. */
export async function ask(asking: Asking, token: vscode.CancellationToken): Promise<Answer> {
  const messages = asking.messages.map(toChatMessage);
  const toolCalls: ToolCallTrace[] = [];
  let text = '';
  let served: Answer['served'];
  for (let round = 0; ; round++) {
    const mayCall = round < asking.maxRounds && asking.tools.length > 0;
    const reply = await receive(asking, messages, mayCall, token);
    text += reply.text;
    served ??= reply.served;
    if (reply.calls.length === 0 || token.isCancellationRequested) return done(text, toolCalls, served, false);
    if (!mayCall) return done(text, toolCalls, served, true);
    const results = await Promise.all(reply.calls.map((call) => runTool(asking, call, toolCalls, token)));
    const said = reply.text === '' ? [] : [new vscode.LanguageModelTextPart(reply.text)];
    messages.push(vscode.LanguageModelChatMessage.Assistant([...said, ...reply.calls]), vscode.LanguageModelChatMessage.User(results));
  }
}

const done = (text: string, toolCalls: readonly ToolCallTrace[], served: Answer['served'], stoppedAtLimit: boolean): Answer => ({
  text,
  toolCalls,
  ...(served === undefined ? {} : { served }),
  stoppedAtLimit,
});

/** The stable API has no system role: system text travels as the first user message. */
export const toChatMessage = ({ role, content }: Message): vscode.LanguageModelChatMessage =>
  role === 'assistant' ? vscode.LanguageModelChatMessage.Assistant(content) : vscode.LanguageModelChatMessage.User(content);

interface Reply {
  text: string;
  readonly calls: vscode.LanguageModelToolCallPart[];
  served: Answer['served'];
}

async function receive(
  { model, tools, onText }: Asking,
  messages: vscode.LanguageModelChatMessage[],
  mayCall: boolean,
  token: vscode.CancellationToken,
): Promise<Reply> {
  const options = { justification: 'Answers your question to @broker.', ...(mayCall ? { tools: tools.map(toChatTool) } : {}) };
  const response = await model.sendRequest(messages, options, token);
  const reply: Reply = { text: '', calls: [], served: undefined };
  for await (const part of response.stream) {
    if (part instanceof vscode.LanguageModelTextPart) {
      reply.text += part.value;
      onText(part.value);
    } else if (part instanceof vscode.LanguageModelToolCallPart) reply.calls.push(part);
    else if (part instanceof vscode.LanguageModelDataPart) reply.served ??= servedUsage(part);
  }
  return reply;
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
  toolCalls: ToolCallTrace[],
  token: vscode.CancellationToken,
): Promise<vscode.LanguageModelToolResultPart> {
  onTool(name);
  let content: vscode.LanguageModelToolResult['content'];
  try {
    ({ content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: toolToken }, token));
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
