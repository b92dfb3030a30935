import assert from 'node:assert/strict';
import { shortTime } from '../../../src/editor/views/format.ts';

describe('the time of a compaction', () => {
  const now = new Date(2026, 2, 14, 18, 0);
  const times: readonly (readonly [how: string, when: Date, shown: RegExp])[] = [
    ['a time alone today', new Date(2026, 2, 14, 13, 30), /^\D*1?\d:30\D*$/u],
    ['with the day before', new Date(2026, 2, 13, 13, 30), /^(?=.*\b13\b).*, 1?\d:30\D*$/u],
    ['with the year in another one', new Date(2025, 2, 13, 13, 30), /^(?=.*\b13\b)(?=.*2025).*, 1?\d:30\D*$/u],
  ];
  for (const [how, when, shown] of times) {
    it(`is ${how}`, () => {
      assert.match(shortTime(when.toISOString(), now), shown);
    });
  }
});
