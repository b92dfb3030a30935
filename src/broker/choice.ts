import { formsAt } from './block.ts';
import type { MeasuredBlock } from './measure.ts';
import { noTokens, type Tokens } from './tokens.ts';

/** Which limit cut or dropped a block. */
export type Limit = 'layer' | 'projection' | 'budget';

/** A block on its way through FIT, PROJECT and ADMIT: the version chosen so far, `undefined` for dropped. */
export interface Choice {
  readonly measured: MeasuredBlock;
  readonly step: number | undefined;
  /** The limit that made it what it is; absent while it is whole. */
  readonly limit?: Limit;
  readonly why?: string;
}

export const tokensOf = ({ measured, step }: Choice): Tokens => (step === undefined ? noTokens : measured.at(step));

export const totalOf = (choices: Iterable<Choice>): number => {
  let total = 0;
  for (const choice of choices) total += tokensOf(choice);
  return total;
};

/** The same block at `step`; it carries a limit only while it is less than whole. */
export function chooseStep(choice: Choice, step: number | undefined, limit: Limit, why: string): Choice {
  if (step === choice.step) return choice;
  return step === 0 ? { measured: choice.measured, step } : { measured: choice.measured, step, limit, why };
}

/** How many of the block's items are in, and how many there are. */
export function itemsLeft({ measured, step }: Choice): { left: number; of: number } {
  const { block } = measured;
  return { left: step === undefined ? 0 : formsAt(block, step).filter((form) => form !== undefined).length, of: block.items.length };
}

/** Mandatory ones first, then by priority; the order given (table order) breaks ties. */
export function admissionOrder(choices: readonly Choice[]): Choice[] {
  const mandatory = choices.filter(({ measured }) => measured.isMandatory);
  const others = choices.filter(({ measured }) => !measured.isMandatory);
  return [...mandatory, ...others.sort((a, b) => b.measured.block.priority - a.measured.block.priority)];
}
