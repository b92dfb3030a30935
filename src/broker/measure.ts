import { segmentsOf, wholeOf, type Block, type Form, type Selection } from './block.ts';
import { sumTokens, type TokenCounter, type Tokens } from './tokens.ts';

/** One size of a block: what is in, and its tokens as counted from its text. */
export interface Version {
  readonly selection: Selection;
  readonly tokens: Tokens;
}

/** A block with its sizes: `versionFor` gives the best that fits a limit. */
export class MeasuredBlock {
  readonly block: Block;
  readonly whole: Version;
  /** The smallest version that leaves something: what a mandatory block may shrink to. */
  readonly least: Version;
  readonly #counter: TokenCounter;
  readonly #beside: Tokens;
  readonly #parts: Parts;

  constructor(block: Block, counter: TokenCounter) {
    this.block = block;
    this.#counter = counter;
    this.#beside = counter.count(block.beside ?? '');
    this.#parts = new Parts(block, counter, this.#beside);
    this.whole = this.#version(wholeOf(block));
    const least = block.mandatory === 'yes' ? wholeOf(block) : this.#parts.least;
    this.least = isSame(least, this.whole.selection) ? this.whole : this.#version(least);
  }

  /** What travels beside the prompt, in every version. */
  get beside(): Tokens {
    return this.#beside;
  }

  /** Always goes in, in some version. */
  get isMandatory(): boolean {
    return isMandatory(this.block);
  }

  /** May not be cut at all. */
  get isWhole(): boolean {
    return this.least === this.whole;
  }

  /**
   * The best version within `limit` that has nothing that `most` has not; `undefined` where none fits. A larger limit never gives fewer
   * tokens: the first part that it takes and a smaller one did not take alone makes up for all that is passed over later.
   */
  versionFor(limit: number, most: Version = this.whole): Version | undefined {
    if (most.tokens <= limit) return most;
    let allowed = limit;
    for (;;) {
      const selection = this.#parts.fill(allowed, most.selection);
      if (selection === undefined) return undefined;
      const version = this.#version(selection);
      if (version.tokens <= limit) return version;
      allowed -= version.tokens - limit; // the parts do not quite add up
    }
  }

  #version(selection: Selection): Version {
    const texts = segmentsOf(this.block, selection);
    return { selection, tokens: sumTokens([...texts.map((text) => this.#counter.count(text)), this.#beside]) };
  }
}

const isMandatory = ({ mandatory, pinned }: Block): boolean => mandatory !== 'no' || pinned;

const isSame = (a: Selection, b: Selection): boolean => a.every((form, index) => form === b[index]);

/** The parts of a block with their sizes, counted one by one. */
class Parts {
  /** After the whole ladder: what never leaves; where nothing is left, what leaves last. */
  readonly least: Selection;
  readonly #block: Block;
  readonly #sizes: readonly (readonly number[])[];
  readonly #groupSizes: readonly number[];
  readonly #headSize: number;
  /** What every version has: by item its form after the whole ladder, its number of forms where it is out; of a mandatory block the least. */
  readonly #base: readonly number[];

  constructor(block: Block, counter: TokenCounter, beside: number) {
    this.#block = block;
    this.#sizes = block.items.map(({ forms }) => forms.map((form) => formSize(form, counter)));
    this.#groupSizes = block.items.map(({ group }) => (group === undefined ? 0 : counter.count(group.head) + counter.count(group.tail)));
    this.#headSize = (block.position === 'history' ? 0 : counter.count(block.head)) + beside;
    const base = block.items.map(() => 0);
    for (const index of block.ladder) base[index] = (base[index] ?? 0) + 1;
    const down = base.map((form, index) => Math.min(form, this.#formsOf(index)));
    const last = this.#isEmpty(down) ? block.ladder.at(-1) : undefined;
    const least = down.map((form, index) => (index === last ? this.#formsOf(index) - 1 : form));
    this.least = this.#selectionOf(least);
    this.#base = isMandatory(block) ? least : down;
  }

  /** Gives room part by part, from the end of the ladder on; what does not fit is passed over. */
  fill(allowed: number, most: Selection): Selection | undefined {
    const at = [...this.#base];
    const groups = new Set(this.#block.items.flatMap(({ group }, index) => (at[index] === this.#formsOf(index) ? [] : [group])));
    let used = this.#headSize + at.reduce((sum, form, index) => sum + (this.#sizes[index]?.[form] ?? 0), 0);
    used += sumOf([...groups].map((group) => this.#groupSizes[this.#block.items.findIndex((item) => item.group === group)] ?? 0));
    if (!this.#isEmpty(at) && used > allowed) return undefined;
    for (const index of [...this.#block.ladder].reverse()) {
      const form = (at[index] ?? 0) - 1;
      if (form < (most[index] ?? this.#formsOf(index))) continue;
      const group = this.#block.items[index]?.group;
      const opens = group !== undefined && !groups.has(group) ? (this.#groupSizes[index] ?? 0) : 0;
      const gain = (this.#sizes[index]?.[form] ?? 0) - (this.#sizes[index]?.[form + 1] ?? 0) + opens;
      if (used + gain > allowed) {
        if (this.#block.gapless === true) break;
        continue;
      }
      at[index] = form;
      used += gain;
      groups.add(group);
    }
    return this.#isEmpty(at) ? undefined : this.#selectionOf(at);
  }

  #formsOf(index: number): number {
    return this.#sizes[index]?.length ?? 0;
  }

  #isEmpty(at: readonly number[]): boolean {
    return at.every((form, index) => form >= this.#formsOf(index));
  }

  #selectionOf(at: readonly number[]): Selection {
    return at.map((form, index) => (form < this.#formsOf(index) ? form : undefined));
  }
}

const sumOf = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0);

const formSize = ({ messages, text }: Form, counter: TokenCounter): number =>
  sumTokens((messages?.map(({ content }) => content) ?? [text]).map((part) => counter.count(part)));
