import type * as vscode from 'vscode';
import type { ShapingTrace, ToolCallTrace } from '../../broker/trace.ts';
import type { ToolDeclaration } from '../../engine/api.ts';
import type { Measured } from '../../history/loop/servedDrift.ts';
import { isContextOverflow } from '../../history/contextOverflow.ts';
import type { ThreadMessage } from '../../history/threadEvent.ts';
import { errorText } from './errorText.ts';
import { loopRound, type LoopRound } from './loopRound.ts';
import type { LoopShaper } from './loopShaper.ts';
import { receive, Reply } from './reply.ts';
import { runTool } from './runTool.ts';
import type { Served } from './servedUsage.ts';
import { toolResult } from './toolResult.ts';

export interface Answer {
  readonly text: string;
  readonly toolCalls: readonly ToolCallTrace[];
  /** What was done to requests so that they fit, and what had to be done without. */
  readonly shaping: readonly ShapingTrace[];
  readonly degraded: readonly string[];
  /** All that was said after the prompt, calls and results included, as far as it came. */
  readonly messages: readonly ThreadMessage[];
  /** What the endpoint says it counted in the first call, where it says so. */
  readonly served?: Served;
  /** The model still wanted tools when its rounds were used up. */
  readonly stoppedAtLimit: boolean;
  /** One request was too long, and was made again with less. */
  readonly isRetried: boolean;
  /** What the model, or cancelling, threw; everything else is what had come until then. */
  readonly error?: unknown;
}

export interface Asking {
  readonly model: vscode.LanguageModelChat;
  readonly tools: readonly ToolDeclaration[];
  /** Ties tool runs to the chat turn; the type that VS Code declares for it is empty. */
  readonly toolToken: vscode.ChatRequest['toolInvocationToken'];
  readonly maxRounds: number;
  readonly shaper: LoopShaper;
  /** Makes the next request smaller after one that was too long; false where it cannot be. */
  readonly recover: (error: unknown) => Promise<boolean>;
  readonly onText: (text: string) => void;
  readonly onTool: (name: string) => void;
}

interface Draft {
  text: string;
  readonly messages: ThreadMessage[];
  readonly rounds: LoopRound[];
  readonly called: ToolCallTrace[];
  served?: Served;
  /** Of the latest request alone: an older figure says nothing of what is sent next. */
  measured: Measured | undefined;
  stoppedAtLimit: boolean;
  /** One request was too long and made again: a second one ends the turn. */
  isRetried: boolean;
}

/** Asks the model and runs the tools it calls until it answers without one, at most `maxRounds` times. Never rejects. */
export async function ask(asking: Asking, token: vscode.CancellationToken): Promise<Answer> {
  const draft: Draft = { text: '', messages: [], rounds: [], called: [], measured: undefined, stoppedAtLimit: false, isRetried: false };
  try {
    await converse(asking, draft, token);
    return answerOf(draft, asking);
  } catch (error) {
    return { ...answerOf(draft, asking), error };
  }
}

/** What was called, and the size of what came back where it was sent on. */
function answerOf({ text, messages, called, served, stoppedAtLimit, isRetried }: Draft, { shaper }: Asking): Answer {
  return {
    text,
    messages,
    toolCalls: called.map((call, place) => shaper.calls[place] ?? call),
    shaping: shaper.events,
    degraded: shaper.degraded,
    stoppedAtLimit,
    isRetried,
    ...(served === undefined ? {} : { served }),
  };
}

async function converse(asking: Asking, draft: Draft, token: vscode.CancellationToken): Promise<void> {
  for (let round = 0; ; round++) {
    const tools = round < asking.maxRounds ? asking.tools : [];
    const reply = await replyTo(asking, tools, draft, token);
    const { calls } = reply;
    if (calls.length === 0) return;
    draft.stoppedAtLimit = tools.length === 0;
    if (draft.stoppedAtLimit) return;
    draft.called.push(...calls.map(({ name }) => ({ name, tokens: 0 })));
    const runs = await Promise.all(
      calls.map((call) => {
        asking.onTool(call.name);
        return runTool(call, asking.toolToken, token);
      }),
    );
    draft.messages.push({ role: 'user', content: '', toolResults: runs.map(({ result, call }) => toolResult(result, call)) });
    draft.rounds.push(loopRound(reply, runs));
  }
}

/** One request and the reply to it; once in a turn a second one, where the first was too long. */
async function replyTo(asking: Asking, tools: readonly ToolDeclaration[], draft: Draft, token: vscode.CancellationToken): Promise<Reply> {
  try {
    return await request(asking, tools, draft, token);
  } catch (error) {
    const isFirst = !draft.isRetried && !token.isCancellationRequested && isContextOverflow(errorText(error));
    if (!isFirst || !(await asking.recover(error))) throw error;
    draft.isRetried = true;
    return request(asking, tools, draft, token);
  }
}

async function request(asking: Asking, tools: readonly ToolDeclaration[], draft: Draft, token: vscode.CancellationToken): Promise<Reply> {
  const { model, shaper } = asking;
  const { measured, rounds } = draft;
  draft.measured = undefined;
  const messages = await shaper.next(rounds, measured, token);
  const reply = new Reply();
  draft.messages.push(reply.message);
  const onText = (text: string): void => {
    draft.text += text;
    asking.onText(text);
  };
  await receive({ model, messages, tools, onText }, reply, token);
  if (reply.served === undefined) return reply;
  draft.measured = { rounds: rounds.length, ...reply.served };
  if (rounds.length === 0) draft.served = reply.served;
  return reply;
}
