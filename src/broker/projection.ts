import { chooseStep, itemsLeft, tokensOf, totalOf, type Choice } from './choice.ts';
import { neverShed, shedOrder, stablePrompt } from './table.ts';

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
 * PROJECT: holds what is injected on top of the stable prompt to `budget` tokens. Sheds in the fixed order, contributed blocks first,
 * within a block the lowest-ranked row first, then the block; mandatory and pinned blocks not below their least.
 * What may never be shed is delivered even over the budget.
 */
export function project(choices: readonly Choice[], budget: number): { choices: Choice[]; projection: Projection } {
  let result = [...choices];
  const overflow: ProjectionOverflow[] = [];
  for (const victim of sheddable(choices)) {
    const excess = totalOf(result.filter(isProjected)) - budget;
    if (excess <= 0) break;
    const next = shed(victim, tokensOf(victim) - excess, budget);
    if (next === victim) continue;
    overflow.push({
      label: victim.measured.block.name,
      droppedItems: itemsLeft(victim).left - itemsLeft(next).left,
      droppedTokens: tokensOf(victim) - tokensOf(next),
    });
    result = result.map((choice) => (choice === victim ? next : choice));
  }
  return { choices: result, projection: { budget, used: totalOf(result.filter(isProjected)), overflow } };
}

function sheddable(choices: readonly Choice[]): Choice[] {
  const place = ({ measured }: Choice): number => (shedOrder as readonly string[]).indexOf(measured.block.name);
  return choices
    .filter((choice) => isProjected(choice) && choice.step !== undefined && !neverShed.has(choice.measured.block.name))
    .sort((a, b) => place(a) - place(b) || a.measured.block.priority - b.measured.block.priority);
}

function shed(choice: Choice, limit: number, budget: number): Choice {
  const { measured } = choice;
  const least = measured.isMandatory ? measured.leastStep : undefined;
  const step = measured.stepFor(limit, choice.step ?? 0) ?? least;
  return chooseStep(choice, step, 'projection', `what is injected may use ${String(budget)} tokens`);
}
