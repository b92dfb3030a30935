import { formatTokens } from './formatTokens.ts';
import { admissionOrder, chooseVersion, tokensOf, type Choice } from './choice.ts';
import type { MeasuredBlock, Version } from './measure.ts';

/** Mandatory blocks do not fit. Nothing is sent and nothing is truncated. */
export interface ContextOverflowError {
  readonly kind: 'ContextOverflowError';
  /** The block that is over the budget alone, else the largest mandatory one. */
  readonly block: string;
  readonly tokens: number;
  /** All mandatory blocks together, in their smallest versions. */
  readonly mandatoryTokens: number;
  /** What blocks may use: the input budget less the messages' overhead. */
  readonly budget: number;
}

export type Admission = { readonly kind: 'admitted'; readonly choices: Choice[] } | ContextOverflowError;

/**
 * ADMIT: mandatory blocks first, in order, then the others by priority, highest first, while `budget` lasts. What does not fit whole
 * tries its smaller versions, then is dropped, and the next is tried. Of two budgets, the first block in this order that differs is
 * larger under the larger one.
 */
export function admit(choices: readonly Choice[], budget: number): Admission {
  const order = admissionOrder(choices);
  const mandatory = order.filter(({ measured }) => measured.isMandatory);
  const overflow = overflowOf(mandatory, budget);
  if (overflow !== undefined) return overflow;
  let promised = mandatory.reduce((sum, { measured }) => sum + measured.least.tokens, 0);
  let left = budget;
  const admitted = new Map<MeasuredBlock, Choice>();
  for (const choice of order) {
    const { measured } = choice;
    if (measured.isMandatory) promised -= measured.least.tokens;
    const next = choice.version === undefined ? choice : shrink(choice, choice.version, left - promised);
    left -= tokensOf(next);
    admitted.set(measured, next);
  }
  return { kind: 'admitted', choices: choices.map((choice) => admitted.get(choice.measured) ?? choice) };
}

function shrink(choice: Choice, most: Version, limit: number): Choice {
  const { measured } = choice;
  const version = measured.versionFor(limit, most) ?? (measured.isMandatory ? measured.least : undefined);
  return chooseVersion(choice, version, 'budget', `${formatTokens(limit)} tokens of the input budget were left`);
}

function overflowOf(mandatory: readonly Choice[], budget: number): ContextOverflowError | undefined {
  const sizes = mandatory.map(({ measured }) => ({ name: measured.block.name, least: measured.least.tokens }));
  const total = sizes.reduce((sum, { least }) => sum + least, 0);
  if (total <= budget) return undefined;
  const largest = sizes.reduce((a, b) => (b.least > a.least ? b : a));
  return { kind: 'ContextOverflowError', block: largest.name, tokens: largest.least, mandatoryTokens: total, budget };
}
