import { segmentsAt, type Block } from './block.ts';
import { sumTokens, tokens, type TokenCounter, type Tokens } from './tokens.ts';

/** A block with its sizes: `at(step)` counts exactly what would be sent, `stepFor` finds the largest version within a limit. */
export class MeasuredBlock {
  readonly block: Block;
  /** The last step that leaves something. */
  readonly lastStep: number;
  readonly #counter: TokenCounter;
  readonly #beside: Tokens;
  readonly #exact = new Map<number, Tokens>();
  readonly #estimates: readonly number[];

  constructor(block: Block, counter: TokenCounter) {
    this.block = block;
    this.#counter = counter;
    this.#beside = counter.count(block.beside ?? '');
    const { estimates, lastStep } = estimateSteps(block, counter);
    this.#estimates = estimates;
    this.lastStep = lastStep;
  }

  /** What travels beside the prompt, in every version. */
  get beside(): Tokens {
    return this.#beside;
  }

  /** Always goes in, in some version. */
  get isMandatory(): boolean {
    return this.block.mandatory !== 'no' || this.block.pinned;
  }

  /** May not be cut at all. */
  get isWhole(): boolean {
    return this.block.mandatory === 'yes' || this.lastStep === 0;
  }

  /** The smallest version that a mandatory block may shrink to. */
  get leastStep(): number {
    return this.isWhole ? 0 : this.lastStep;
  }

  /** Tokens of the version after `step` steps, counted from its text. */
  at(step: number): Tokens {
    const known = this.#exact.get(step);
    if (known !== undefined) return known;
    const count = sumTokens([...segmentsAt(this.block, step).map((text) => this.#counter.count(text)), this.#beside]);
    this.#exact.set(step, count);
    return count;
  }

  /**
   * The first step from `from` on whose version is within `limit`; `undefined` where even the last one is not.
   * Item sums say where to begin, counting the text decides; a larger limit never gives a later step.
   */
  stepFor(limit: number, from = 0): number | undefined {
    let step = from;
    while (step <= this.lastStep && (this.#estimates[step] ?? 0) > limit) step++;
    while (step <= this.lastStep && this.at(step) > limit) step++;
    return step <= this.lastStep ? step : undefined;
  }
}

function estimateSteps(block: Block, counter: TokenCounter): { estimates: number[]; lastStep: number } {
  const sizes = block.items.map((item) => item.forms.map((form) => formSize(form.messages?.map((m) => m.content) ?? [form.text], counter)));
  const at = block.items.map(() => 0);
  let left = block.items.length;
  let sum: number =
    tokens(sizes.reduce((all, forms) => all + (forms[0] ?? 0), 0)) + counter.count(block.head) + counter.count(block.beside ?? '');
  const estimates = [sum];
  for (const index of block.ladder) {
    const form = at[index] ?? 0;
    const [before, after] = [sizes[index]?.[form] ?? 0, sizes[index]?.[form + 1]];
    at[index] = form + 1;
    if (after === undefined) left--;
    if (left === 0) break;
    sum -= before - (after ?? 0);
    estimates.push(sum);
  }
  return { estimates, lastStep: estimates.length - 1 };
}

const formSize = (texts: readonly string[], counter: TokenCounter): number => sumTokens(texts.map((text) => counter.count(text)));
