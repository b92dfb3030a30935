import assert from 'node:assert/strict';
import fc from 'fast-check';
import { approvalKey, latestRun, parseNote, type ApprovalNote } from '../../../src/session/approval.ts';

const note = (key: string, state: ApprovalNote['state'], receipt?: string): ApprovalNote => ({
  key,
  tool: 'tick',
  state,
  at: '2026-01-01T00:00:00.000Z',
  ...(receipt === undefined ? {} : { receipt }),
});

/** The same value, its names in another order at every depth. */
function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, one]) => [name, shuffled(one)]),
  );
}

describe('the key of an approval', () => {
  it('does not depend on the order of names', () => {
    fc.assert(
      fc.property(
        fc.json().map((text): unknown => JSON.parse(text)),
        (input) => {
          assert.equal(approvalKey('tick', shuffled(input)), approvalKey('tick', input));
        },
      ),
    );
  });

  const different: readonly (readonly [unknown, unknown])[] = [
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { b: 1 }],
    [{ a: 1 }, [['a', 1]]],
    [[1, 2], [2, 1]],
    [{ a: '1' }, { a: 1 }],
    [{}, []],
  ]; // prettier-ignore
  for (const [one, other] of different) {
    it(`is another for ${JSON.stringify(one)} than for ${JSON.stringify(other)}`, () => {
      assert.notEqual(approvalKey('tick', one), approvalKey('tick', other));
    });
  }

  it('is another for another tool', () => {
    assert.notEqual(approvalKey('tick', {}), approvalKey('untick', {}));
  });
});

describe('the record of approvals', () => {
  it('tells how far the latest run for a key has come', () => {
    const notes = [note('a', 'executing'), note('b', 'executing'), note('a', 'consumed', 'PLAN.md:3')];
    assert.deepEqual(latestRun(notes, 'a'), note('a', 'consumed', 'PLAN.md:3'));
    assert.deepEqual(latestRun(notes, 'b'), note('b', 'executing'));
    assert.equal(latestRun(notes, 'c'), undefined);
  });

  it('has whole notes alone', () => {
    assert.deepEqual(parseNote(note('a', 'consumed', 'x')), note('a', 'consumed', 'x'));
    for (const value of [null, 7, {}, { ...note('a', 'executing'), state: 'approved?' }, { ...note('a', 'consumed'), receipt: 1 }])
      assert.equal(parseNote(value), undefined);
  });
});
