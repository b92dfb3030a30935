import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Trace } from '../../src/broker/trace.ts';
import { ask, inWorkspace, newChat, scriptedRequests } from './chat';
import { userValue, workspaceValue } from './settings';
import { recordedTurns, turnOf } from './turns';

const run = async (command: string, ...args: unknown[]): Promise<void> => {
  await vscode.commands.executeCommand(`contextBroker.${command}`, ...args);
};
const asked = async (query = '@broker the total of a cart', model = 'echo'): Promise<Trace> =>
  (await turnOf(await ask(query, { model }))).trace;
const reservedForAst = async (): Promise<number> => (await asked()).layers.ast.reserved;

describe('budgets', () => {
  beforeEach(newChat);
  afterEach(() => run('resetBudgets'));

  it('of one chat hold there alone, and can be undone', async () => {
    const before = await reservedForAst();
    await run('setLayerBudget', 'ast', 2_500, 'chat');
    assert.equal(await reservedForAst(), Math.floor(before / 2));
    assert.deepEqual([userValue('layers.ast'), workspaceValue('layers.ast')], [undefined, undefined]);
    await newChat();
    assert.equal(await reservedForAst(), before);
  });

  it('are taken back by Undo Budget Change, the latest first', async () => {
    const before = await reservedForAst();
    await run('setLayerBudget', 'ast', 2_500, 'chat');
    await run('setLayerBudget', 'ast', 4_000, 'user');
    await run('undoBudgetChange');
    assert.equal(userValue('layers.ast'), undefined);
    await run('undoBudgetChange');
    assert.equal(await reservedForAst(), before);
  });

  it('are not undone where they have been changed since', async () => {
    await run('setLayerBudget', 'ast', 2_500, 'user');
    await vscode.workspace.getConfiguration('contextBroker').update('layers.ast', 9_999, vscode.ConfigurationTarget.Global);
    await run('undoBudgetChange');
    assert.equal(userValue('layers.ast'), 9_999);
  });

  it('changed at the same time are all made, and undone one after the other', async () => {
    await asked();
    await Promise.all([run('pinContributor', 'ast', true, 'user'), run('pinContributor', 'graph', true, 'user')]);
    assert.deepEqual(userValue('contributors.pinned'), ['ast', 'graph']);
    await Promise.all([run('setLayerBudget', 'ast', 2_500, 'user'), run('setLayerBudget', 'ast', 4_000, 'user')]);
    assert.equal(userValue('layers.ast'), 4_000);
    await run('undoBudgetChange');
    assert.equal(userValue('layers.ast'), 2_500);
    await run('undoBudgetChange');
    assert.equal(userValue('layers.ast'), undefined);
  });

  it('stay as they are where a command is given what means nothing', async () => {
    await asked();
    for (const [command, ...args] of [
      ['setPriority', 'ast', '50', 'user'],
      ['setPriority', 'ast', NaN, 'user'],
      ['excludeContributor', 'ast', 'false', 'user'],
      ['pinContributor', 'ast', 0, 'user'],
      ['setLayerBudget', 'ast', 100, 'nowhere'],
    ] as const)
      await run(command, ...args);
    for (const name of ['contributors.priorities', 'contributors.excluded', 'contributors.pinned', 'layers.ast'])
      assert.equal(userValue(name), undefined, name);
  });

  it('of the workspace and the user are settings', async () => {
    await run('setBudgetShare', 40, 'workspace');
    assert.deepEqual([workspaceValue('projection.percent'), userValue('projection.percent')], [40, undefined]);
    await run('applyPreset', 'lean', 'user');
    assert.equal(userValue('layers.semantic'), 6_000);
    await run('undoBudgetChange');
    assert.equal(userValue('layers.semantic'), undefined);
    await run('undoBudgetChange');
    assert.equal(workspaceValue('projection.percent'), undefined);
  });

  it('give a contributor another priority, pin it or exclude it, by a key', async () => {
    await asked();
    await run('setPriority', 'ast', 500, 'chat');
    assert.equal((await asked()).blocks.find(({ name }) => name === 'ast')?.priority, 100);
    await run('setPriority', 'ast', undefined, 'chat');
    await run('pinContributor', 'graph', true, 'chat');
    await run('excludeContributor', 'ast', true, 'chat');
    const trace = await asked();
    assert.deepEqual(trace.excluded, ['ast']);
    assert.notEqual(trace.blocks.find(({ name }) => name === 'graph')?.pinned, false);
    assert.deepEqual([userValue('contributors.excluded'), userValue('contributors.pinned')], [undefined, undefined]);
  });

  it('with every block pinned and too small a window send nothing, name the largest blocks and offer to unpin them', async () => {
    const uri = inWorkspace('src', 'cart.ts');
    const { blocks } = (await turnOf(await ask('@broker the total of a cart', { attach: [uri] }))).trace;
    for (const { name } of blocks) if (!['persona', 'user', 'tools'].includes(name)) await run('pinContributor', name, true, 'chat');
    const [sent, recorded] = [(await scriptedRequests()).length, (await recordedTurns()).length];
    const result = await ask(`@broker the total of a cart ${'and more '.repeat(1_900)}`, { model: '4k', attach: [uri] });
    const message = result.errorDetails?.message ?? '';
    assert.match(message, /Nothing was sent: what must go in needs [\d,]+ tokens, and the input budget is 3,[\d]+/);
    assert.match(message, /The largest: your request [\d,]+, [^]*\(pinned\)[^]*Unpin a contributor/);
    assert.deepEqual([(await scriptedRequests()).length, (await recordedTurns()).length], [sent, recorded]);
  });

  it('say so where there is no chat to change anything for', async () => {
    await run('applyPreset', 'no such preset', 'user');
    await run('setPriority', 'user', 3, 'user');
    assert.equal(userValue('contributors.priorities'), undefined);
  });
});
