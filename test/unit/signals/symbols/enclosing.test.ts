import assert from 'node:assert/strict';
import fc from 'fast-check';
import { extractSignals } from '../../../../src/signals/extractSignals.ts';
import { nameAround } from '../../../../src/signals/symbols/enclosing.ts';
import { namesByLine } from '../../../../src/signals/symbols/symbolSource.ts';

describe('the names of all lines', () => {
  it('are those of each line', () => {
    const line = fc.constantFrom(
      'class A {',
      'f() {',
      'function g() {',
      'const h = () => {',
      'namespace N {',
      '}',
      'x();',
      '',
      'on(function k() {',
      '});',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const signals = extractSignals('a.ts', lines.join('\n'));
        const names = namesByLine(signals);
        for (let at = 0; at <= lines.length + 1; at++) assert.equal(names[at], nameAround(signals, at));
      }),
      { numRuns: 300 },
    );
  });
});
