import type * as vscode from 'vscode';
import type { ShapingTrace, ToolCallTrace } from '../../broker/trace.ts';
import type { ToolDeclaration } from '../../engine/api.ts';
import type { Measured } from '../../history/loop/servedDrift.ts';
import { isContextOverflow } from '../../history/contextOverflow.ts';
import type { ThreadMessage } from '../../history/threadEvent.ts';
import { approvalKey } from '../../session/approval.ts';
import type { SavedLoop } from './capsule.ts';
import { errorText } from './errorText.ts';
import { loopRound, type LoopRound } from './loopRound.ts';
import type { LoopShaper } from './loopShaper.ts';
import { receive, Reply } from './reply.ts';
import { runTool } from './runTool.ts';
import { restoredReply, restoredRound, savedReply, savedRound } from './savedRounds.ts';
import type { Served } from './servedUsage.ts';
import { toolResult } from './toolResult.ts';
import type { TurnSession } from './turnSession.ts';

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
  /** What the session has used up, so that the model was not asked any more. */
  readonly ceiling?: 'token' | 'step';
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
  readonly session: Pick<TurnSession, 'ceiling' | 'calling' | 'answered' | 'running' | 'ran'>;
  /** What a turn needs to go on from here later; undefined where its tools do not wait for the user. */
  readonly capsuleOf: (names: readonly string[], loop: () => SavedLoop | undefined) => unknown;
  readonly count: (text: string) => Promise<number>;
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
  ceiling?: 'token' | 'step';
  /** One request was too long and made again: a second one ends the turn. */
  isRetried: boolean;
}

/**
 * Asks the model and runs the tools it calls until it answers without one, at most `maxRounds` times. `from` is where an earlier run waited for its
 * user: it goes on with the calls. Never rejects.
 */
export async function ask(asking: Asking, token: vscode.CancellationToken, from?: SavedLoop): Promise<Answer> {
  const draft = draftOf(from);
  try {
    if (from !== undefined) asking.shaper.restore(from.shaping);
    await converse(asking, draft, token, from && restoredReply(from.reply));
    return answerOf(draft, asking);
  } catch (error) {
    return { ...answerOf(draft, asking), error };
  }
}

function draftOf(from: SavedLoop | undefined): Draft {
  const { text = '', messages = [], rounds = [], called = [], isRetried = false, served } = from ?? {};
  return {
    text,
    messages: [...messages],
    rounds: rounds.map(restoredRound),
    called: [...called],
    ...(served === undefined ? {} : { served }),
    measured: undefined,
    stoppedAtLimit: false,
    isRetried,
  };
}

/** Undefined where something of it cannot be kept. */
function savedLoop(
  { text, messages, rounds, called, served, isRetried }: Draft,
  pending: Reply,
  shaper: LoopShaper,
): SavedLoop | undefined {
  const [reply, all] = [savedReply(pending), rounds.map(savedRound)];
  if (reply === undefined || all.includes(undefined)) return undefined;
  const whole = all.filter((round) => round !== undefined);
  return { text, messages, rounds: whole, reply, called, ...(served === undefined ? {} : { served }), isRetried, shaping: shaper.saved };
}

/** What was called, and the size of what came back where it was sent on. */
function answerOf({ text, messages, called, served, stoppedAtLimit, ceiling, isRetried }: Draft, { shaper }: Asking): Answer {
  return {
    text,
    messages,
    toolCalls: called.map((call, place) => shaper.calls[place] ?? call),
    shaping: shaper.events,
    degraded: shaper.degraded,
    stoppedAtLimit,
    isRetried,
    ...(ceiling === undefined ? {} : { ceiling }),
    ...(served === undefined ? {} : { served }),
  };
}

async function converse(asking: Asking, draft: Draft, token: vscode.CancellationToken, pending?: Reply): Promise<void> {
  let waiting = pending;
  for (;;) {
    const tools = draft.rounds.length < asking.maxRounds ? asking.tools : [];
    const { ceiling } = asking.session;
    if (waiting === undefined && ceiling !== undefined) {
      draft.ceiling = ceiling;
      return;
    }
    const reply = waiting ?? (await replyTo(asking, tools, draft, token));
    waiting = undefined;
    if (reply.calls.length === 0) return;
    draft.stoppedAtLimit = tools.length === 0;
    if (draft.stoppedAtLimit) return;
    await runTools(asking, draft, reply, token);
  }
}

/** Where a tool waits for the user first, what the turn needs to go on is kept before. */
async function runTools(asking: Asking, draft: Draft, reply: Reply, token: vscode.CancellationToken): Promise<void> {
  const { calls } = reply;
  const names = calls.map(({ name }) => name);
  const keys = calls.map(({ name, input }) => approvalKey(name, input));
  await asking.session.running(
    keys,
    asking.capsuleOf(names, () => savedLoop(draft, reply, asking.shaper)),
  );
  draft.called.push(...names.map((name) => ({ name, tokens: 0 })));
  const runs = await Promise.all(
    calls.map((call) => {
      asking.onTool(call.name);
      return runTool(call, asking.toolToken, token);
    }),
  );
  await asking.session.ran();
  draft.messages.push({ role: 'user', content: '', toolResults: runs.map(({ result, call }) => toolResult(result, call)) });
  draft.rounds.push(loopRound(reply, runs));
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
  await asking.session.calling();
  const reply = new Reply();
  draft.messages.push(reply.message);
  const onText = (text: string): void => {
    draft.text += text;
    asking.onText(text);
  };
  await receive({ model, messages, tools, onText }, reply, token);
  const said = reply.served === undefined ? await asking.count(textOf(reply)) : 0;
  asking.session.answered(reply.served, { input: shaper.tokens, output: said });
  if (reply.served === undefined) return reply;
  draft.measured = { rounds: rounds.length, ...reply.served };
  if (rounds.length === 0) draft.served = reply.served;
  return reply;
}

/** What the model said, calls included, as it is counted. */
const textOf = ({ message: { content, toolCalls } }: Reply): string =>
  content + toolCalls.map(({ name, input }) => `${name}${JSON.stringify(input)}`).join('');
