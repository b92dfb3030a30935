import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ask, newChat, textsOf, lastRequest, transcript } from './chat';
import { settingsDuring, userValue, workspaceValue } from './settings';
import { turnOf } from './turns';

const run = async (command: string, ...args: unknown[]): Promise<void> => {
  await vscode.commands.executeCommand(`contextBroker.${command}`, ...args);
};

describe('settings', () => {
  beforeEach(newChat);

  it('that are bad cost a degraded row each, never the turn', async () => {
    const bad = {
      'projection.percent': 'plenty',
      'budget.marginPercent': 900,
      estimator: 'abacus',
      'layers.ast': -1,
      'contributors.pinned': 'ast',
      'contributors.timeLimit': null,
      'index.exclude': 7,
    };
    await settingsDuring(bad, async () => {
      const result = await ask('@broker hello');
      assert.equal(result.errorDetails, undefined);
      const { trace } = await turnOf(result);
      for (const name of Object.keys(bad).filter((one) => one !== 'contributors.timeLimit'))
        assert.ok(
          trace.degraded.some((what) => what.includes(`contextBroker.${name}`)),
          `${name} is not in ${trace.degraded.join('\n')}`,
        );
      assert.equal(trace.estimator.name, 'o200k_base');
      assert.match(await transcript(), /\d+ degraded/);
    });
  });

  it('Set Budget Share and Set Layer Budget keep a number within its range', async () => {
    const cases = [
      ['setBudgetShare', [40], 'projection.percent', 40],
      ['setBudgetShare', [900], 'projection.percent', 100],
      ['setBudgetShare', [-3], 'projection.percent', 0],
      ['setLayerBudget', ['ast', 123.4], 'layers.ast', 123],
      ['setLayerBudget', ['ast', 1e9], 'layers.ast', 1_000_000],
    ] as const;
    for (const [command, args, setting, expected] of cases) {
      await run(command, ...args);
      assert.equal(userValue(setting), expected, `${command} ${String(args)}`);
      assert.equal(workspaceValue(setting), undefined);
    }
    await run('resetBudgets');
    assert.deepEqual([userValue('projection.percent'), userValue('layers.ast')], [undefined, undefined]);
  });

  it('chars/4 marks every number as approximate', async () => {
    await run('chooseEstimator', 'chars/4');
    try {
      const { trace } = await turnOf(await ask('@broker hello'));
      assert.equal(trace.estimator.approximate, true);
      const sent = textsOf(await lastRequest());
      const total = sent.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0);
      assert.ok(Math.abs(total - trace.admittedTotal) <= trace.admitted.length);
      assert.match(await transcript(), /~[\d,]+ of [\d,]+ tokens/);
    } finally {
      await run('chooseEstimator', 'o200k_base');
    }
  });

  it('a pinned contributor must go in, an excluded one is not asked', async () => {
    const block = { turnId: '', name: 'ast' };
    await run('pinBlock', block);
    assert.deepEqual(userValue('contributors.pinned'), ['ast']);
    const pinned = await turnOf(await ask('@broker the cart'));
    assert.equal(pinned.trace.blocks.find(({ name }) => name === 'ast')?.pinned, true);
    await run('excludeBlock', block);
    assert.deepEqual([userValue('contributors.pinned'), userValue('contributors.excluded')], [[], ['ast']]);
    const excluded = await turnOf(await ask('@broker the cart'));
    assert.deepEqual(excluded.trace.excluded, ['ast']);
    assert.ok(!excluded.trace.blocks.some(({ name }) => name === 'ast'));
    await run('includeBlock', block);
    assert.deepEqual(userValue('contributors.excluded'), []);
    await run('resetBudgets');
  });

  it('commands say so when they are called with nothing to act on', async () => {
    for (const command of ['openBlock', 'copyBlock', 'pinBlock', 'revealSource', 'openPrompt']) await run(command);
  });
});
