import assert from 'node:assert/strict';
import fc from 'fast-check';
import { budgetFor, projectionFor, type Window } from '../../../src/broker/budget.ts';
import { defaultReservations, layers, reservationsFor } from '../../../src/broker/layers.ts';
import { Ledger } from '../../../src/broker/ledger.ts';

const reserve = { minimum: 2_048, percent: 25, marginPercent: 5 };
const share = { codePercent: 25, otherPercent: 8, minimum: 4_000 };
const window = (tokens: number, kind: Window['kind'] = 'total'): Window => ({ tokens, kind, source: 'test' });

describe('the input budget', () => {
  const cases: readonly (readonly [window: number, reserve: number, margin: number, budget: number])[] = [
    [2_048, 1_024, 102, 922],
    [4_096, 2_048, 204, 1_844],
    [8_192, 2_048, 409, 5_735],
    [32_768, 8_192, 1_638, 22_938],
    [128_000, 32_000, 6_400, 89_600],
    [1_000_000, 250_000, 50_000, 700_000],
  ];
  for (const [tokens, kept, margin, budget] of cases) {
    it(`of a window of ${String(tokens)} is the window less min(max(2048, window / 4), window / 2) and window / 20`, () => {
      assert.deepEqual(budgetFor(window(tokens), reserve), { budget, reserve: kept, margin });
    });
  }
  it('reserves nothing where the window excludes the output', () => {
    assert.deepEqual(budgetFor(window(128_000, 'input'), reserve), { budget: 121_600, reserve: 0, margin: 6_400 });
  });
});

describe('the projection share', () => {
  const cases: readonly (readonly [
    title: string,
    window: number,
    budget: number,
    command: string,
    settings: object,
    share: number | undefined,
  ])[] = [
    ['is 25 % of the window for a plain question', 128_000, 89_600, '', {}, 32_000],
    ['is 25 % for /fix', 128_000, 89_600, 'fix', {}, 32_000],
    ['is 8 % for /plan', 128_000, 89_600, 'plan', {}, 10_240],
    ['is at least 4,000', 32_768, 22_938, 'plan', {}, 4_000],
    ['is at most half the budget', 8_192, 5_735, '', {}, 2_867],
    ['is unbounded at 0', 128_000, 89_600, '', { codePercent: 0 }, undefined],
    ['is what is given in tokens, whatever the percent', 128_000, 89_600, '', { tokens: 8_000, codePercent: 0 }, 8_000],
    ['may be nothing at all', 128_000, 89_600, '', { tokens: 0 }, 0],
  ];
  for (const [title, tokens, budget, command, settings, expected] of cases) {
    it(title, () => {
      assert.equal(projectionFor(tokens, budget, command, { ...share, ...settings }), expected);
    });
  }
});

describe('layer reservations', () => {
  it('are the defaults at the budget of a 128,000-token window, 88,000 in all', () => {
    assert.deepEqual(reservationsFor(89_600).reservations, defaultReservations);
    assert.equal(
      Object.values(defaultReservations).reduce<number>((a, b) => a + b, 0),
      88_000,
    );
  });
  it('scale as floor(default * budget / 89,600)', () => {
    assert.equal(reservationsFor(22_938).reservations.ast, Math.floor((5_000 * 22_938) / 89_600));
  });
  it('never exceed the budget, whatever the user sets, and name what was clamped', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.dictionary(fc.constantFrom(...layers), fc.integer({ min: 0, max: 1_000_000 })),
        (budget, set) => {
          const { reservations, clamped } = reservationsFor(budget, set);
          assert.ok(layers.reduce((sum, layer) => sum + reservations[layer], 0) <= budget);
          for (const layer of clamped) assert.ok(reservations[layer] < Math.floor(((set[layer] ?? 0) * budget) / 89_600));
        },
      ),
    );
  });
  it('leave the user the figure that was set while there is room for it', () => {
    const { reservations, clamped } = reservationsFor(89_600, { ast: 20_000 });
    assert.equal(reservations.ast, 20_000);
    assert.deepEqual(clamped, []);
    assert.ok(reservations.semantic < defaultReservations.semantic);
  });
});

describe('the ledger refuses', () => {
  const { reservations } = reservationsFor(89_600);
  const cases: readonly (readonly [title: string, act: (ledger: Ledger) => void, message: RegExp])[] = [
    [
      'a negative spend',
      (ledger) => {
        ledger.spend('ast', -1);
      },
      /not a token count/,
    ],
    [
      'a fraction',
      (ledger) => {
        ledger.spend('ast', 0.5);
      },
      /not a token count/,
    ],
    [
      'an unknown layer',
      (ledger) => {
        ledger.spend('nothing' as 'ast', 1);
      },
      /unknown layer: nothing/,
    ],
    [
      'a layer over its reservation',
      (ledger) => {
        ledger.spend('ast', 5_001);
      },
      /ast may spend 5000 tokens, not 5001/,
    ],
    [
      'a layer over its reservation bit by bit',
      (ledger) => {
        ledger.spend('ast', 5_000);
        ledger.spend('ast', 1);
      },
      /not 5001/,
    ],
    [
      'lending what a layer does not have',
      (ledger) => {
        ledger.lend('plan', 'ast', 2_001);
      },
      /plan has 2000 tokens to lend/,
    ],
    [
      'lending what is reserved as unreserved',
      (ledger) => {
        ledger.lend(undefined, 'ast', 1_601);
      },
      /1600 tokens to lend/,
    ],
    [
      'lending what was spent',
      (ledger) => {
        ledger.spend('plan', 1_500);
        ledger.lend('plan', 'ast', 501);
      },
      /500 tokens to lend/,
    ],
  ];
  for (const [title, act, message] of cases) {
    it(title, () => {
      assert.throws(() => {
        act(new Ledger(89_600, reservations));
      }, message);
    });
  }
  it('reservations over the budget, naming the sum and the budget', () => {
    assert.throws(() => new Ledger(80_000, reservations), /88000 tokens, the budget has 80000/);
  });
  it('a sum over the total less the overhead, even where every layer has room', () => {
    const ledger = new Ledger(88_000, reservations, 10);
    for (const layer of layers.filter((one) => one !== 'user')) ledger.spend(layer, reservations[layer]);
    assert.throws(() => {
      ledger.spend('user', 8_000);
    }, /the budget of 88000 tokens is spent/);
    ledger.spend('user', 7_990);
    assert.equal(ledger.remaining, 0);
  });
  it('nothing that was borrowed', () => {
    const ledger = new Ledger(89_600, reservations);
    ledger.lend('plan', 'ast', 2_000);
    ledger.spend('ast', 7_000);
    assert.deepEqual(ledger.accounts().ast, { reserved: 5_000, lent: 2_000, spent: 7_000 });
    assert.deepEqual(ledger.accounts().plan, { reserved: 2_000, lent: -2_000, spent: 0 });
  });
});
