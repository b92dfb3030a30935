import { formsOf } from './block.ts';
import type { MeasuredBlock, Version } from './measure.ts';
import { noTokens, type Tokens } from './tokens.ts';

/** Which limit cut or dropped a block. */
export type Limit = 'layer' | 'projection' | 'budget';

/** A block on its way through FIT, PROJECT and ADMIT: the version chosen so far, `undefined` for dropped. */
export interface Choice {
  readonly measured: MeasuredBlock;
  readonly version: Version | undefined;
  /** The limit that made it what it is; absent while it is whole. */
  readonly limit?: Limit;
  readonly why?: string;
}

export const tokensOf = ({ version }: Choice): Tokens => version?.tokens ?? noTokens;

export const isWhole = ({ measured, version }: Choice): boolean => version === measured.whole;

export const totalOf = (choices: Iterable<Choice>): number => {
  let total = 0;
  for (const choice of choices) total += tokensOf(choice);
  return total;
};

/** The same block in another version; it carries a limit only while it is less than whole. */
export function chooseVersion(choice: Choice, version: Version | undefined, limit: Limit, why: string): Choice {
  if (version === choice.version) return choice;
  const { measured } = choice;
  return version === measured.whole ? { measured, version } : { measured, version, limit, why };
}

/** How many of the block's items are in, and how many there are. */
export function itemsLeft({ measured: { block }, version }: Choice): { left: number; of: number } {
  const forms = version === undefined ? [] : formsOf(block, version.selection);
  return { left: forms.filter((form) => form !== undefined).length, of: block.items.length };
}

/** Mandatory ones first, then by priority; the order given (table order) breaks ties. */
export function admissionOrder(choices: readonly Choice[]): Choice[] {
  const mandatory = choices.filter(({ measured }) => measured.isMandatory);
  const others = choices.filter(({ measured }) => !measured.isMandatory);
  return [...mandatory, ...others.sort((a, b) => b.measured.block.priority - a.measured.block.priority)];
}
