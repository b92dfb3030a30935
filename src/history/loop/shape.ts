import type { Message } from '../../broker/block.ts';
import type { TokenCounter } from '../../broker/tokens.ts';
import type { ShapedHow, ShapingTrace, Usage } from '../../broker/trace.ts';
import { compactionSpan } from '../compactionSpan.ts';
import { summaryProblem } from '../summaryProblem.ts';
import { summaryRequest } from '../summaryRequest.ts';
import type { ThreadTurn } from '../thread.ts';
import { loopFallback } from './loopFallback.ts';
import type { LoopGroup, ViewMessage } from './loopGroup.ts';
import { LoopView, type LoopPrompt } from './loopView.ts';
import { servedDrift, type Measured } from './servedDrift.ts';
import type { ShapingLimits } from './shapingLimits.ts';
import type { ShapingState } from './shapingState.ts';

export interface ShapingRequest {
  readonly prompt: LoopPrompt;
  /** Rounds of the loop so far, oldest first, as they were said. */
  readonly groups: readonly LoopGroup[];
  /** What the call for the request before gave. */
  readonly state: ShapingState;
  readonly limits: ShapingLimits;
  /** Which request of the turn this is, 1 for the first. */
  readonly request: number;
  readonly measured?: Measured;
  /** Down to the target and clearly below what was sent, even below the trigger: the provider said that the request was too long. */
  readonly isForced: boolean;
  /** Absent: where one is needed, `needsSummary` says so. */
  readonly summary?: LoopSummaryAnswer;
}

export type LoopSummaryAnswer =
  /** What is a model to be asked, that may be sent so many tokens? */
  | { readonly kind: 'ask'; readonly budget: number }
  | { readonly kind: 'model'; readonly text: string; readonly usage: Usage }
  | { readonly kind: 'fallback'; readonly problem?: string };

export interface Shaped {
  readonly view: readonly ViewMessage[];
  /** About how large the request is. */
  readonly tokens: number;
  readonly state: ShapingState;
  readonly events: readonly ShapingTrace[];
  readonly calls: readonly { readonly name: string; readonly tokens: number; readonly shaped?: ShapedHow }[];
  /** A summary would bring it nearer to the target: to be had by calling again with one. */
  readonly needsSummary: boolean;
  /** What a model is to be asked, without tools. */
  readonly asked?: readonly Message[];
  /** What had to be done without, and why the target was not reached. */
  readonly degraded: readonly string[];
}

/**
 * The next request of a tool loop: a view of prompt and rounds. Each shaper sees what the one before left and does nothing once the target is
 * reached: results are capped (always), old output is cleared, old calls are removed with their results, the rest is summed up.
 */
export function shape(request: ShapingRequest, counter: TokenCounter): Shaped {
  return new Shaping(request, counter).run();
}

interface Summary {
  readonly text: string;
  readonly how: 'model' | 'fallback';
  readonly usage?: Usage;
}

class Shaping {
  readonly #request: ShapingRequest;
  readonly #counter: TokenCounter;
  readonly #view: LoopView;
  readonly #drift: number;
  readonly #target: number;
  readonly #events: ShapingTrace[] = [];
  readonly #degraded: string[] = [];
  #state: ShapingState;
  #needsSummary = false;
  #asked: readonly Message[] | undefined;

  constructor(request: ShapingRequest, counter: TokenCounter) {
    const { prompt, groups, limits, state, measured } = request;
    this.#request = request;
    this.#counter = counter;
    this.#view = new LoopView(prompt, groups, limits, counter);
    this.#drift = servedDrift(this.#view, state, measured);
    this.#state = { ...state, seen: groups.length };
    this.#target = request.isForced ? Math.min(limits.target, this.#shareOfSize()) : limits.target;
  }

