import assert from 'node:assert/strict';
import path from 'node:path';
import { modelSelected, selectModel, sendChat } from '../editor/lib/chat.mjs';
import { inputBox, openView, pane, quickPick, runCommand, screenshot, setTheme, treeLocator, treeRows } from '../editor/lib/workbench.mjs';
import { demoProject, temporaryFolder } from '../editor/lib/workspace.mjs';
import { useEditor } from './editor.mjs';

const view = 'Context Trace';
const question = '@broker why does the retry logic give up after one attempt?';

describe('Tweak Budgets, by somebody who has never seen it', () => {
  const editor = useEditor({
    folder: () => demoProject(path.join(temporaryFolder(), 'viem')),
    // In a window of 8,192 tokens what layers reserve decides, once the share of injected context does not.
    settings: { 'contextBroker.projection.percent': 0 },
  });
  const row = (label) =>
    treeLocator(editor.page, view)
      .filter({ has: editor.page.locator('.label-name', { hasText: new RegExp(`^${label}$`) }) })
      .first();
  const descriptionOf = async (label) => (await treeRows(editor.page, view)).find((one) => one.label === label)?.description;
  const pick = (text) => editor.page.locator('.quick-input-list .monaco-list-row', { hasText: text });
  const toast = (text) => editor.page.locator('.notification-toast', { hasText: text });
  const budgetFrame = async () => {
    await editor.page.waitForFunction(() => document.querySelector('iframe.webview.ready') !== null);
    for (let tries = 0; tries < 100; tries++) {
      for (const frame of editor.page.frames())
        if (frame.url().includes('fake.html') && (await frame.locator('.row').count()) > 0) return frame;
      await editor.page.waitForTimeout(100);
    }
    throw new Error('the Budget view shows no figures');
  };

  it('halves the AST layer for this chat in three choices, sees beforehand what would be lost, and undoes it with the fourth', async () => {
    await openView(editor.page, view);
    await modelSelected(editor.page);
    await selectModel(editor.page, 'Scripted 8k (test only)');
    await sendChat(editor.page, question);
    await row('ast').waitFor();
    await runCommand(editor.page, 'Context Broker: Tweak Budgets…');
    await pick(/^ast.*\d+ of \d+ · default/).waitFor();
    await screenshot(editor.page, 'tweak-budgets-1');
    await quickPick(editor.page, 'ast');
    const half = pick(/^Half/);
    await half.filter({ hasText: /Would shrink ast by \d+ rows? \(\d+\)/ }).waitFor();
    await screenshot(editor.page, 'tweak-budgets-2');
    await half.click();
    await editor.page.locator('.quick-input-title', { hasText: /^ast: \d+ to \d+ tokens$/ }).waitFor();
    await pick('This chat').waitFor();
    await screenshot(editor.page, 'tweak-budgets-3');
    await pick('This chat').click();
    await toast(/ast: \d+ to \d+ tokens, in this chat/).waitFor();
    await toast('in this chat').getByText('Undo', { exact: true }).click();
    await runCommand(editor.page, 'Context Broker: Tweak Budgets…');
    await pick(/^ast.* · default/).waitFor();
    await editor.page.keyboard.press('Escape');
  });

  it('says in the next turn what has changed since the one before', async () => {
    await runCommand(editor.page, 'Context Broker: Tweak Budgets…');
    await quickPick(editor.page, 'ast');
    await editor.page.locator('.quick-input-title', { hasText: 'Layer ast' }).waitFor();
    await quickPick(editor.page, 'Nothing');
    await pick('This chat').click();
    await sendChat(editor.page, question);
    await row('ast').filter({ hasText: 'no room in its layer' }).waitFor();
    assert.match(await descriptionOf('Since the turn before'), /^\d+ blocks changed$/);
    await row('Since the turn before').click();
    await row('ast dropped \\(\\d+\\)').waitFor();
    await runCommand(editor.page, 'Context Broker: Undo Budget Change');
  });

  it('shows a figure that is absurd as what it is clamped to', async () => {
    await runCommand(editor.page, 'Context Broker: Set Layer Budget');
    await quickPick(editor.page, 'semantic');
    await editor.page.locator('.quick-input-title', { hasText: 'Layer semantic' }).waitFor();
    await editor.page.locator('.quick-input-widget input').first().fill('999,999,999');
    await pick('999,999,999 was clamped to 7,783: the whole budget').waitFor();
    await editor.page.keyboard.press('Escape');
  });

  it('goes back a step', async () => {
    await runCommand(editor.page, 'Context Broker: Tweak Budgets…');
    await quickPick(editor.page, 'graph');
    await editor.page.locator('.quick-input-title', { hasText: 'Layer graph' }).waitFor();
    await editor.page.locator('.quick-input-titlebar .codicon-quick-input-back').click();
    await editor.page.locator('.quick-input-title', { hasText: 'Tweak Budgets' }).waitFor();
    await editor.page.keyboard.press('Escape');
  });

  it('edits a budget in place in the Budget view, tried first, and undoes it there', async () => {
    await runCommand(editor.page, 'Context Broker: Focus on Budget View');
    await pane(editor.page, view).locator('.pane-header').click();
    const frame = await budgetFrame();
    const field = frame.locator('[id="field-layers.ast"]');
    const line = frame.locator('.row', { has: field });
    await frame.getByText(/tokens sent, \d+ % of a window of 8,192/).waitFor();
    await frame.getByText(/^Since the turn before: \d+ changed$/).click();
    await frame.getByText(/^Context [0-9a-f]{16}, before [0-9a-f]{16}$/).waitFor();
    await frame.locator('[id="field-budget.reservePercent"]').waitFor();
    await frame.locator('[id="field-budget.marginPercent"]').waitFor();
    assert.ok((await frame.getByRole('meter').count()) >= 12, 'layers have no bars');
    const before = await field.inputValue();
    await field.fill('20');
    await line.getByText(/^Would (drop|shrink) ast/).waitFor();
    await screenshot(editor.page, 'budget-tried');
    await field.press('Enter');
    await line.getByText('set for this chat').waitFor();
    assert.equal(await field.inputValue(), '20');
    await frame.getByRole('button', { name: 'Undo' }).click();
    await line.getByText('set for this chat').waitFor({ state: 'hidden' });
    assert.equal(await field.inputValue(), before);
    await field.fill('many');
    await line.getByText('A number such as 3000').waitFor();
    await field.press('Escape');
    assert.equal(await field.inputValue(), before);
    for (const theme of ['dark', 'hc', 'light']) {
      await setTheme(editor.page, theme);
      await screenshot(editor.page, `budget-${theme}`);
    }
    await pane(editor.page, 'Budget').locator('.pane-header').click();
    await pane(editor.page, view).locator('.pane-header').click();
  });

  it('filters the trace, and says so', async () => {
    const all = (await treeRows(editor.page, view)).length;
    await runCommand(editor.page, 'Context Broker: Filter Trace…');
    await editor.page.locator('.quick-input-title', { hasText: 'Filter Trace' }).waitFor();
    await inputBox(editor.page, '400');
    await editor.page.locator('.pane-header', { hasText: 'from 400 tokens' }).waitFor();
    await treeLocator(editor.page, view)
      .filter({ hasText: /smaller blocks?/ })
      .first()
      .waitFor();
    await runCommand(editor.page, 'Context Broker: Filter Trace…');
    await quickPick(editor.page, 'Left out only');
    await editor.page.locator('.pane-header', { hasText: 'left out only' }).waitFor();
    await row('code').waitFor({ state: 'detached' });
    await runCommand(editor.page, 'Context Broker: Clear Trace Filter');
    await row('code').waitFor();
    assert.equal((await treeRows(editor.page, view)).length, all);
  });

  it('offers to unpin what does not fit, and nothing was sent', async () => {
    await runCommand(editor.page, 'Context Broker: Pin Contributor');
    await quickPick(editor.page, 'code');
    await editor.page.keyboard.press('Enter');
    await toast('Pinned: code').first().waitFor();
    await selectModel(editor.page, 'Scripted 4k');
    const asked = editor.requests().length;
    const answer = await sendChat(editor.page, `@broker retry ${'🦩'.repeat(1_280)}`);
    await answer.getByText('Nothing was sent').first().waitFor();
    assert.match(await answer.innerText(), /The largest: your request [\d,]+, the code block [\d,]+ \(pinned\)/);
    await answer.getByRole('button', { name: /^Unpin code \([\d,]+\)$/ }).click();
    await toast('Nothing is pinned now').first().waitFor();
    assert.equal(editor.requests().length, asked);
  });
});
