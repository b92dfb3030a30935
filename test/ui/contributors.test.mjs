import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { selectModel, sendChat, startChat } from '../editor/lib/chat.mjs';
import { inputBox, openView, runCommand, screenshot, treeRows, waitUntil } from '../editor/lib/workbench.mjs';
import { temporaryFolder, temporaryWorkspace } from '../editor/lib/workspace.mjs';
import { useEditor } from './editor.mjs';

const command = 'echo three books are in the window';
const declared = (name, text) => ({ name, layer: 'task', priority: 50, command: text });

const askForTrust = {
  'security.workspace.trust.enabled': true,
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.emptyWindow': false,
};

describe('a command of the settings', () => {
  const editor = useEditor({
    settings: { 'contextBroker.contributors.declared': [declared('shopWindow', command), declared('never', 'echo never')] },
  });
  const toast = (text) => editor.page.locator('.notification-toast', { hasText: text });
  const sent = () => JSON.stringify(editor.requests().at(-1));
  const rows = async () => (await treeRows(editor.page, 'Context Trace')).map(({ label }) => label);

  it('is asked about once, and runs only then', async () => {
    await selectModel(editor.page, 'Scripted Echo');
    await openView(editor.page, 'Context Trace');
    await sendChat(editor.page, '@broker hello');
    assert.doesNotMatch(sent(), /three books/);
    await toast(`add the output of \`${command}\` to every prompt?`).waitFor();
    await screenshot(editor.page, 'allow-command');
    await toast(command).getByRole('button', { name: 'Allow' }).click();
    await toast('echo never').getByRole('button', { name: 'Never' }).click();
    await toast('to every prompt?').first().waitFor({ state: 'detached' });
    await sendChat(editor.page, '@broker hello again');
    assert.match(sent(), /## shopWindow.*three books are in the window/);
    await waitUntil(async () => (await rows()).includes('shopWindow'), 'the trace has no row of it');
  });

  it('that may never run says so in the trace, and nobody is asked again', async () => {
    assert.ok(
      (await rows()).some((label) => label.startsWith('never: `echo never` is not allowed')),
      (await rows()).join('\n'),
    );
    assert.equal(await toast('to every prompt?').count(), 0);
    assert.doesNotMatch(sent(), /## never/);
  });

  it('is chosen anew in the palette', async () => {
    await runCommand(editor.page, 'Context Broker: Allow Declared Commands…');
    const box = (label) => editor.page.locator('.quick-input-list .monaco-list-row', { hasText: label });
    assert.deepEqual(
      [await box(command).getAttribute('aria-checked'), await box('echo never').getAttribute('aria-checked')],
      ['true', 'false'],
    );
    await box(command).click();
    await editor.page.keyboard.press('Enter');
    await sendChat(editor.page, '@broker hello once more');
    assert.doesNotMatch(sent(), /three books/);
  });
});

describe('a workspace that is not trusted', () => {
  const mark = path.join(temporaryFolder(), 'ran');
  const editor = useEditor({
    folder: () => {
      const folder = temporaryWorkspace('bookshop');
      fs.mkdirSync(path.join(folder, '.vscode'), { recursive: true });
      const brought = { 'contextBroker.contributors.declared': [declared('theirs', `touch ${mark}`)], 'contextBroker.layers.ast': 1 };
      fs.writeFileSync(path.join(folder, '.vscode/settings.json'), JSON.stringify(brought));
      return folder;
    },
    settings: { 'contextBroker.contributors.declared': [declared('mine', `touch ${mark}`)], ...askForTrust },
    trust: true,
  });

  it('runs no command and changes no setting of ours', async () => {
    await editor.page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor();
    await openView(editor.page, 'Context Trace');
    await runCommand(editor.page, 'Context Broker: Preview Context for…');
    await inputBox(editor.page, 'the total of a cart');
    const rows = async () => (await treeRows(editor.page, 'Context Trace')).map(({ label }) => label);
    const refusal = /^mine: `touch .*` runs only in a trusted workspace/;
    await waitUntil(async () => (await rows()).some((label) => refusal.test(label)), 'the trace does not say why');
    await screenshot(editor.page, 'restricted-mode');
    assert.ok(!(await rows()).some((label) => label.startsWith('theirs')), (await rows()).join('\n'));
    assert.equal(await editor.page.locator('.notification-toast', { hasText: 'to every prompt?' }).count(), 0);
    assert.ok(!fs.existsSync(mark));
    await runCommand(editor.page, 'Context Broker: Tweak Budgets…');
    await editor.page.locator('.quick-input-list .monaco-list-row', { hasText: /^ast.* · default/ }).waitFor();
  });
});

describe('a language model tool of ours', () => {
  const editor = useEditor();

  it('says in one line what it will read, and runs once that is allowed', async () => {
    await selectModel(editor.page, 'Scripted Tools');
    const { page } = editor;
    await startChat(page, '@broker #findSymbol CALL contextBroker_findSymbol {"name":"discounted"}');
    const shown = (text) => page.getByText(text).locator('visible=true').first();
    await shown('Context Broker: find a symbol').waitFor();
    await shown('Reads where discounted is declared, from the index. Nothing in the workspace is changed.').waitFor();
    await screenshot(page, 'tool-confirmation');
    await page.getByRole('button', { name: 'Allow' }).first().click();
    await shown('RESULT discounted is declared in one place').waitFor();
  });
});
