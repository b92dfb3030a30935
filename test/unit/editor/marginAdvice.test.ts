import assert from 'node:assert/strict';
import { marginAdvice } from '../../../src/editor/chat/marginAdvice.ts';

type Turn = Parameters<typeof marginAdvice>[0][number];

const turn = (drift: number | undefined, id = 'model', margin = 500): Turn => ({
  model: { id, vendor: 'v', family: '' },
  window: { tokens: 10_000, kind: 'input', source: 'test' },
  margin,
  ...(drift === undefined ? {} : { calibration: { measured: 4_000, served: 4_000 + drift, drift, source: 'endpoint' } }),
});

describe('advice on the margin', () => {
  const cases: readonly (readonly [title: string, latestFirst: Turn[], expected: number | undefined])[] = [
    ['is given after three turns that were off by more than the margin', [turn(800), turn(900), turn(700)], 10],
    ['is not given after two', [turn(800), turn(900)], undefined],
    ['is not given where one of the three was within it', [turn(800), turn(500), turn(700)], undefined],
    ['is not given where we counted too much', [turn(-800), turn(-900), turn(-900)], undefined],
    [
      'passes over turns of other models and turns without a count',
      [turn(800), turn(0, 'other'), turn(undefined), turn(900), turn(700)],
      10,
    ],
    ['waits for a turn that was counted', [turn(undefined), turn(800), turn(900), turn(700)], undefined],
    ['is never more than half of the window', [turn(9_000), turn(9_000), turn(9_000)], 50],
    ['is not given where there is no turn', [], undefined],
  ];
  for (const [title, turns, expected] of cases) {
    it(title, () => {
      assert.equal(marginAdvice(turns), expected);
    });
  }
});
