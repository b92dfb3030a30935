import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Warmth } from '../../../src/editor/chat/warmth.ts';

const minute = 60_000;

const shown = (warmth: Warmth, now: number): string[] =>
  warmth.places(now).map(({ path, line, weight, edited }) => `${path}:${String(line)} ${weight.toFixed(2)}${edited ? ' edited' : ''}`);

describe('where a person worked', () => {
  type Act =
    | readonly [what: 'edit' | 'visit', path: string, line: number, at: number]
    | readonly ['shift', path: string, after: number, lines: number];
  const cases: readonly (readonly [title: string, acts: readonly Act[], now: number, expected: readonly string[]])[] = [
    [
      'an edit counts three times a visit',
      [
        ['edit', 'a', 1, 0],
        ['visit', 'b', 1, 0],
      ],
      0,
      ['a:1 3.00 edited', 'b:1 1.00'],
    ],
    ['after ten minutes half is left', [['edit', 'a', 1, 0]], 10 * minute, ['a:1 1.50 edited']],
    [
      'the latest counts most',
      [
        ['visit', 'a', 1, 0],
        ['visit', 'b', 1, 10 * minute],
      ],
      10 * minute,
      ['b:1 1.00', 'a:1 0.50'],
    ],
    [
      'and more counts more',
      [
        ['visit', 'a', 1, 0],
        ['visit', 'a', 1, 0],
        ['visit', 'a', 1, 0],
        ['visit', 'b', 1, 10 * minute],
      ],
      10 * minute,
      ['a:1 1.50', 'b:1 1.00'],
    ],
    ['what is old is not told', [['edit', 'a', 1, 0]], 60 * minute, []],
    [
      'lines close by are one place, the last one',
      [
        ['visit', 'a', 10, 0],
        ['visit', 'a', 13, 0],
      ],
      0,
      ['a:13 2.00'],
    ],
    [
      'lines apart are two',
      [
        ['visit', 'a', 10, 0],
        ['visit', 'a', 14, 0],
      ],
      0,
      ['a:10 1.00', 'a:14 1.00'],
    ],
    [
      'the same line of another file is another place',
      [
        ['visit', 'a', 1, 0],
        ['visit', 'b', 1, 0],
      ],
      0,
      ['a:1 1.00', 'b:1 1.00'],
    ],
    [
      'a visit adds to an edit',
      [
        ['edit', 'a', 1, 0],
        ['visit', 'a', 1, 0],
      ],
      0,
      ['a:1 4.00 edited'],
    ],
    [
      'lines above move a place, others do not',
      [
        ['visit', 'a', 10, 0],
        ['shift', 'a', 3, 5],
        ['shift', 'a', 20, 5],
        ['shift', 'b', 1, 5],
      ],
      0,
      ['a:15 1.00'],
    ],
    [
      'lines that go take it to where they were',
      [
        ['visit', 'a', 10, 0],
        ['shift', 'a', 8, -6],
      ],
      0,
      ['a:8 1.00'],
    ],
  ];
  for (const [title, acts, now, expected] of cases) {
    it(title, () => {
      const warmth = new Warmth();
      for (const [what, path, line, last] of acts) warmth[what](path, line, last);
      assert.deepEqual(shown(warmth, now), expected);
    });
  }

  it('is one edit while keys are typed in one go', () => {
    const warmth = new Warmth();
    for (const at of [0, 500, 1_400]) warmth.edit('a', 1, at);
    assert.ok(Math.abs((warmth.places(1_400)[0]?.weight ?? 0) - 3) < 0.01);
  });

  it('names the files that were edited, the last one first, for an hour', () => {
    const warmth = new Warmth();
    warmth.edit('a', 1, 0);
    warmth.edit('b', 1, minute);
    warmth.edit('a', 100, 2 * minute);
    warmth.visit('c', 1, 3 * minute);
    assert.deepEqual(warmth.edited(3 * minute), ['a', 'b']);
    assert.deepEqual(warmth.edited(62 * minute), ['a']);
  });

  it('is told of fifty places at most, the warmest first, whatever was done', () => {
    const act = fc.record({
      path: fc.constantFrom('a', 'b', 'c'),
      line: fc.integer({ min: 1, max: 3_000 }),
      wait: fc.nat(minute),
      edit: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(act, { maxLength: 400 }), (acts) => {
        const warmth = new Warmth();
        let now = 0;
        for (const { path, line, wait, edit } of acts) {
          now += wait;
          if (edit) warmth.edit(path, line, now);
          else warmth.visit(path, line, now);
        }
        const all = warmth.places(now);
        assert.ok(all.length <= 50);
        for (const [place, { weight, line }] of all.entries()) {
          assert.ok(weight > 0 && line > 0);
          assert.ok(place === 0 || weight <= (all[place - 1]?.weight ?? 0));
        }
        const last = acts.at(-1);
        if (last) assert.ok(all.some(({ path, line }) => path === last.path && line === last.line) || all.length === 50);
      }),
    );
  });
});
