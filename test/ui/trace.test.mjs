import assert from 'node:assert/strict';
import path from 'node:path';
import { workbenchReady } from '../editor/lib/browser.mjs';
import { modelSelected, selectModel, sendChat } from '../editor/lib/chat.mjs';
import {
  inputBox,
  openView,
  pane,
  quickPick,
  quickPickLabels,
  runCommand,
  screenshot,
  setTheme,
  treeLocator,
  treeRows,
} from '../editor/lib/workbench.mjs';
import { demoProject, temporaryFolder } from '../editor/lib/workspace.mjs';
import { useEditor } from './editor.mjs';

const view = 'Context Trace';
const question = 'why does the retry logic give up after one attempt?';

describe('the Context Trace of a question about a real project', () => {
  const editor = useEditor({ folder: () => demoProject(path.join(temporaryFolder(), 'viem')) });
  let answer;

  const row = (label) =>
    treeLocator(editor.page, view)
      .filter({ has: editor.page.locator('.label-name', { hasText: new RegExp(`^${label}$`) }) })
      .first();
  const rowNamed = async (label) => (await treeRows(editor.page, view)).find((one) => one.label === label);
  const editorText = () => editor.page.locator('.editor-instance .view-lines').first();
  const tab = (name) => editor.page.locator('.tabs-container .tab', { hasText: name });
  const menuItem = (label) => editor.page.locator('.monaco-menu .action-item', { hasText: new RegExp(`^${label}$`) });
  // By key: a menu that has just opened does not take the mouse yet.
  const choose = async (label, command) => {
    await row(label).click({ button: 'right' });
    await menuItem(command).hover();
    await editor.page.locator('.monaco-menu .action-item.focused', { hasText: command }).waitFor();
    await editor.page.keyboard.press('Enter');
    await menuItem(command).waitFor({ state: 'detached' });
  };
  // The next step of a flow shows in the same box: what is typed too early goes to the one before.
  const title = (text) => editor.page.locator('.quick-input-title', { hasText: text });
  const toast = (text) => editor.page.locator('.notification-toast', { hasText: text });
  // As it goes it gives the focus back, which would close a menu that is open by then.
  const gone = (one) => one.first().waitFor({ state: 'detached' });
  const closeToast = async (text) => {
    await toast(text).first().hover();
    await toast(text).first().locator('.codicon-notifications-clear').click();
    await gone(toast(text));
  };

  it('says what will be there while there is no turn', async () => {
    await openView(editor.page, view);
    const welcome = pane(editor.page, view).locator('.welcome-view-content');
    await welcome.getByText('Every turn of @broker appears here').waitFor();
    await welcome.getByText('Ask @broker', { exact: true }).click();
    await editor.page.locator('.chat-input-container .view-line', { hasText: '@broker' }).waitFor();
    await screenshot(editor.page, 'trace-welcome');
  });

  it('fills when the question is answered, and the footer leads to it', async () => {
    await modelSelected(editor.page);
    await selectModel(editor.page, 'Scripted Model (test only)');
    answer = await sendChat(editor.page, `@broker ${question}`);
    assert.match(await answer.innerText(), /It gives up when shouldRetry says no/);
    await editor.page.keyboard.press('Control+Shift+E');
    await pane(editor.page, view).waitFor({ state: 'hidden' });
    await answer.locator('a', { hasText: 'Show trace' }).click();
    await row('Sent').waitFor();
    const rows = await treeRows(editor.page, view);
    assert.equal(rows[0].label, question);
    assert.match(rows[1].label, /^[\d,]+ of [\d,]+ tokens$/);
    assert.match(rows[1].description, /^\d+ %$/);
    for (const label of ['Layers', 'Sent', 'Left out', 'Usage', 'Calibration'])
      assert.ok(
        rows.some((one) => one.label === label),
        label,
      );
    assert.match((await rowNamed('code')).description, /^[\d,]+( of [\d,]+)? · \d+ % · priority 65$/);
    const footer = /([\d,]+) of ([\d,]+) tokens/.exec(await answer.innerText());
    assert.equal(rows[1].label, footer?.[0], 'the tree and the footer disagree');
  });

  it('has rows that add up', async () => {
    const rows = await treeRows(editor.page, view);
    const from = rows.findIndex(({ label }) => label === 'Sent');
    const until = rows.findIndex(({ label }) => label === 'Left out');
    const figure = (text) => Number(/[\d,]+/.exec(text)?.[0].replaceAll(',', ''));
    const sum = rows.slice(from + 1, until).reduce((total, { description }) => total + figure(description), 0);
    assert.equal(sum, figure(rows[1].label));
  });

  it('counts what the model received', async () => {
    const { model, messages } = editor.requests().at(-1);
    assert.equal(model, 'answers');
    assert.equal(messages.at(-1).parts[0].text, question);
    assert.match(messages[1].parts[0].text, /utils\/promise\/withRetry\.ts/);
  });

  it('lists the files that went in as references that open at their lines', async () => {
    // The request sticks to the top of the chat and would catch the mouse.
    await answer.getByText(/^Completed \d+ steps/).dispatchEvent('click');
    await answer.getByText(/^Used \d+ references$/).dispatchEvent('click');
    const reference = answer.locator('.chat-used-context-list .monaco-list-row', { hasText: 'withRetry.ts' });
    await reference.first().click();
    await tab('withRetry.ts').waitFor();
    await editor.page.locator('.editor-instance .view-line', { hasText: 'withRetry' }).first().waitFor();
  });

  it('opens the text of a block, read-only, by keyboard alone', async () => {
    await treeLocator(editor.page, view).nth(1).click();
    await editor.page.keyboard.press('Home');
    for (let moves = 0; moves < 20 && !(await row('code').evaluate((one) => one.classList.contains('focused'))); moves++)
      await editor.page.keyboard.press('ArrowDown');
    await editor.page.keyboard.press('Enter');
    await tab('code.md').waitFor();
    await editorText().getByText('## Code').first().waitFor();
    const lines = await editorText().innerText();
    assert.match(lines, /withRetry\.ts/);
    await editorText().click();
    await editor.page.keyboard.type('x');
    await editor.page.getByText('Cannot edit in read-only editor').first().waitFor();
    await editor.page.keyboard.press('Escape');
  });

  it('speaks to a screen reader', async () => {
    const rows = await treeRows(editor.page, view);
    assert.match(rows[0].aria, /^Turn: why does the retry logic/);
    assert.match((await rowNamed('code')).aria, /^code, in, [\d,]+ tokens, .*priority 65/);
    assert.ok(
      rows.every(({ aria }) => aria !== '' && !/, $/.test(aria)),
      JSON.stringify(rows.map(({ aria }) => aria)),
    );
  });

  it('tells source and reason on hover', async () => {
    await row('code').hover();
    const hover = editor.page.locator('.monaco-hover', { hasText: 'Layer semantic, priority 65' });
    await hover.waitFor();
    assert.match(await hover.innerText(), /fit the request best[^]*utils\/promise\/withRetry\.ts:/);
    await editor.page.mouse.move(700, 20);
    await hover.waitFor({ state: 'hidden' });
  });

  it('pins, unpins and excludes from the context menu, shows it, and offers to undo', async () => {
    await choose('ast', 'Pin: Always Send');
    await closeToast('Pinned: ast');
    await treeLocator(editor.page, view).filter({ hasText: '· pinned' }).first().waitFor();
    await choose('ast', 'Unpin');
    await closeToast('Nothing is pinned');
    await choose('projectMap', 'Exclude: Never Send');
    await treeLocator(editor.page, view).filter({ hasText: 'excluded from now on' }).first().waitFor();
    await screenshot(editor.page, 'trace-excluded');
    await toast('Excluded: projectMap').getByText('Undo', { exact: true }).click();
    await gone(toast('Excluded: projectMap'));
    await treeLocator(editor.page, view).filter({ hasText: 'excluded from now on' }).first().waitFor({ state: 'detached' });
  });

  it('copies a block and reveals where it came from', async () => {
    await choose('code', 'Copy Text');
    await editor.page.locator('.statusbar-item', { hasText: 'Copied code' }).waitFor();
    await choose('code', 'Reveal Source');
    assert.ok((await quickPickLabels(editor.page)).some((label) => label.includes('withRetry.ts')));
    await editor.page.keyboard.press('Escape');
  });

  it('has a meter in the status bar, with a breakdown on hover', async () => {
    const meter = editor.page.locator('.statusbar-item', { hasText: /[\d.]+k\/[\d.]+k/ });
    await meter.hover();
    const hover = editor.page.locator('.monaco-hover', { hasText: 'Context of the last turn' });
    await hover.waitFor();
    assert.match(await hover.innerText(), /semantic[^]*left out/);
    await screenshot(editor.page, 'meter');
    await editor.page.mouse.move(700, 20);
  });

  it('is still there after a reload of the window', async () => {
    const before = (await treeRows(editor.page, view)).map(({ label, description }) => `${label} ${description}`);
    await editor.page.reload();
    await workbenchReady(editor.page);
    await openView(editor.page, view);
    await row('Sent').waitFor();
    assert.deepEqual(
      (await treeRows(editor.page, view)).map(({ label, description }) => `${label} ${description}`),
      before,
    );
    await row('user').click();
    await tab('user.md').waitFor();
    await editorText().getByText('why does the retry logic').first().waitFor();
  });

  it('previews a request from the palette', async () => {
    const asked = editor.requests().length;
    await runCommand(editor.page, 'Context Broker: Preview Context for…');
    await inputBox(editor.page, 'how are batches scheduled?');
    await tab('prompt.context').waitFor();
    const shown = treeLocator(editor.page, view).filter({ hasText: 'how are batches scheduled?' });
    await shown.and(editor.page.locator('.focused')).waitFor(); // revealed, and so the focus no longer moves
    assert.equal(editor.requests().length, asked);
  });

  it('has commands that ask for what they need, and refuse what is out of range', async () => {
    await runCommand(editor.page, 'Context Broker: Set Budget Share');
    await title('Share of injected context').waitFor();
    await inputBox(editor.page, '101');
    await editor.page.locator('.quick-input-list .monaco-list-row', { hasText: 'all workspaces' }).click();
    await closeToast('25 % of the window to 100 % of the window. 101 was clamped to 100 %');
    await runCommand(editor.page, 'Context Broker: Set Layer Budget');
    assert.ok((await quickPickLabels(editor.page)).includes('semantic'));
    await quickPick(editor.page, 'ast');
    await title('Layer ast').waitFor();
    await inputBox(editor.page, '4000');
    await editor.page.locator('.quick-input-list .monaco-list-row', { hasText: 'all workspaces' }).click();
    await closeToast('to 4,000 tokens');
    await runCommand(editor.page, 'Context Broker: Pin Contributor');
    assert.deepEqual(
      (await quickPickLabels(editor.page)).filter((label) => ['persona', 'user', 'tools'].includes(label)),
      [],
    );
    await editor.page.keyboard.press('Escape');
    await runCommand(editor.page, 'Context Broker: Choose Estimator');
    for (const name of ['o200k_base', 'cl100k_base', 'chars/4']) assert.ok((await quickPickLabels(editor.page)).includes(name), name);
    await editor.page.keyboard.press('Escape');
    await runCommand(editor.page, 'Context Broker: Reset Budgets');
    await toast('Back to the defaults').first().waitFor();
    await runCommand(editor.page, 'Context Broker: Rebuild Index');
    await editor.page.locator('.statusbar-item', { hasText: 'index rebuilt' }).waitFor();
    await editor.page.keyboard.press('Control+Shift+E');
    await pane(editor.page, view).waitFor({ state: 'hidden' });
    await runCommand(editor.page, 'Context Broker: Show Trace');
    await treeLocator(editor.page, view).first().and(editor.page.locator('.focused')).waitFor();
  });

  for (const theme of ['light', 'dark', 'hc']) {
    it(`can be looked at in the ${theme} theme`, async () => {
      await setTheme(editor.page, theme);
      await screenshot(editor.page, `trace-${theme}`);
    });
  }
});