  run(): Shaped {
    const { limits, isForced } = this.#request;
    this.#cap();
    if (limits.isShaped && (isForced || this.#size() > limits.trigger)) {
      this.#clear();
      this.#remove();
      this.#summarise();
      if (this.#isOver && !this.#needsSummary)
        this.#degraded.push(`${this.#sizeText()}, the target is ${String(this.#target)}: what is left is kept`);
    }
    return {
      view: this.#view.messages(this.#state),
      tokens: this.#size(),
      state: this.#state,
      events: this.#events,
      calls: this.#view.calls(this.#state),
      needsSummary: this.#needsSummary,
      ...(this.#asked === undefined ? {} : { asked: this.#asked }),
      degraded: this.#degraded,
    };
  }

  #size(state = this.#state): number {
    return Math.max(0, this.#view.tokens(state) + this.#drift);
  }

  /** What a provider calls too long is more than we counted: the same part of it as the target is of the trigger. */
  #shareOfSize(): number {
    const { target, trigger } = this.#request.limits;
    return trigger === 0 ? 0 : Math.floor((this.#size() * target) / trigger);
  }

  get #isOver(): boolean {
    return this.#size() > this.#target;
  }

  /** Rounds that may be shaped: all but the latest, fewer of which stay where they do not fit; the very last one was not read yet. */
  get #eligible(): number {
    const { prompt, limits } = this.#request;
    const sizes = this.#view.rounds.map(({ capped }) => capped.tokens);
    const { kept } = compactionSpan(sizes, { keep: limits.keptRounds, room: this.#target - prompt.tokens });
    return Math.max(0, sizes.length - Math.max(1, kept));
  }

  /** The view caps by itself; what is new this time is told. */
  #cap(): void {
    const calls = this.#view.rounds.slice(this.#request.state.seen).flatMap((round) => round.calls);
    const capped = calls.filter(({ leftOut }) => leftOut > 0);
    if (capped.length === 0) return;
    const after = this.#size();
    this.#tell(
      'cap',
      capped.length,
      capped.reduce((sum, { leftOut }) => sum + leftOut, after),
    );
  }

  #clear(): void {
    if (!this.#isOver) return;
    const before = this.#size();
    const least = before - Math.max(1, this.#request.limits.clearedTokens);
    const cleared = this.#upTo(this.#state.cleared, (count) => ({ ...this.#state, cleared: count }), least);
    if (this.#size(cleared) > least) return;
    const calls = this.#view.rounds.slice(Math.max(this.#state.cleared, this.#state.removed), cleared.cleared).flatMap((one) => one.calls);
    this.#state = cleared;
    this.#tell('clear', calls.filter(({ clearGain }) => clearGain > 0).length, before);
  }

  #remove(): void {
    if (!this.#isOver) return;
    const removed = this.#upTo(this.#state.removed, (count) => ({ ...this.#state, removed: count }));
    const before = this.#size();
    if (this.#size(removed) >= before) return;
    const calls = this.#view.rounds.slice(this.#state.removed, removed.removed).flatMap((one) => one.calls);
    this.#state = removed;
    this.#tell('remove', calls.length, before);
  }

  /** The state that is first within the target, and within `most`, going on from `from` rounds; else the last that there is. */
  #upTo(from: number, stateOf: (rounds: number) => ShapingState, most = Infinity): ShapingState {
    const goal = Math.min(this.#target, most);
    const end = this.#eligible;
    let count = from;
    while (count < end && this.#size(stateOf(count)) > goal) count++;
    return stateOf(count);
  }

  #summarise(): void {
    const end = Math.max(this.#eligible, this.#state.summary?.rounds ?? 0);
    const rest = this.#view.rest(this.#state, end);
    const source = rest.flatMap(({ request, response }) => [request, response]).join('\n');
    // What is little would soon be summed up again.
    if (!this.#isOver || this.#counter.count(source) * 0.7 < this.#request.limits.summaryTokens || rest.length === 0) return;
    const answer = this.#state.isWithoutModel ? ({ kind: 'fallback' } as const) : this.#request.summary;
    if (answer === undefined || answer.kind === 'ask') this.#askFor(rest, answer?.budget);
    else this.#replace(rest, end, this.#summaryOf(answer, rest, source));
  }

  #askFor(turns: readonly ThreadTurn[], budget: number | undefined): void {
    const { summaryTokens: tokens } = this.#request.limits;
    const previous = this.#state.summary?.text;
    const task = { turns, tokens, ...(previous === undefined ? {} : { previous }) };
    this.#needsSummary = true;
    if (budget !== undefined) this.#asked = summaryRequest({ ...task, budget: budget - tokens }, this.#counter);
  }

  #replace(rest: readonly ThreadTurn[], end: number, { text, ...more }: Summary): void {
    const before = this.#size();
    const state = { ...this.#state, summary: { rounds: end, pairs: this.#view.pairs, text } };
    if (text === '' || this.#size(state) >= before) return;
    this.#state = state;
    this.#tell('summarise', rest.length, before, more);
  }

  /** The model's text, else one that needs no model. */
  #summaryOf(answer: Exclude<LoopSummaryAnswer, { kind: 'ask' }>, rest: readonly ThreadTurn[], source: string): Summary {
    const previous = this.#state.summary?.text;
    const problem = answer.kind === 'model' ? summaryProblem(answer.text, `${previous ?? ''}\n${source}`, this.#counter) : answer.problem;
    if (answer.kind === 'model' && problem === undefined) return { text: answer.text, how: 'model', usage: answer.usage };
    if (problem !== undefined) {
      this.#degraded.push(`summary of earlier messages: ${problem}; one that needs no model stands in`);
      this.#state = { ...this.#state, isWithoutModel: true };
    }
    return { text: loopFallback(rest, previous, this.#request.limits.summaryTokens, this.#counter), how: 'fallback' };
  }

  #tell(what: ShapingTrace['what'], count: number, before: number, more: Pick<ShapingTrace, 'how' | 'usage'> = {}): void {
    this.#events.push({ request: this.#request.request, what, count, before, after: this.#size(), ...more });
  }

  #sizeText(): string {
    return `request ${String(this.#request.request)} has ${String(this.#size())} tokens`;
  }
}
