import fc from 'fast-check';
import { dropLastFirst, type Block, type Draft, type Form, type Item } from '../../../src/broker/block.ts';
import type { Choice } from '../../../src/broker/choice.ts';
import { MeasuredBlock } from '../../../src/broker/measure.ts';
import { contributorTable, type ContributorRow } from '../../../src/broker/table.ts';
import { tokens, type TokenCounter } from '../../../src/broker/tokens.ts';

/** A character is a token: every expected number can be read. */
export const characters: TokenCounter = { name: 'characters', approximate: false, count: (text) => tokens(text.length) };

export const item = (...sizes: readonly number[]): Item => {
  const forms = sizes.map((size, place): Form => ({ name: `form ${String(place)}`, text: 'x'.repeat(Math.max(0, size)) }));
  return { label: 'item', forms: forms as [Form, ...Form[]] };
};

export const draft = (items: readonly Item[], more: Partial<Draft> = {}): Draft => ({
  source: 'test',
  reason: 'test',
  head: '',
  items,
  ...more,
});

export const rowOf = (name: string): ContributorRow => {
  const row = contributorTable.find((one) => one.name === name);
  if (row === undefined) throw new Error(`no row ${name}`);
  return row;
};

export const block = (name: string, items: readonly Item[], more: Partial<Block> = {}): Block => ({
  ...rowOf(name),
  ...draft(items),
  ladder: dropLastFirst(items),
  pinned: false,
  origin: '',
  ...more,
});

export const choice = (one: Block): Choice => {
  const measured = new MeasuredBlock(one, characters);
  return { measured, version: measured.whole };
};

/** Random items whose forms only shrink. */
const anyItem = (most: number): fc.Arbitrary<Item> =>
  fc.array(fc.integer({ min: 1, max: most }), { minLength: 1, maxLength: 3 }).map((sizes) => item(...sizes.sort((a, b) => b - a)));

/** Random blocks, at most one a contributor, in table order; mandatory ones keep their least. */
export const anyBlocks = (most = 400): fc.Arbitrary<Block[]> =>
  fc
    .tuple(
      ...contributorTable.map((row) =>
        fc.option(fc.tuple(fc.array(anyItem(most), { minLength: 1, maxLength: 6 }), fc.boolean()), { nil: undefined }).map((made) => {
          if (made === undefined) return [];
          const [items, pinned] = made;
          const isPinned = pinned && row.mandatory === 'no' && row.name === 'ast';
          return [block(row.name, items, { pinned: isPinned, ...(row.mandatory === 'yes' ? { ladder: [] } : {}) })];
        }),
      ),
    )
    .map((all) => all.flat());
