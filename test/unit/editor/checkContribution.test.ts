import assert from 'node:assert/strict';
import fc from 'fast-check';
import { checkContribution, mostCharacters, mostItems } from '../../../src/editor/contributed/checkContribution.ts';

const good = { title: 'Tickets', reason: 'of the branch', items: ['SHOP-1', { label: 'SHOP-2', text: 'slow' }] };

describe('a contribution', () => {
  it('of texts and labelled texts is taken as plain data', () => {
    const given = { ...good, source: 'tickets', items: [...good.items, { label: 'a', text: 'b', path: 'src/a.ts', more: () => 1 }] };
    assert.deepEqual(checkContribution(given), {
      title: 'Tickets',
      reason: 'of the branch',
      source: 'tickets',
      items: [{ text: 'SHOP-1' }, { label: 'SHOP-2', text: 'slow' }, { label: 'a', text: 'b', path: 'src/a.ts' }],
    });
  });

  for (const nothing of [undefined, null, { ...good, items: [] }, { ...good, items: ['', ' \n'] }]) {
    it(`of ${nothing === undefined ? 'nothing' : JSON.stringify(nothing)} is none`, () => {
      assert.equal(checkContribution(nothing), undefined);
    });
  }

  const bad: readonly (readonly [given: unknown, why: RegExp])[] = [
    [7, /gave number, not \{ title, reason, items \}/],
    ['text', /gave string/],
    [() => good, /gave function/],
    [{}, /gave no title/],
    [{ ...good, title: ' ' }, /gave no title/],
    [{ ...good, reason: undefined }, /gave no reason/],
    [{ ...good, source: 7 }, /source that is no text/],
    [{ ...good, items: 'SHOP-1' }, /gave no list of items/],
    [{ ...good, items: { length: 1, 0: 'a' } }, /gave no list of items/],
    [{ ...good, items: ['a', 7] }, /neither text nor \{ label, text \}: number 2/],
    [{ ...good, items: [{ text: 'no label' }] }, /number 1/],
    [{ ...good, items: [{ label: 'a', text: 'b', path: 7 }] }, /number 1/],
    [{ ...good, items: Array.from({ length: mostItems + 1 }, () => 'a') }, /gave 201 items, more than 200/],
    [{ ...good, items: ['x'.repeat(mostCharacters)] }, /characters, more than 100000/],
    [{ ...good, title: 'x'.repeat(mostCharacters) }, /characters, more than 100000/],
  ];
  for (const [given, why] of bad) {
    it(`is refused with a reason: ${String(why)}`, () => {
      const said = checkContribution(given);
      assert.ok(typeof said === 'string');
      assert.match(said, why);
    });
  }

  it('is well-formed text with plain line breaks, whatever was given', () => {
    assert.deepEqual(checkContribution({ ...good, items: ['a\r\nb\rc \ud83d'] }), { ...good, items: [{ text: 'a\nb\nc \ufffd' }] });
  });

  it('crosses to the engine and stays within the caps, or is refused, or is none', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.anything(), fc.record({ title: fc.string(), reason: fc.string(), items: fc.array(fc.anything()) })),
        (given) => {
          const said = checkContribution(given);
          if (typeof said !== 'object') return;
          assert.deepEqual(structuredClone(said), said);
          assert.ok(said.items.length <= mostItems && said.items.every(({ text }) => text.length <= mostCharacters));
        },
      ),
    );
  });
});
