import type { LoopView } from './loopView.ts';
import type { ShapingState } from './shapingState.ts';

/** What the endpoint says of the request before this one. */
export interface Measured {
  /** Rounds that it had. */
  readonly rounds: number;
  readonly input: number;
  readonly output: number;
}

/** Figures further from our own count than this factor count something else: without what was cached, or with hidden reasoning. */
const plausible = 2;

/**
 * What the endpoint counted beyond our own count, in the view that it had and in its reply: to be added to our count of what is sent next, where
 * whatever is new or edited has our count alone. 0 without a figure of the very last request.
 */
export function servedDrift(view: LoopView, state: ShapingState, measured: Measured | undefined): number {
  if (measured === undefined) return 0;
  const sent = drift(measured.input, view.tokens(state, measured.rounds));
  const reply = view.rounds[measured.rounds];
  return sent + (reply === undefined ? 0 : drift(measured.output, reply.saidTokens));
}

const drift = (served: number, own: number): number =>
  served * plausible >= own && served <= own * plausible ? Math.round(served - own) : 0;
