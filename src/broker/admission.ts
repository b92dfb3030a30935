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
  /** The largest of them, the largest first: what to unpin or to shorten. */
  readonly largest: readonly { readonly name: string; readonly tokens: number; readonly pinned: boolean }[];
  /** What blocks may use: the input budget less the messages' overhead. */
  readonly budget: number;
}

const mostNamed = 4;

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
  const sizes = mandatory.map(({ measured: { block, least } }) => ({ name: block.name, tokens: least.tokens, pinned: block.pinned }));
  const total = sizes.reduce((sum, { tokens }) => sum + tokens, 0);
  if (total <= budget) return undefined;
  const largest = sizes.sort((a, b) => b.tokens - a.tokens).slice(0, mostNamed);
  const { name = '', tokens = 0 } = largest[0] ?? {};
  return { kind: 'ContextOverflowError', block: name, tokens, mandatoryTokens: total, largest, budget };
}
