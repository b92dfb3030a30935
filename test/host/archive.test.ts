import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { ArchiveEvent } from '../../src/history/archiveEvent.ts';
import { hashOf } from '../../src/broker/trace.ts';
import type { CompactionEvent, ThreadEvent } from '../../src/history/threadEvent.ts';
import { ask, newChat, until } from './chat';
import { stateFolder } from './turns';

const run = (name: string, ...args: unknown[]): Thenable<unknown> => vscode.commands.executeCommand(`contextBroker.${name}`, ...args);
const stateFile = async (name: string): Promise<string> => path.join(await stateFolder(), name);
const lines = <Line>(file: string): Line[] =>
  fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Line);
const idOf = ({ timestamp, session, source, messages }: ArchiveEvent): string => hashOf([timestamp, session, source, messages]);
const archived = async (session: string): Promise<ArchiveEvent[]> =>
  lines<ArchiveEvent>(await stateFile('history_archive.jsonl')).filter((event) => event.session === session);

/** A chat of eight turns that was compacted when asked to. */
async function compactedChat(): Promise<{ session: string; compaction: CompactionEvent; target: object }> {
  await newChat();
  for (let n = 1; n <= 8; n++) await ask(`@broker archive question ${String(n)} ${'about the books of this shop '.repeat(20)}`);
  const { metadata } = await ask('@broker /compact', { model: 'summary' });
  const session = metadata?.session ?? '';
  const compaction = await compactionOf(session);
  return { session, compaction, target: { session, ids: compaction.archive, compaction: compaction.id, title: 'the chat' } };
}

async function compactionOf(session: string): Promise<CompactionEvent> {
  const events = lines<ThreadEvent>(await stateFile(`threads/${session}.jsonl`));
  const compaction = events.findLast((event) => event.kind === 'compaction');
  assert.ok(compaction);
  return compaction;
}

const isUndone = async (session: string, id: string): Promise<boolean> =>
  lines<ThreadEvent>(await stateFile(`threads/${session}.jsonl`)).some((event) => event.kind === 'undo' && event.parent === id);

const shownText = (): string => vscode.window.activeTextEditor?.document.getText() ?? '';
const closeEditor = (): Thenable<unknown> => vscode.commands.executeCommand('workbench.action.closeActiveEditor');

