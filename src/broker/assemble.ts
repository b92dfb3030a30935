import { admit, type ContextOverflowError } from './admission.ts';
import { budgetFor, projectionFor } from './budget.ts';
import { tokensOf, type Choice } from './choice.ts';
import { collect, type ContributorRegistry } from './contributor.ts';
import { fit, settle } from './fit.ts';
import { reservationsFor } from './layers.ts';
import { Ledger } from './ledger.ts';
import { MeasuredBlock } from './measure.ts';
import { pressureOf } from './pressure.ts';
import { project } from './projection.ts';
import { blockTexts, traceOf } from './record.ts';
import { overheadFor, render } from './render.ts';
import type { Assembly, Outcome, Turn } from './turn.ts';

/** One turn from COLLECT to RENDER. Pure but for what contributors read: the same turn gives the same bytes. */
export async function assemble<Request>(
  registry: ContributorRegistry<Request>,
  turn: Turn<Request>,
  signal: AbortSignal,
): Promise<Assembly | ContextOverflowError> {
  const { pinned, excluded, priorities } = turn.settings;
  const chosen = { pinned: new Set(pinned), excluded: new Set(excluded), priorities };
  const { blocks, degraded } = await collect(registry, turn.request, chosen, signal, turn.settings.limits);
  const collected = blocks.map((block): Choice => {
    const measured = new MeasuredBlock(block, turn.counter);
    return { measured, version: measured.whole };
  });
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
  settle(choices, ledger);
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
  const pressure = pressureOf(collected);
  return { kind: 'assembled', messages: outcome.messages, blocks: blockTexts(outcome), trace: traceOf(turn, outcome), pressure };
}
