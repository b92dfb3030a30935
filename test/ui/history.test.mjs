import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { workbenchReady } from '../editor/lib/browser.mjs';
import { modelSelected, selectModel, sendChat, startChat } from '../editor/lib/chat.mjs';
import { screenshot } from '../editor/lib/workbench.mjs';
import { useEditor } from './editor.mjs';

/** Few lines and many tokens: the chat draws only what it shows. */
const long = (n) => `question ${String(n)} ${'𒀀'.repeat(70)}`;
const linesOf = (file) =>
  fs.existsSync(file)
    ? fs
        .readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
    : [];
const textOf = ({ parts }) => parts.map(({ value }) => (typeof value === 'string' ? value : '')).join('');

describe('a conversation of 60 turns with tool calls', function () {
  this.timeout(400_000);
  const editor = useEditor();
  const reloadAfter = 30;
  const turns = 60;

  /** Where the extension keeps the state of this workspace. */
  const stateFolder = () => {
    const storage = path.join(editor.server.dir, 'data/User/workspaceStorage');
    const folders = fs.readdirSync(storage).map((name) => path.join(storage, name, 'context-broker.context-broker'));
    return folders.find((name) => fs.existsSync(path.join(name, 'threads')));
  };
  const events = () => {
    const threads = path.join(stateFolder(), 'threads');
    const names = fs.readdirSync(threads);
    assert.equal(names.length, 1, 'the conversation fell apart into several threads');
    return linesOf(path.join(threads, names[0]));
  };
  /** Earlier turns as the model was last sent them: what stands between context and request. */
  const sentHistory = () => {
    const { messages } = editor.requests().at(-1);
    const first = messages.findIndex(({ role }) => role === 'assistant');
    return first === -1 ? [] : messages.slice(first - 1, -1).map(textOf);
  };
  const isSummary = ({ messages }) => textOf(messages.at(-1)).startsWith('Sum up');
  const asked = () => editor.requests().filter((request) => !isSummary(request) && request.messages.at(-1).role === 'user');

  it('is one thread, whatever is reloaded, compacted where it must be, with nothing lost', async () => {
    await modelSelected(editor.page);
    await selectModel(editor.page, 'Scripted Summary (test only)');
    let before = [];
    for (let n = 1; n <= turns; n++) {
      const call = n % 3 === 0 ? ` #scriptedStock CALL scripted_stock {"title":"${'x'.repeat(n)}"}` : '';
      const compactions = n === 1 ? 0 : events().filter(({ kind }) => kind === 'compaction').length;
      const answer = await sendChat(editor.page, `@broker ${long(n)}${call}`);
      const text = await answer.innerText();
      assert.match(text, call === '' ? /ECHO question/ : /RESULT/, `turn ${String(n)}: ${text.slice(0, 300)}`);
      if (n === reloadAfter + 1 && events().filter(({ kind }) => kind === 'compaction').length === compactions)
        assert.deepEqual(sentHistory().slice(0, before.length), before, 'the reload changed what is sent');
      before = sentHistory();
      if (n === reloadAfter) {
        await editor.page.reload();
        await workbenchReady(editor.page);
        await modelSelected(editor.page);
        await selectModel(editor.page, 'Scripted Summary (test only)');
      }
    }
    assert.equal(asked().length >= turns, true);
  });

  it('has every turn in its record, and every replaced message in the archive exactly once, byte for byte and in order', () => {
    const all = events();
    const recorded = all.filter(({ kind }) => kind === 'turn');
    assert.deepEqual(
      recorded.map(({ request }) => Number(/^question (\d+)/.exec(request)?.[1])),
      Array.from({ length: turns }, (_, n) => n + 1),
    );
    const replaced = all.flatMap((event) => (event.kind === 'compaction' ? event.turns : []));
    assert.ok(replaced.length > 20 && new Set(replaced).size === replaced.length, String(replaced.length));
    const byId = new Map(recorded.map((turn) => [turn.id, turn]));
    const expected = replaced.flatMap((id) => byId.get(id).messages.map((message) => ({ turn: id, ...message })));
    const archived = linesOf(path.join(stateFolder(), 'history_archive.jsonl')).flatMap(({ messages }) => messages);
    assert.equal(JSON.stringify(archived), JSON.stringify(expected));
    assert.ok(archived.some(({ toolResults }) => toolResults !== undefined));
  });

  it('is compacted when asked, says so, and stands as before once that is undone', async () => {
    // A window that holds all, so that nothing is compacted but on request.
    await selectModel(editor.page, 'Scripted Echo');
    for (let n = 1; n <= 6; n++) await sendChat(editor.page, `@broker ${long(n)}`);
    const marker = '@broker what was that?';
    await sendChat(editor.page, marker);
    const before = sentHistory();
    await selectModel(editor.page, 'Scripted Summary (test only)');
    const answer = await sendChat(editor.page, '@broker /compact');
    assert.match(await answer.innerText(), /Compacted: \d+ earlier turns? gave way to a summary/);
    await screenshot(editor.page, 'history-compacted');
    await answer.getByRole('button', { name: 'Undo' }).click();
    await editor.page.locator('.notification-toast', { hasText: 'Undone' }).first().waitFor();
    await selectModel(editor.page, 'Scripted Echo');
    await sendChat(editor.page, marker);
    const after = sentHistory();
    assert.deepEqual(after.slice(0, before.length), before);
    assert.equal(after.length, before.length + 2);
  });
});

describe('a window that ends while a turn waits for an approval', () => {
  const editor = useEditor();

  it('goes on with the identical context when it is opened again', async () => {
    await modelSelected(editor.page);
    await selectModel(editor.page, 'Scripted Tools');
    await startChat(editor.page, '@broker #findSymbol what is sold? CALL contextBroker_findSymbol {"name":"discounted"}');
    const allow = editor.page.locator('.monaco-button:visible', { hasText: 'Allow in this Session' }).first();
    await allow.waitFor();
    await screenshot(editor.page, 'approval');
    const [first] = editor.requests();
    await editor.page.reload();
    await workbenchReady(editor.page);
    await modelSelected(editor.page);
    await selectModel(editor.page, 'Scripted Tools');
    const answer = await startChat(editor.page, '@broker /resume');
    await allow.waitFor();
    assert.equal(editor.requests().length, 1, 'it went on unasked');
    await allow.click();
    await answer.getByText('RESULT discounted is declared').first().waitFor();
    await screenshot(editor.page, 'approval-resumed');
    const [, second, ...more] = editor.requests();
    assert.deepEqual(more, []);
    assert.deepEqual(second.messages.slice(0, first.messages.length), first.messages);
    assert.deepEqual(second.tools, first.tools);
  });
});
