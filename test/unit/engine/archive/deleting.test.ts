import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { ArchiveBrowser } from '../../../../src/engine/archive/archiveBrowser.ts';
import { build } from 'esbuild';
import { HistoryArchive } from '../../../../src/engine/historyArchive.ts';
import { ThreadRecord } from '../../../../src/engine/threadRecord.ts';
import { threadStateOf } from '../../../../src/history/threadState.ts';
import { withEventId, type UndoEvent } from '../../../../src/history/threadEvent.ts';
import { archiveId, parseArchiveEvent } from '../../../../src/history/archiveEvent.ts';
import { readLines } from '../../../../src/history/readLines.ts';
import { archived, compact, compactionRequest, messagesOf, recordThread } from '../compactionFixture.ts';
import { killedChild } from '../killedChild.ts';
import { openEngine, temporaryFolder } from '../workspaceFixture.ts';
import { archiveEvent, archiveOf, exchange, rawArchive } from './events.ts';

const time = '2026-03-01T00:00:00.000Z';
const secret = archiveEvent(2, 'chat', { messages: exchange('s', 'the secret word') });

/** Three events, the second of which is deleted. */
function deleted(): { state: string; ids: string[]; browser: ArchiveBrowser } {
  const state = temporaryFolder();
  const ids = archiveOf(state, [archiveEvent(1), secret, archiveEvent(3)]);
  const browser = new ArchiveBrowser(state);
  assert.deepEqual(browser.delete({ session: 'chat', ids: [ids[1] ?? ''] }, time), [ids[1]]);
  return { state, ids, browser };
}

describe('a deleted event of the archive', () => {
  it('is nowhere to be found, for who looked before and for who looks now', async () => {
    const { state, ids, browser } = deleted();
    for (const one of [browser, new ArchiveBrowser(state)]) {
      assert.equal(one.sessions({ limit: 5 }).sessions[0]?.events, 2);
      assert.equal(one.spans('chat').length, 2);
      assert.equal(one.page({ ids: [ids[1] ?? ''] }), undefined);
      assert.deepEqual(one.search({ text: 'secret', limit: 5 }).hits, []);
      assert.doesNotMatch((await one.copy({}))?.value ?? '', /secret/u);
    }
    const archive = new HistoryArchive(state);
    assert.equal(archive.find(ids[1] ?? ''), undefined);
    assert.deepEqual(archive.read().items, [archiveEvent(1), archiveEvent(3)]);
  });

  it('comes back whole when it is restored, also after a restart, and in its old place', () => {
    const { state, ids } = deleted();
    const later = new ArchiveBrowser(state);
    assert.deepEqual(later.deleted, [
      { id: ids[1], session: 'chat', timestamp: secret.timestamp, deleted: time, title: 'the secret word' },
    ]);
    later.restore([ids[1] ?? ''], time);
    assert.deepEqual(later.deleted, []);
    assert.deepEqual(new HistoryArchive(state).read().items, [archiveEvent(1), secret, archiveEvent(3)]);
  });

  it('leaves nothing of its text on disk once it is purged, and every other byte where it was', () => {
    const { state, browser, ids } = deleted();
    const before = fs.readFileSync(path.join(state, 'history_archive.jsonl'), 'utf8');
    assert.match(rawArchive(state), /secret word/u);
    assert.equal(browser.purge(time, undefined), 1);
    assert.doesNotMatch(rawArchive(state), /secret word/u);
    const line = JSON.stringify(secret);
    assert.equal(fs.readFileSync(path.join(state, 'history_archive.jsonl'), 'utf8'), before.replace(line, ' '.repeat(line.length)));
    assert.deepEqual([browser.deleted, browser.sessions({ limit: 1 }).skipped], [[], 0]);
    browser.restore([ids[1] ?? ''], time);
    assert.deepEqual(new HistoryArchive(state).read(), { items: [archiveEvent(1), archiveEvent(3)], skipped: 0, repaired: 0 });
  });

  it('is purged where its file was set aside by another window, and what that window appended is left alone', () => {
    const { state, browser } = deleted();
    browser.sessions({ limit: 5 });
    archiveOf(state, [archiveEvent(4)], 1);
    browser.purge(time, undefined);
    assert.doesNotMatch(rawArchive(state), /secret word/u);
    assert.deepEqual(new HistoryArchive(state).read().items, [archiveEvent(1), archiveEvent(3), archiveEvent(4)]);
  });

  it('stays deleted, and is purged the next time, where a kill came between its text and the note of it', () => {
    const { state, browser } = deleted();
    const file = path.join(state, 'history_archive-deleted.jsonl');
    const before = fs.readFileSync(file);
    browser.purge(time, undefined);
    fs.writeFileSync(file, before);
    const next = new ArchiveBrowser(state);
    assert.equal(next.sessions({ limit: 5 }).sessions[0]?.events, 2);
    assert.equal(next.purge(time, undefined), 1);
    assert.deepEqual([next.deleted, next.sessions({ limit: 5 }).skipped], [[], 0]);
  });

  it('is not offered once its text is gone: with its file, or where a kill came between its text and the note of it', () => {
    const retained = deleted();
    fs.rmSync(path.join(retained.state, 'history_archive.jsonl'));
    const purged = deleted();
    const notes = path.join(purged.state, 'history_archive-deleted.jsonl');
    const before = fs.readFileSync(notes);
    purged.browser.purge(time, undefined);
    fs.writeFileSync(notes, before);
    for (const { state, browser } of [retained, purged])
      for (const one of [browser, new ArchiveBrowser(state)]) assert.deepEqual(one.deleted, []);
  });

  it('is there again where the note of it is damaged, which is counted for every reader', () => {
    const { state, browser } = deleted();
    const notes = path.join(state, 'history_archive-deleted.jsonl');
    fs.writeFileSync(notes, fs.readFileSync(notes, 'utf8').slice(0, 40));
    for (const one of [browser, new ArchiveBrowser(state)]) {
      const { sessions, skipped } = one.sessions({ limit: 5 });
      assert.deepEqual([sessions[0]?.events, skipped], [3, 1]);
    }
    assert.equal(new HistoryArchive(state).read().skipped, 1);
  });

  it('leaves the disk at a start a week later, and not before', async () => {
    const { state, browser, ids } = deleted();
    browser.restore(ids, time);
    const days = (count: number): string => new Date(Date.now() - count * 86_400_000).toISOString();
    browser.delete({ ids: [ids[1] ?? ''] }, days(6.9));
    await openEngine(temporaryFolder(), { state });
    assert.match(rawArchive(state), /secret word/u);
    browser.restore(ids, time);
    browser.delete({ ids: [ids[1] ?? ''] }, days(7.1));
    await openEngine(temporaryFolder(), { state });
    assert.doesNotMatch(rawArchive(state), /secret word/u);
  });

  it('costs its thread nothing: the compaction can still be undone, and what is compacted again is archived again', () => {
    const state = temporaryFolder();
    const turns = recordThread(state, 12);
    const first = compact(state, compactionRequest(turns.at(-1)?.id), '## Intent\nShort summary.');
    assert.ok(first.kind === 'compacted');
    const browser = new ArchiveBrowser(state);
    browser.delete({ session: 'test' }, time);
    assert.deepEqual(browser.sessions({ limit: 5 }).sessions, []);
    const record = new ThreadRecord(state, 'test');
    record.append(withEventId<UndoEvent>({ kind: 'undo', parent: first.compaction.id, time }));
    assert.equal(threadStateOf(record.read().items, first.head, []).standing.length, 12);
    const again = compact(state, compactionRequest(first.head, { isForced: true }), '## Intent\nShort again.', 1);
    assert.ok(again.kind === 'compacted', JSON.stringify(again));
    assert.deepEqual(
      archived(state).flatMap(({ messages }) => messages),
      messagesOf(turns.slice(0, 7)),
    );
    const spans = browser.spans('test');
    assert.deepEqual(
      spans.map(({ ids, compaction }) => [ids.length, compaction?.isUndone]),
      [
        [0, true],
        [1, false],
      ],
    );
  });
});

