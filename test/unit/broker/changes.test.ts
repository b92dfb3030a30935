import assert from 'node:assert/strict';
import { changesBetween } from '../../../src/broker/changes.ts';
import { changeText } from '../../../src/broker/changesText.ts';
import type { BlockTrace } from '../../../src/broker/trace.ts';

type Sent = Pick<BlockTrace, 'name' | 'tokens' | 'items' | 'textHash' | 'admitted'>;

const block = (name: string, tokens: number, sent: number, textHash = `${name} ${String(tokens)}`): BlockTrace => {
  const known: Sent = { name, tokens, items: { sent, collected: 9 }, textHash, admitted: tokens > 0 };
  return known as BlockTrace;
};
const texts = (before: readonly BlockTrace[], after: readonly BlockTrace[]): string[] =>
  changesBetween({ blocks: before }, { blocks: after }).map(changeText);

describe('the changes between two turns', () => {
  const cases: readonly (readonly [title: string, before: BlockTrace[], after: BlockTrace[], expected: string[]])[] = [
    ['nothing for the same text', [block('ast', 40, 4)], [block('ast', 40, 4)], []],
    ['a block that is new', [], [block('ast', 40, 4)], ['add ast (40)']],
    ['a block that is gone', [block('graph', 1_240, 4)], [], ['drop graph (1,240)']],
    ['a block that was collected and not sent', [block('graph', 1_240, 4)], [block('graph', 0, 0)], ['drop graph (1,240)']],
    ['a block that is still left out', [block('graph', 0, 0)], [block('graph', 0, 0, 'x')], []],
    ['fewer items', [block('semantic', 900, 7)], [block('semantic', 590, 5)], ['shrink semantic by 2 hits (310)']],
    ['the same items, shorter', [block('code', 900, 7)], [block('code', 590, 7)], ['shrink code (310)']],
    ['one more item', [block('ast', 30, 3)], [block('ast', 40, 4)], ['grow ast by 1 row (10)']],
    ['another text of the same size', [block('user', 5, 1, 'a')], [block('user', 5, 1, 'b')], ['change user']],
    [
      'the largest change first, ties by name',
      [block('b', 10, 1), block('a', 10, 1), block('c', 500, 1)],
      [],
      ['drop c (500)', 'drop a (10)', 'drop b (10)'],
    ],
  ];
  for (const [title, before, after, expected] of cases) {
    it(`name ${title}`, () => {
      assert.deepEqual(texts(before, after), expected);
    });
  }
});