describe('the history archive', () => {
  let chat: Awaited<ReturnType<typeof compactedChat>>;

  before(async function () {
    this.timeout(120_000);
    chat = await compactedChat();
  });

  afterEach(async () => {
    await run('filterArchive', 'all');
    await closeEditor();
  });

  it('opens a compaction as a document, and a turn of it at its place', async () => {
    await run('openArchive', chat.target);
    assert.match(shownText(), /^# Archived [^]*## User\n\narchive question 1 [^]*## Assistant\n\nECHO archive question 1 /u);
    const { document } = vscode.window.activeTextEditor ?? assert.fail();
    assert.equal(document.languageId, 'markdown');
    assert.match(document.uri.path, /\/archive question 1 about[\w ]*\.md$/u);
    await closeEditor();
    await run('openArchive', { target: { ...chat.target, turn: chat.compaction.turns[2] } });
    const editor = vscode.window.activeTextEditor ?? assert.fail();
    const at = editor.selection.active.line;
    assert.match(editor.document.lineAt(at + 2).text, /^archive question 3 /u);
  });

  it('has pages for what is large, with the way to the next at both ends', async () => {
    const ids = appendEvent(await stateFile('history_archive.jsonl'), 'large', 'x'.repeat(90_000), 6);
    await run('openArchive', { session: 'large', ids });
    const pageOf = (): string => vscode.window.activeTextEditor?.document.uri.path.split('/').at(-2) ?? '';
    assert.equal(pageOf(), '1-3');
    const { document } = vscode.window.activeTextEditor ?? assert.fail();
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', document.uri);
    assert.deepEqual(
      lenses.map(({ command, range }) => [range.start.line, command?.title]),
      [0, document.lineCount - 1].flatMap((line) => [
        [line, 'Page 1 of 3'],
        [line, 'Next Page $(arrow-right)'],
      ]),
    );
    const text = [shownText()];
    await run('nextArchivePage', document.uri);
    text.push(shownText());
    await run('nextArchivePage');
    text.push(shownText());
    assert.equal(pageOf(), '3-3');
    await run('nextArchivePage');
    assert.equal(pageOf(), '3-3');
    assert.equal(text.join('').split('question ').length - 1, 6);
    await run('previousArchivePage');
    assert.deepEqual([pageOf(), shownText()], ['2-3', text[1]]);
  });

  it('is searched while one types, and opens with the text selected', async () => {
    const done = run('searchArchive', 'ARCHIVE question 3');
    await until(async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return shownText() !== '';
    }, 'nothing was found');
    await done;
    const editor = vscode.window.activeTextEditor ?? assert.fail();
    assert.equal(editor.document.getText(editor.selection), 'archive question 3');
  });

  it('is searched in the chosen days alone', async () => {
    await run('filterArchive', '2020-01-01..2020-01-31');
    const done = run('searchArchive', 'archive question 3');
    await new Promise((resolve) => setTimeout(resolve, 1_000)); // nothing tells that nothing was found
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    await done;
    assert.equal(shownText(), '');
  });

  it('is copied as text: a compaction, and a turn alone', async () => {
    await run('copyArchived', chat.target);
    assert.match(await vscode.env.clipboard.readText(), /^# Archived [^]*archive question 1 [^]*archive question 3 /u);
    await run('copyArchived', { ...chat.target, turn: chat.compaction.turns[1] });
    const text = await vscode.env.clipboard.readText();
    assert.match(text, /^# Archived [^]*archive question 2 /u);
    assert.doesNotMatch(text, /archive question [13]/u);
  });

  it('is exported as Markdown and as the very lines', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'archive-'));
    const file = (name: string): vscode.Uri => vscode.Uri.file(path.join(folder, name));
    void run('exportArchived', chat.target, file('one.md'));
    await until(() => fs.existsSync(file('one.md').fsPath), 'nothing was exported');
    assert.match(fs.readFileSync(file('one.md').fsPath, 'utf8'), /^# Archived [^]*archive question 3 /u);
    void run('exportArchived', { session: chat.session }, file('one.jsonl'));
    await until(() => fs.existsSync(file('one.jsonl').fsPath), 'nothing was exported');
    assert.deepEqual(lines(file('one.jsonl').fsPath), await archived(chat.session));
    await vscode.commands.executeCommand('notifications.clearAll');
    fs.rmSync(folder, { recursive: true });
  });

  it('gives the turns back to the current chat: the compaction is undone', async () => {
    await run('restoreArchived', chat.target);
    assert.equal(await isUndone(chat.session, chat.compaction.id), true);
    await vscode.commands.executeCommand('notifications.clearAll');
  });

  it('gives the turns of another chat to no other one: it tells, and changes nothing', async function () {
    this.timeout(60_000);
    const { session, compaction, target } = await compactedChat();
    await newChat();
    await ask('@broker hello');
    const told = run('restoreArchived', target);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await vscode.commands.executeCommand('notifications.clearAll');
    await told;
    assert.equal(await isUndone(session, compaction.id), false);
  });

  it('deletes a compaction, gives it back, and deletes it for good', async () => {
    const file = await stateFile('history_archive.jsonl');
    const ids = appendEvent(file, 'unwanted', 'the secret of the shop', 1);
    const target = { session: 'unwanted', ids, title: 'unwanted' };
    const isThere = async (): Promise<boolean> => {
      await vscode.env.clipboard.writeText('');
      await run('copyArchived', target);
      return (await vscode.env.clipboard.readText()).includes('the secret of the shop');
    };
    await run('deleteArchived', target);
    assert.equal(await isThere(), false);
    await run('restoreDeleted', ids);
    assert.equal(await isThere(), true);
    await run('deleteArchived', target);
    await run('purgeDeleted', ids, true);
    await run('restoreDeleted', ids);
    assert.equal(await isThere(), false);
    assert.doesNotMatch(fs.readFileSync(file, 'utf8'), /the secret of the shop/u);
    await vscode.commands.executeCommand('notifications.clearAll');
  });

  it('deletes a whole session once that is confirmed', async () => {
    const file = await stateFile('history_archive.jsonl');
    const ids = [...appendEvent(file, 'two', 'one', 1), ...appendEvent(file, 'two', 'other', 2)];
    await run('deleteArchived', { session: 'two', title: 'two' }, true);
    const deleted = lines<{ kind: string; id: string }>(await stateFile('history_archive-deleted.jsonl'));
    assert.deepEqual(
      deleted.slice(-2).map(({ kind, id }) => [kind, id]),
      ids.map((id) => ['deleted', id]),
    );
    await vscode.commands.executeCommand('notifications.clearAll');
  });
});

let minute = 0;

/** Appends an event of so many turns as an archive of ours has it; gives its address. */
function appendEvent(file: string, session: string, answer: string, turns: number): string[] {
  const timestamp = new Date(Date.UTC(2026, 0, 1, 0, minute++)).toISOString();
  const messages = Array.from({ length: turns }, (_, n) => [
    { turn: `t${String(n)}`, role: 'user' as const, content: `question ${String(n)}` },
    { turn: `t${String(n)}`, role: 'assistant' as const, content: answer },
  ]).flat();
  const event: ArchiveEvent = { timestamp, session, source: 'test', messages };
  fs.appendFileSync(file, `${JSON.stringify(event)}\n`);
  return [idOf(event)];
}
