import * as vscode from 'vscode';
import { budgetFor } from '../../broker/budget.ts';
import { pinFloor } from '../../broker/contributor.ts';
import type { ShapingInForce, ShapingTrace, ToolCallTrace, Usage } from '../../broker/trace.ts';
import type { Assembled, Engine } from '../../engine/api.ts';
import type { Settings } from '../../engine/settings.ts';
import type { LoopPrompt } from '../../history/loop/loopView.ts';
import type { Measured } from '../../history/loop/servedDrift.ts';
import type { LoopSummaryAnswer, Shaped, ShapingRequest } from '../../history/loop/shape.ts';
import { shapingLimits, type ShapingLimits } from '../../history/loop/shapingLimits.ts';
import { unshaped, type ShapingState } from '../../history/loop/shapingState.ts';
import { askSummary } from './askSummary.ts';
import { windowOf } from './assembleRequest.ts';
import { orCancelled } from './cancellation.ts';
import { toChatMessage } from './chatMessage.ts';
import type { SavedShaping } from './capsule.ts';
import { chatMessages, type LoopRound } from './loopRound.ts';
import { summaryModel } from './summaryModel.ts';

export interface ShaperPorts {
  readonly engine: Pick<Engine, 'shape' | 'count'>;
  readonly model: vscode.LanguageModelChat;
  readonly settings: Settings;
  readonly onSummary: () => void;
  /** What the summary took, whether it is of use or not. */
  readonly onSummed: (usage: Usage) => void;
}

/** Makes the requests of one turn: its prompt and the rounds of its tool loop as the engine shapes them. What was said stays as it is. */
export class LoopShaper {
  readonly #ports: ShaperPorts;
  readonly #limits: ShapingLimits;
  readonly #events: ShapingTrace[] = [];
  readonly #degraded = new Map<string, string>();
  #assembled: Assembled;
  #state: ShapingState = unshaped;
  #calls: readonly ToolCallTrace[] = [];
  #request = 0;
  #isForced = false;
  #tokens = 0;

  constructor(ports: ShaperPorts, assembled: Assembled) {
    const { history, summaryTokens } = ports.settings;
    this.#ports = ports;
    this.#limits = shapingLimits(history, summaryTokens, assembled.trace.budget);
    this.#assembled = assembled;
  }

  get events(): readonly ShapingTrace[] {
    return this.#events;
  }

