import assert from 'node:assert/strict';
import { extractSignals } from '../../../src/signals/extractSignals.ts';
import { unitsOf } from '../../../src/signals/units.ts';

const unitsIn = (text: string): (readonly unknown[])[] =>
  unitsOf(extractSignals('a.ts', text), text.split('\n')).map(({ name, names, range }) => [name, names, ...range]);

const conflict = (ours: string, theirs: string): string => `<<<<<<< HEAD\n${ours}\n=======\n${theirs}\n>>>>>>> theirs\n`;

describe('a file that a merge left in conflict', () => {
  it('offers each conflict whole, with what it cuts through', () => {
    const text = `export const a = 1;\n\n${conflict('export const b = 2;', 'export const b = 3;')}\nexport function c() {\n${conflict('  d();', '  e();')}}\nexport const f = 4;\n`;
    assert.deepEqual(unitsIn(text), [
      ['a', ['a'], 1, 2],
      ['merge conflict', ['merge conflict', 'b'], 3, 8],
      ['merge conflict', ['merge conflict', 'c'], 9, 15],
      ['f', ['f'], 16, 16],
    ]);
  });

  it('is a file like any other where the marks are text', () => {
    const text = 'export const a = `\n <<<<<<< HEAD\n`;\nexport const b = 1;\n>>>>>>>\n';
    assert.ok(unitsIn(text).every(([name]) => name !== 'merge conflict'));
  });
});
