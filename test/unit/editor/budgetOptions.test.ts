import assert from 'node:assert/strict';
import { defaultReservations, referenceBudget } from '../../../src/broker/layers.ts';
import { clampedTokens, parseAmount, scaled, settingFor } from '../../../src/editor/budget/layerTokens.ts';
import { contributorOptions, listChanges, priorityOption } from '../../../src/editor/budget/contributorOptions.ts';
import { layerOptionFor, layerOptions, typedLayerOption, typedShareOption } from '../../../src/editor/budget/options.ts';
import { presets } from '../../../src/editor/budget/presets.ts';

const budget = 121_600;
const ast = { layer: 'ast', setting: 5_000, initial: 5_000, budget } as const;

describe('a typed budget', () => {
  const amounts: readonly (readonly [typed: string, amount: ReturnType<typeof parseAmount>])[] = [
    ['3000', { tokens: 3_000 }],
    [' 3,000 ', { tokens: 3_000 }],
    ['12_500', { tokens: 12_500 }],
    ['3k', { tokens: 3_000 }],
    ['1.5K', { tokens: 1_500 }],
    ['5 %', { percent: 5 }],
    ['0', { tokens: 0 }],
    ['-5', { tokens: -5 }],
    ['', undefined],
    ['lots', undefined],
    ['1e9', undefined],
    ['5 %%', undefined],
  ];
  for (const [typed, amount] of amounts) {
    it(`${JSON.stringify(typed)} is ${JSON.stringify(amount)}`, () => {
      assert.deepEqual(parseAmount(typed), amount);
    });
  }

  it('is held between nothing and the budget, and says so', () => {
    assert.deepEqual(clampedTokens({ tokens: 400_000 }, budget), {
      tokens: budget,
      note: '400,000 was clamped to 121,600: the whole budget',
    });
    assert.deepEqual(clampedTokens({ tokens: -3 }, budget), { tokens: 0, note: '-3 was clamped to 0: less is not possible' });
    assert.deepEqual(clampedTokens({ percent: 10 }, budget), { tokens: 12_160 });
  });

  it('becomes the setting that reserves at least as much', () => {
    for (const tokens of [0, 1, 777, 3_392, 60_000, budget]) assert.ok(scaled(settingFor(tokens, budget), budget) >= tokens);
    for (const tokens of [0, 1, 777, 2_000]) assert.equal(scaled(settingFor(tokens, 4_000), 4_000), tokens);
  });
});

describe('the choices for a budget', () => {
  it('of a layer are half, double, default and nothing, in tokens of the window in use', () => {
    assert.deepEqual(
      layerOptions({ ...ast, setting: 2_500 }).map(({ label, description, changes }) => [label, description, changes[0]?.value]),
      [
        ['Half', '1,696 tokens', 1_250],
        ['Double', '6,785 tokens', 5_000],
        ['Default', '6,785 tokens', 5_000],
        ['Nothing', '0 tokens', 0],
      ],
    );
  });

  it('say what is changed, and what was clamped', () => {
    const option = typedLayerOption(ast, { tokens: 500_000 });
    assert.deepEqual([option.what, option.note], ['ast: 6,785 to 121,600 tokens', '500,000 was clamped to 121,600: the whole budget']);
    assert.match(layerOptionFor('ast', 2e9, { minimum: 0, maximum: 1_000_000 }).note ?? '', /clamped to 1,000,000/);
    assert.deepEqual(typedShareOption(25, 101).note, '101 was clamped to 100 %');
    assert.deepEqual(typedShareOption(25, -1).changes, [{ name: 'projection.percent', value: 0 }]);
    assert.equal(typedShareOption(25, 40).note, undefined);
  });

  it('of a contributor pin it or take it out of the pins, and never leave it in both lists', () => {
    const chosen = { pinned: ['ast'], excluded: ['graph'], priorities: { code: 3 } };
    assert.equal(contributorOptions(chosen, 'ast')[0]?.label, 'Unpin');
    assert.deepEqual(listChanges('excluded', ['graph', 'ast'], chosen), [
      { name: 'contributors.excluded', value: ['graph', 'ast'] },
      { name: 'contributors.pinned', value: [] },
    ]);
    assert.deepEqual(priorityOption(chosen, 'ast', 500).changes[0]?.value, { code: 3, ast: 100 });
    assert.deepEqual(priorityOption(chosen, 'code', undefined).changes[0]?.value, {});
  });
});

describe('every preset', () => {
  for (const { name, values } of presets) {
    it(`${name} sets the same settings as the others, within the budget of a 128,000-token window`, () => {
      assert.deepEqual(Object.keys(values), [...Object.keys(defaultReservations).map((layer) => `layers.${layer}`), 'projection.percent']);
      const sum = Object.entries(values).reduce((all, [setting, value]) => all + (setting.startsWith('layers.') ? Number(value) : 0), 0);
      assert.ok(sum <= referenceBudget, String(sum));
    });
  }
});
