import assert from 'node:assert/strict';
import { daysFilter, rangeFilter } from '../../../src/editor/commands/archive/dateFilter.ts';

const local = (year: number, month: number, day: number): string => new Date(year, month - 1, day).toISOString();

describe('the filter of the archive by date', () => {
  const ranges: readonly (readonly [text: string, from: string | undefined, to: string | undefined, label: string])[] = [
    ['2026-01-31', local(2026, 1, 31), local(2026, 2, 1), 'on 2026-01-31'],
    ['2026-01-01..2026-01-31', local(2026, 1, 1), local(2026, 2, 1), '2026-01-01 to 2026-01-31'],
    [' 2026-01-01 to 2026-01-02 ', local(2026, 1, 1), local(2026, 1, 3), '2026-01-01 to 2026-01-02'],
    ['2026-01-01 – 2026-01-02', local(2026, 1, 1), local(2026, 1, 3), '2026-01-01 to 2026-01-02'],
    ['2026-01-01..', local(2026, 1, 1), undefined, 'since 2026-01-01'],
    ['..2025-12-31', undefined, local(2026, 1, 1), 'until 2025-12-31'],
  ];
  for (const [text, from, to, label] of ranges) {
    it(`takes ${JSON.stringify(text)} for whole days of the local clock`, () => {
      assert.deepEqual(rangeFilter(text), { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }), label });
    });
  }

  for (const text of [
    '',
    '..',
    'soon',
    '2026-02-30',
    '2026-13-01',
    '2026-01-02..2026-01-01',
    '2026-01-01..2026-01-02..2026-01-03',
    '2026-1-1',
  ]) {
    it(`takes ${JSON.stringify(text)} for nothing`, () => {
      assert.equal(rangeFilter(text), undefined);
    });
  }

  it('counts today as the first of the last days', () => {
    const now = new Date(2026, 2, 1, 9, 30);
    assert.deepEqual(daysFilter(1, now), { from: local(2026, 3, 1), label: 'today' });
    assert.deepEqual(daysFilter(7, now), { from: local(2026, 2, 23), label: 'last 7 days' });
  });
});
