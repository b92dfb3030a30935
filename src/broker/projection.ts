import { formatTokens } from './formatTokens.ts';
import { chooseVersion, itemsLeft, tokensOf, totalOf, type Choice } from './choice.ts';
import { contributorTable, neverShed, shedOrder, stablePrompt } from './table.ts';

export interface ProjectionOverflow {
  readonly label: string;
  readonly droppedItems: number;
  readonly droppedTokens: number;
}

export interface Projection {
  /** Tokens that everything on top of the stable prompt may use. */
  readonly budget: number;
  readonly used: number;
  /** In shed order. */
  readonly overflow: readonly ProjectionOverflow[];
}

const isProjected = ({ measured }: Choice): boolean => !stablePrompt.has(measured.block.name);

/**
 * PROJECT: holds what is injected on top of the stable prompt to `budget` tokens. What may never be shed, and the least of what is mandatory
 * or pinned, is in first, even over the budget. Then the others take what is left against the shed order, contributed blocks last: so the
 * first in that order shrinks first, by its lowest-ranked row, then goes, and one that is too large leaves its room to the rest.
 */
export function project(choices: readonly Choice[], budget: number): { choices: Choice[]; projection: Projection } {
  const victims = sheddable(choices);
  const kept = choices.filter((choice) => isProjected(choice) && !victims.includes(choice));
  let left = budget - totalOf(kept) - totalOf(victims.map(leastOf));
  const held = new Map<Choice, Choice>();
  for (const victim of [...victims].reverse()) {
    const least = leastOf(victim);
    const next = hold(victim, least, left + tokensOf(least), budget);
    left -= tokensOf(next) - tokensOf(least);
    held.set(victim, next);
  }
  const result = choices.map((choice) => held.get(choice) ?? choice);
  const overflow = victims.flatMap((victim) => overflowOf(victim, held.get(victim) ?? victim));
  return { choices: result, projection: { budget, used: totalOf(result.filter(isProjected)), overflow } };
}

function overflowOf(before: Choice, after: Choice): ProjectionOverflow[] {
  if (after === before) return [];
  const droppedItems = itemsLeft(before).left - itemsLeft(after).left;
  return [{ label: before.measured.block.name, droppedItems, droppedTokens: tokensOf(before) - tokensOf(after) }];
}

const own = shedOrder.map((name) => contributorTable.find((row) => row.name === name)?.priority ?? 0);

/**
 * Where a block stands in the shed order: contributed ones before all of ours. One whose priority the user changed stands before the first
 * of higher priority.
 */
function place({ measured: { block } }: Choice): number {
  const at = (shedOrder as readonly string[]).indexOf(block.name);
  if (at === -1 || own[at] === block.priority) return at;
  const above = own.findIndex((priority) => priority > block.priority);
  return (above === -1 ? own.length : above) - 0.5;
}

/** In shed order; ties by priority. */
function sheddable(choices: readonly Choice[]): Choice[] {
  return choices
    .filter((choice) => isProjected(choice) && choice.version !== undefined && !neverShed.has(choice.measured.block.name))
    .sort((a, b) => place(a) - place(b) || a.measured.block.priority - b.measured.block.priority);
}

/** What stays of a block in any case. */
const leastOf = ({ measured }: Choice): Choice => ({ measured, version: measured.isMandatory ? measured.least : undefined });

function hold(choice: Choice, least: Choice, limit: number, budget: number): Choice {
  const version = choice.measured.versionFor(limit, choice.version) ?? least.version;
  return chooseVersion(choice, version, 'projection', `what is injected may use ${formatTokens(budget)} tokens`);
}