describe('two windows that delete, restore and purge, killed 60 times between them', function () {
  this.timeout(120_000);
  const state = temporaryFolder();
  const said: string[] = [];

  before(async () => {
    const script = path.join(temporaryFolder(), 'child.cjs');
    const entry = path.resolve('test/unit/engine/archive/deletionChild.mts');
    await build({ entryPoints: [entry], bundle: true, platform: 'node', format: 'cjs', outfile: script, logLevel: 'error' });
    for (let round = 0; round < 30; round++) {
      const killed = ['first', 'second'].map((window, place) => killedChild([script, state, window], (round * 7 + place * 11) % 151));
      said.push(...(await Promise.all(killed)).flat());
    }
  });

  const saidOf = (what: string): string[] => said.filter((line) => line.startsWith(`${what} `)).map((line) => line.slice(what.length + 1));

  it('leave every event that was not deleted, or was restored', () => {
    const ids = new Set(new HistoryArchive(state).read().items.map(archiveId));
    assert.ok(saidOf('kept').length > 60, String(said.length));
    assert.deepEqual(
      saidOf('kept').filter((id) => !ids.has(id)),
      [],
    );
  });

  it('leave nothing on disk of what was purged', () => {
    const lines = rawArchive(state)
      .split('\n')
      .filter((line) => line.startsWith('{"timestamp"'));
    const ids = new Set(lines.flatMap((line) => idsIn(line)));
    assert.ok(saidOf('purged').length > 10, String(said.length));
    assert.deepEqual(
      saidOf('purged').filter((id) => ids.has(id)),
      [],
    );
  });

  it('leave an archive that loads', () => {
    const { total, skipped } = new ArchiveBrowser(state).sessions({ limit: 5 });
    assert.ok(total > 20 && skipped <= 60, `${String(total)} ${String(skipped)}`);
  });
});

const idsIn = (line: string): string[] => readLines(line, parseArchiveEvent).items.map(archiveId);
