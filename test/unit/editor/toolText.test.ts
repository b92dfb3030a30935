import assert from 'node:assert/strict';
import fc from 'fast-check';
import { heading, line, rows, whole, withinBudget, type Count, type Part } from '../../../src/editor/tools/toolText.ts';

const characters: Count = (text) => Promise.resolve(text.length);
const parts: readonly Part[] = [heading('Two files call it:'), ...rows(['- a.ts:1', '- b.ts:2', '- c.ts:3'], '')];

describe('the result of a tool', () => {
  it('that fits is given whole, text of files in a fence', async () => {
    const text = 'Two files call it:\n```\n- a.ts:1\n- b.ts:2\n- c.ts:3\n```\n';
    assert.equal(await withinBudget(parts, 200, characters), text);
    assert.equal(whole(parts), text);
  });

  it('that does not fit is cut by whole rows, its fence closed, and says what was cut', async () => {
    const many: readonly Part[] = [
      heading('They call it:'),
      ...rows(
        Array.from({ length: 40 }, (_, place) => `- file ${String(place)}.ts`),
        '',
      ),
    ];
    assert.equal(
      await withinBudget(many, 150, characters),
      'They call it:\n```\n- file 0.ts\n- file 1.ts\n- file 2.ts\n- file 3.ts\n- file 4.ts\n- file 5.ts\n```\n(Cut to 150 tokens: 34 of 43 lines are left out.)\n',
    );
  });

  it('of prose is cut by whole paragraphs', async () => {
    const text = `${'First. '.repeat(10)}\n\n${'Second. '.repeat(40)}\n`;
    const cut = await withinBudget([{ text, cut: 'prose', fence: 'SKILL.md' }], 200, characters);
    assert.match(cut, /^```md\n(?:First\. ?){10}\n```\n\(Cut to 200 tokens: \d+ of \d+ lines are left out\.\)\n$/u);
  });

  it('of one long line says how many characters are missing', async () => {
    const cut = await withinBudget([{ text: 'A word and more. '.repeat(40), cut: 'prose' }], 120, characters);
    assert.match(cut, /^A word and more\.[^]*\n\(Cut to 120 tokens: \d+ of 680 characters are left out\.\)\n$/u);
  });

  it('passes over a piece that cannot be cut, and gives the smaller ones behind it', async () => {
    const pieces: readonly Part[] = [line('a'), { text: 'x'.repeat(500), cut: 'never' }, line('b')];
    assert.match(await withinBudget(pieces, 80, characters), /^a\nb\n\(Cut to 80 tokens/u);
  });

  it('says nothing about cutting where only that would fit', async () => {
    assert.equal(await withinBudget([line('One file calls it.'), ...parts], 20, characters), 'One file calls it.\n');
    assert.equal(await withinBudget(parts, 0, characters), '');
    assert.equal(await withinBudget(parts, -1, characters), '');
  });

  it('has no heading without what it leads, at any budget, and is a sentence where nothing fits', async () => {
    const sections: readonly Part[] = [
      line('retry (a.ts:1)'),
      heading('Called by:'),
      ...rows(['- main (b.ts:12)', '- test (c.ts:3)']),
      heading('Calls:'),
      ...rows(['- wait (d.ts:4)']),
      heading('Prose:'),
      { text: 'One sentence. And another one.\n', cut: 'prose' },
    ];
    const seen = new Set<string>();
    for (let budget = 0; budget <= 200; budget++) {
      const text = await withinBudget(sections, budget, characters);
      seen.add(text);
      assert.doesNotMatch(text, /:\n(?!- |One)/u, String(budget));
    }
    assert.ok(seen.has('') && seen.has('Nothing fits.\n') && seen.has('retry (a.ts:1)\n') && seen.has(whole(sections)));
  });

  it('is never over its budget, however tokens are counted', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '`', '.', '語', '😀'), maxLength: 300 });
    const part = fc.record({
      text,
      cut: fc.constantFrom('never', 'lines', 'prose'),
      fence: fc.constantFrom('', 'a.ts'),
      leads: fc.boolean(),
    }) as fc.Arbitrary<Part>;
    const counters: readonly Count[] = [
      characters,
      (given) => Promise.resolve(Math.ceil(given.length / 4)),
      (given) => Promise.resolve(Buffer.byteLength(given)),
      (given) => Promise.resolve(given.split(/\s+/u).length),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.array(part, { maxLength: 5 }),
        fc.integer({ min: -5, max: 400 }),
        fc.constantFrom(...counters),
        async (given, budget, count) => {
          const cut = await withinBudget(given, budget, count);
          assert.ok(cut === '' || (await count(cut)) <= budget);
          assert.doesNotMatch(cut, /\p{Surrogate}/u);
        },
      ),
    );
  });
});
