import { admit, type ContextOverflowError } from './admission.ts';
import type { Message } from './block.ts';
import { budgetFor, projectionFor, type Budget, type ProjectionSettings, type ReserveSettings, type Window } from './budget.ts';
import { tokensOf, type Choice } from './choice.ts';
import { collect, type CollectLimits, type ContributorRegistry } from './contributor.ts';
import { fit } from './fit.ts';
import { reservationsFor, type Layer } from './layers.ts';
import { Ledger } from './ledger.ts';
import { MeasuredBlock } from './measure.ts';
import { project, type Projection } from './projection.ts';
import { overheadFor, render } from './render.ts';
import type { TokenCounter } from './tokens.ts';
import type { ModelIdentity, RankedFile, Trace } from './trace.ts';
import { blockTexts, traceOf, type BlockText } from './record.ts';

export interface BudgetSettings {
  readonly reserve: ReserveSettings;
  readonly projection: ProjectionSettings;
  /** Reservations the user set, in tokens of the budget of a 128,000-token window. */
  readonly layers: Partial<Record<Layer, number>>;
  readonly pinned: readonly string[];
  readonly excluded: readonly string[];
  readonly limits: CollectLimits;
}

/** Everything a turn's assembly depends on. */
export interface Turn<Request> {
  readonly session: string;
  readonly command: string;
  readonly text: string;
  readonly model: ModelIdentity;
  readonly window: Window;
  readonly settings: BudgetSettings;
  readonly counter: TokenCounter;
  readonly request: Request;
  readonly ranking: readonly RankedFile[];
  readonly indexVersion: string;
  readonly previousHash?: string;
  /** What was already degraded before collecting. */
  readonly degraded: readonly string[];
}

export interface Assembly {
  readonly kind: 'assembled';
  readonly messages: readonly Message[];
  /** Every collected block: what was sent of it and what it was whole. */
  readonly blocks: readonly BlockText[];
  readonly trace: Trace;
}

/** What the phases of one turn hand on to the trace. */
export interface Outcome {
  readonly choices: readonly Choice[];
  readonly collected: readonly Choice[];
  readonly messages: readonly Message[];
  readonly budget: Budget;
  readonly ledger: Ledger;
  readonly projection: Projection | undefined;
  readonly degraded: readonly string[];
}

/** One turn from COLLECT to RENDER. Pure but for what contributors read: the same turn gives the same bytes. */
export async function assemble<Request>(
  registry: ContributorRegistry<Request>,
  turn: Turn<Request>,
  signal: AbortSignal,
): Promise<Assembly | ContextOverflowError> {
  const chosen = { pinned: new Set(turn.settings.pinned), excluded: new Set(turn.settings.excluded) };
  const { blocks, degraded } = await collect(registry, turn.request, chosen, signal, turn.settings.limits);
  const collected = blocks.map((block): Choice => ({ measured: new MeasuredBlock(block, turn.counter), step: 0 }));
  const budget = budgetFor(turn.window, turn.settings.reserve);
  const { reservations, clamped } = reservationsFor(budget.budget, turn.settings.layers);
  const overhead = overheadFor(collected);
  const ledger = new Ledger(budget.budget, reservations, overhead);
  const fitted = fit(collected, ledger);
  const share = projectionFor(turn.window.tokens, budget.budget, turn.command, turn.settings.projection);
  const projected = share === undefined ? undefined : project(fitted, share);
  const admission = admit(projected?.choices ?? fitted, Math.max(0, budget.budget - overhead));
  if (admission.kind === 'ContextOverflowError') return admission;
  const { choices } = admission;
  for (const choice of choices) ledger.spend(choice.measured.block.layer, tokensOf(choice));
  const outcome: Outcome = {
    choices,
    collected,
    messages: render(choices),
    budget,
    ledger,
    projection: projected?.projection,
    degraded: [...turn.degraded, ...clamped.map((layer) => `settings: the ${layer} layer was clamped to fit the budget`), ...degraded],
  };
  return { kind: 'assembled', messages: outcome.messages, blocks: blockTexts(outcome), trace: traceOf(turn, outcome) };
}
