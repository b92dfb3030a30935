import assert from 'node:assert/strict';
import fc from 'fast-check';
import { trimToBudget } from '../../../src/broker/trim.ts';
import { tokens, type TokenCounter } from '../../../src/broker/tokens.ts';
import { createCounter } from '../../../src/tokens/counter.ts';
import { characters } from './helpers.ts';

const two = 'One. Two.\n\nThree words here.';

describe('trimToBudget', () => {
  const cases: readonly (readonly [title: string, text: string, budget: number, expected: string])[] = [
    ['gives text within budget as it is', two, 100, two],
    ['keeps trailing white space of text within budget', 'a \n', 3, 'a \n'],
    ['gives nothing for a budget of 0', two, 0, ''],
    ['gives nothing for a negative budget', two, -1, ''],
    ['cuts at whole paragraphs first', two, 20, 'One. Two.'],
    ['then at whole sentences', two, 6, 'One.'],
    ['then at whole words', 'several words without a stop', 16, 'several words'],
    ['at last within a word', 'indivisible', 4, 'indi'],
    ['never half a surrogate pair', '😀😀', 3, '😀'],
    ['gives nothing where not even a pair fits', '😀😀', 1, ''],
    ['takes blank lines with white space in them as paragraphs', 'A b.\n \t\nC d. E f.', 8, 'A b.'],
  ];
  for (const [title, text, budget, expected] of cases) {
    it(title, () => {
      assert.equal(trimToBudget(text, budget, characters), expected);
    });
  }
  it('gives text of which not one word fits whole, without the hard limit', () => {
    assert.equal(trimToBudget('indivisible', 4, characters, false), 'indivisible');
  });

  const prose = fc
    .array(fc.constantFrom('word', 'a', 'längeres', '.', '! ', ' ', '\n', '\n\n', '😀', '中文', '\ud800'), { maxLength: 60 })
    .map((parts) => parts.join(''));

  it('is never over budget, is a prefix, and gives no less for more (characters)', () => {
    fc.assert(
      fc.property(prose, fc.nat(60), fc.nat(20), (text, budget, more) => {
        const [less, larger] = [trimToBudget(text, budget, characters), trimToBudget(text, budget + more, characters)];
        assert.ok(less.length <= budget);
        assert.ok(text.startsWith(less) && larger.startsWith(less));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is never over budget with a real encoding', async () => {
    const encoding = await createCounter('o200k_base');
    const counter: TokenCounter = { name: encoding.name, approximate: false, count: (text) => tokens(encoding.count(text)) };
    fc.assert(
      fc.property(prose, fc.nat(40), (text, budget) => {
        assert.ok(counter.count(trimToBudget(text, budget, counter)) <= budget);
      }),
      { numRuns: 2_000 },
    );
  });

  it('handles a megabyte without a joint', () => {
    assert.equal(trimToBudget('x'.repeat(1_000_000), 10, characters).length, 10);
  });
});