  /** What had to be done without, the latest of each kind. */
  get degraded(): readonly string[] {
    return [...this.#degraded.values()];
  }

  /** Calls of the rounds that were sent. */
  get calls(): readonly ToolCallTrace[] {
    return this.#calls;
  }

  /** About how large the latest request was. */
  get tokens(): number {
    return this.#tokens;
  }

  /** Everything that later requests depend on. */
  get saved(): SavedShaping {
    const [state, events, calls, request, isForced] = [this.#state, this.#events, this.#calls, this.#request, this.#isForced];
    return { state, events, degraded: [...this.#degraded], calls, request, isForced };
  }

  /** Goes on from where another one was. */
  restore({ state, events, degraded, calls, request, isForced }: SavedShaping): void {
    this.#state = state;
    this.#events.push(...events);
    for (const [kind, what] of degraded) this.#degraded.set(kind, what);
    this.#calls = calls;
    this.#request = request;
    this.#isForced = isForced;
  }

  get inForce(): ShapingInForce {
    const { trigger, target, resultTokens, keptRounds, clearedTokens } = this.#limits;
    return { isShaped: this.#limits.isShaped, trigger, target, resultTokens, keptRounds, clearedTokens };
  }

  /** Goes on with another prompt, and brings the next request to the target, whatever its size: the one before was too long. */
  restart(assembled: Assembled): void {
    const gone = promptOf(this.#assembled).pairs.length - promptOf(assembled).pairs.length;
    const { summary } = this.#state;
    if (summary !== undefined) this.#state = { ...this.#state, summary: { ...summary, pairs: Math.max(0, summary.pairs - gone) } };
    this.#assembled = assembled;
    this.#isForced = true;
  }

  /** The next request. One that cannot be shaped goes out as it was said. Rejects only when the user cancels. */
  async next(
    rounds: readonly LoopRound[],
    measured: Measured | undefined,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelChatMessage[]> {
    this.#request++;
    const { messages, trace } = this.#assembled;
    if (rounds.length === 0) this.#tokens = trace.admittedTotal + trace.messageOverhead;
    if (rounds.length === 0) return messages.map(toChatMessage);
    try {
      const shaped = await this.#shaped(rounds, measured, token);
      this.#take(shaped);
      return chatMessages(shaped.view, messages, rounds);
    } catch (error) {
      if (token.isCancellationRequested) throw error;
      this.#degraded.set('failed', `shaping: ${error instanceof Error ? error.message : String(error)}`);
      return chatMessages(wholeView(messages.length, rounds), messages, rounds);
    }
  }

  async #shaped(rounds: readonly LoopRound[], measured: Measured | undefined, token: vscode.CancellationToken): Promise<Shaped> {
    const request: ShapingRequest = {
      prompt: promptOf(this.#assembled),
      groups: rounds.map(({ group }) => group),
      state: this.#state,
      limits: this.#limits,
      request: this.#request,
      isForced: this.#isForced,
      ...(measured === undefined ? {} : { measured }),
    };
    const shaped = await orCancelled(this.#shape(request), token);
    if (!shaped.needsSummary) return shaped;
    this.#ports.onSummary();
    return orCancelled(this.#shape({ ...request, summary: await this.#summary(request, token) }), token);
  }

  #shape(request: ShapingRequest): Promise<Shaped> {
    const { engine, settings } = this.#ports;
    return engine.shape(request, settings.estimator);
  }

  async #summary(request: ShapingRequest, token: vscode.CancellationToken): Promise<LoopSummaryAnswer> {
    const { engine, model: current, settings } = this.#ports;
    try {
      const model = await orCancelled(summaryModel(current, settings), token);
      if (model === undefined) return { kind: 'fallback' };
      const { budget } = budgetFor(windowOf(model) ?? this.#assembled.trace.window, settings.budget.reserve);
      const { asked = [] } = await orCancelled(this.#shape({ ...request, summary: { kind: 'ask', budget } }), token);
      const summary = await askSummary(engine, model, asked, settings, token);
      this.#ports.onSummed(summary.usage);
      return { kind: 'model', ...summary };
    } catch (error) {
      if (token.isCancellationRequested) throw error;
      return { kind: 'fallback', problem: error instanceof Error ? error.message : String(error) };
    }
  }

  #take({ tokens, state, events, degraded, calls }: Shaped): void {
    this.#tokens = tokens;
    this.#state = state;
    this.#isForced = false;
    this.#calls = calls;
    this.#events.push(...events);
    for (const what of degraded) this.#degraded.set(what.replace(/\d+/gu, ''), `shaping: ${what}`);
  }
}

/** Earlier turns of the chat may give way to a summary, unless they are pinned or as good as pinned. */
function promptOf({ messages, trace }: Assembled): LoopPrompt {
  const history = trace.blocks.find(({ name }) => name === 'history');
  const isKept = history === undefined || history.pinned || history.priority >= pinFloor;
  const answers = isKept ? [] : messages.flatMap(({ role }, at) => (role === 'assistant' ? [at] : []));
  const pairs = answers.map((at) => ({ at: at - 1, request: messages[at - 1]?.content ?? '', response: messages[at]?.content ?? '' }));
  return { tokens: trace.admittedTotal + trace.messageOverhead, messages: messages.length, pairs };
}

const wholeView = (messages: number, rounds: readonly LoopRound[]): Shaped['view'] => [
  ...Array.from({ length: messages }, (_, at) => ({ kind: 'prompt' as const, at })),
  ...rounds.flatMap(({ parts, runs }, group) => [
    { kind: 'said' as const, group, parts: parts.map((_, part) => ({ part })) },
    {
      kind: 'given' as const,
      group,
      results: runs.map((run, result) => ({ result, parts: run.result.content.map((_, part) => ({ part })) })),
    },
  ]),
];
