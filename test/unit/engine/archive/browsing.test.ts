import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { mock } from 'node:test';
import fc from 'fast-check';
import { ArchiveBrowser } from '../../../../src/engine/archive/archiveBrowser.ts';
import { pageSize } from '../../../../src/engine/archive/archivePages.ts';
import { archiveText } from '../../../../src/engine/archiveText.ts';
import { HistoryArchive } from '../../../../src/engine/historyArchive.ts';
import { ThreadRecord } from '../../../../src/engine/threadRecord.ts';
import { archiveId, parseArchiveEvent, type ArchiveEvent } from '../../../../src/history/archiveEvent.ts';
import { withEventId, type UndoEvent } from '../../../../src/history/threadEvent.ts';
import { characters } from '../../broker/helpers.ts';
import { compact, compactionRequest, recordThread } from '../compactionFixture.ts';
import { openEngine, temporaryFolder } from '../workspaceFixture.ts';
import { archiveEvent, archiveOf, exchange } from './events.ts';

const file = (state: string): string => path.join(state, 'history_archive.jsonl');
const summary = '## Intent\nWords that say something.';

/** A thread of 12 turns that was compacted, by default once. */
function compacted(state: string, session = 'test', count = 1): { ids: string[]; compactions: string[] } {
  const [ids, compactions]: [string[], string[]] = [[], []];
  let turns = recordThread(state, 12, session);
  let head = turns.at(-1)?.id;
  for (let n = 0; n < count; n++) {
    if (n > 0) {
      const more = recordThread(
        state,
        6,
        session,
        turns.map((turn, place) => (place === turns.length - 1 ? { ...turn, id: head ?? '' } : turn)),
      );
      turns = more;
      head = turns.at(-1)?.id;
    }
    const done = compact(state, compactionRequest(head, { session }), summary, n);
    assert.ok(done.kind === 'compacted', JSON.stringify(done));
    head = done.head;
    ids.push(...done.compaction.archive);
    compactions.push(done.compaction.id);
  }
  return { ids, compactions };
}

const undo = (state: string, parent: string, session = 'test'): void => {
  new ThreadRecord(state, session).append(withEventId<UndoEvent>({ kind: 'undo', parent, time: '2026-02-01T00:00:00.000Z' }));
};

describe('the sessions of an archive', () => {
  it('come latest first, with title, dates, model and tokens', () => {
    const state = temporaryFolder();
    compacted(state);
    archiveOf(state, [archiveEvent(100, 'later'), archiveEvent(101, 'later'), archiveEvent(-1, 'earlier')]);
    const { sessions, total } = new ArchiveBrowser(state).sessions({ limit: 10 });
    assert.equal(total, 3);
    assert.deepEqual(
      sessions.map(({ session, events }) => [session, events]),
      [
        ['later', 2],
        ['test', 1],
        ['earlier', 1],
      ],
    );
    const [later, test] = sessions;
    assert.deepEqual(later, {
      session: 'later',
      title: 'question 100 of later',
      first: archiveEvent(100).timestamp,
      last: archiveEvent(101).timestamp,
      events: 2,
    });
    assert.match(test?.title ?? '', /^test question 1 words that say something\. [\w .]+$/u);
    assert.equal(test?.model, 'model');
    assert.ok(test.tokens !== undefined && test.tokens.after < test.tokens.before);
  });

  it('are as many as asked for, and those of some days alone', () => {
    const state = temporaryFolder();
    archiveOf(state, [archiveEvent(1, 'a'), archiveEvent(30, 'b'), archiveEvent(60, 'c')]);
    const browser = new ArchiveBrowser(state);
    const names = (wanted: { from?: string; to?: string; limit?: number }): string[] =>
      browser.sessions({ limit: 10, ...wanted }).sessions.map(({ session }) => session);
    assert.deepEqual(names({ limit: 2 }), ['c', 'b']);
    assert.deepEqual(names({ from: '2026-01-02' }), ['c', 'b']);
    assert.deepEqual(names({ from: '2026-01-02', to: '2026-01-03' }), ['b']);
    assert.deepEqual(names({ to: '2026-01-01' }), []);
  });

  it('of a folder without any are none', () => {
    assert.deepEqual(new ArchiveBrowser(temporaryFolder()).sessions({ limit: 5 }), { sessions: [], total: 0, skipped: 0, repaired: 0 });
    assert.deepEqual(new ArchiveBrowser('/nowhere').sessions({ limit: 5 }).total, 0);
  });

  it('are those that can be read, where a folder stands in the place of a file: every reader names it', () => {
    const state = temporaryFolder();
    archiveOf(state, [archiveEvent(1)]);
    const unread = ['history_archive-2026-01-01T00-00-00.000Z-1-0000.jsonl', 'history_archive-deleted.jsonl'];
    for (const name of unread) fs.mkdirSync(path.join(state, name));
    const browser = new ArchiveBrowser(state);
    const { sessions, ...problems } = browser.sessions({ limit: 5 });
    assert.deepEqual([sessions[0]?.events, browser.spans('chat').length], [1, 1]);
    assert.deepEqual(problems, { total: 1, skipped: 0, repaired: 0, unread });
    assert.equal(browser.search({ text: 'question', limit: 5 }).hits.length, 1);
    assert.deepEqual(new HistoryArchive(state).read(), { items: [archiveEvent(1)], skipped: 0, repaired: 0, unread });
  });

  it('are those of all lines, whether a byte order mark stands before them or not', () => {
    const state = temporaryFolder();
    fs.writeFileSync(file(state), [1, 2, 3].map((n) => `\ufeff${JSON.stringify(archiveEvent(n))}\n`).join(''));
    const { sessions, skipped } = new ArchiveBrowser(state).sessions({ limit: 5 });
    assert.deepEqual([sessions[0]?.events, skipped], [3, 0]);
    assert.deepEqual(new HistoryArchive(state).read(), { items: [1, 2, 3].map((n) => archiveEvent(n)), skipped: 0, repaired: 0 });
  });

  const oddLines = [
    'nonsense',
    '{"half',
    JSON.stringify(archiveEvent(1)).replace('question', 'quest"ion'), // broken between ends that are whole
    JSON.stringify(archiveEvent(1)).slice(0, 150),
    '',
    '   ',
    '{"timestamp":"t","session":"chat","source":"s","messages":[{"turn":7}]}',
    JSON.stringify(archiveEvent(5, 'chat', { messages: exchange('h', 'half \ud83d') })),
    JSON.stringify(archiveEvent(6, 'chat', { messages: exchange('w', 'whole \u{1f600}') })),
    JSON.stringify(archiveEvent(7, 'with "quotes"')),
    `{ "messages": [], "source": "by hand", "session": "chat", "timestamp": "2026-01-01" }`,
  ];

  it('are those that reading every line tells, whatever stands between them, with the same counts', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.constantFrom(...oddLines),
            fc.nat(50).map((n) => JSON.stringify(archiveEvent(n))),
          ),
          { maxLength: 12 },
        ),
        async (lines) => {
          const state = temporaryFolder();
          fs.writeFileSync(file(state), lines.join('\n'));
          const browser = new ArchiveBrowser(state);
          const { items, skipped, repaired } = new HistoryArchive(state).read();
          const sessions = new Set(items.map(({ session }) => session));
          const early = browser.sessions({ limit: 99 });
          assert.equal(await browser.check(), early.skipped < skipped);
          const listing = browser.sessions({ limit: 99 });
          assert.deepEqual(new Set(listing.sessions.map(({ session }) => session)), sessions);
          assert.deepEqual([listing.skipped, listing.repaired], [skipped, repaired]);
          assert.equal(await browser.check(), false);
          const counted = ({ sessions: listed, skipped: passed }: typeof listing): number =>
            listed.reduce((sum, { events }) => sum + events, passed);
          assert.deepEqual([early, listing].map(counted), [items.length + skipped, items.length + skipped]);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('are the same for who has looked before as for who looks the first time, whatever happened between', async () => {
    const steps = fc.array(fc.constantFrom('append', 'torn', 'rotate', 'delete', 'restore', 'purge'), { maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const state = temporaryFolder();
        const known = new ArchiveBrowser(state);
        const other = new ArchiveBrowser(state);
        for (const [n, step] of all.entries()) {
          const time = new Date(n).toISOString();
          if (step === 'append') archiveOf(state, [archiveEvent(n, `session ${String(n % 3)}`)]);
          if (step === 'rotate') archiveOf(state, [archiveEvent(n)], 0);
          if (step === 'torn') fs.appendFileSync(file(state), '{"timestamp":"2026');
          if (step === 'delete') other.delete({ session: `session ${String(n % 3)}` }, time);
          if (step === 'restore')
            other.restore(
              other.deleted.slice(0, 1).map(({ id }) => id),
              time,
            );
          if (step === 'purge') other.purge(time, undefined);
          const fresh = new ArchiveBrowser(state);
          assert.deepEqual(known.sessions({ limit: 99 }), fresh.sessions({ limit: 99 }));
          assert.deepEqual(known.deleted, fresh.deleted);
          const read = new HistoryArchive(state).read().items.map(archiveId);
          assert.deepEqual(await known.copy({}), await fresh.copy({}));
          assert.deepEqual(
            known.sessions({ limit: 99 }).sessions.reduce((sum, { events }) => sum + events, 0),
            read.length,
          );
        }
      }),
      { numRuns: 60 },
    );
  });

  it('are read no more than once: of a file that grew only what was appended', () => {
    const state = temporaryFolder();
    archiveOf(state, [archiveEvent(1), archiveEvent(2)]);
    const browser = new ArchiveBrowser(state);
    browser.sessions({ limit: 5 });
    const { size } = fs.statSync(file(state));
    const read: number[] = [];
    const { readSync } = fs;
    fs.readSync = ((...args: Parameters<typeof fs.readSync>) => {
      read.push(Number((args as readonly unknown[])[4]));
      return readSync(...args);
    }) as typeof fs.readSync;
    try {
      archiveOf(state, [archiveEvent(3, 'new')]);
      read.length = 0;
      browser.sessions({ limit: 0 });
      assert.deepEqual(read, [size]);
      browser.sessions({ limit: 0 });
      assert.deepEqual(read, [size]);
    } finally {
      fs.readSync = readSync;
    }
  });
});

describe('the spans of a session', () => {
  it('are its compactions with before and after, oldest first, each with the address of its turns', () => {
    const state = temporaryFolder();
    const { ids, compactions } = compacted(state);
    const [span, ...more] = new ArchiveBrowser(state).spans('test');
    assert.deepEqual(more, []);
    assert.deepEqual([span?.ids, span?.compaction?.id, span?.turns], [ids, compactions[0], 7]);
    assert.equal(span?.compaction?.kept, 5);
    assert.ok(span.compaction.after < span.compaction.before);
    assert.equal(span.compaction.isUndone, false);
    assert.match(span.title, /^test question 1 /u);
  });

  it('say which of them were undone', () => {
    const state = temporaryFolder();
    const { compactions } = compacted(state);
    const browser = new ArchiveBrowser(state);
    browser.spans('test');
    undo(state, compactions[0] ?? '');
    assert.equal(browser.spans('test')[0]?.compaction?.isUndone, true);
    assert.equal(browser.sessions({ limit: 1 }).sessions[0]?.tokens, undefined);
  });

  it('hold what no compaction of the record names, too', () => {
    const state = temporaryFolder();
    archiveOf(state, [archiveEvent(1)]);
    const [span] = new ArchiveBrowser(state).spans('chat');
    assert.deepEqual(span, {
      ids: [archiveId(archiveEvent(1))],
      time: archiveEvent(1).timestamp,
      source: 'automatic compaction',
      turns: 2,
      title: 'question 1 of chat',
    });
  });

  it('have their turns in order, with their tokens', () => {
    const state = temporaryFolder();
    const ids = archiveOf(state, [archiveEvent(1)]);
    const turns = new ArchiveBrowser(state).turns({ session: 'chat', ids }, characters);
    assert.deepEqual(
      turns.map(({ id, title }) => [id, title]),
      [
        ['turn 1a', 'question 1 of chat'],
        ['turn 1b', 'and 1?'],
      ],
    );
    assert.equal(turns[1]?.tokens, 'User: and 1?\n\nAssistant: Answer to and 1?.\n\n'.length);
  });
});

describe('an archived span as a document', () => {
  it('is one page where it is small, and tells where a turn begins', () => {
    const state = temporaryFolder();
    const ids = archiveOf(state, [archiveEvent(1), archiveEvent(2)]);
    const page = new ArchiveBrowser(state).page({ ids, turn: 'turn 2b' });
    assert.deepEqual([page?.page, page?.pages, page?.title], [1, 1, 'question 1 of chat']);
    assert.equal(page?.text, archiveText(ids[0] ?? '', archiveEvent(1)) + archiveText(ids[1] ?? '', archiveEvent(2)));
    const lines = page.text.split('\n');
    assert.equal(lines[page.line ?? -1], '## User');
    assert.equal(lines[(page.line ?? 0) + 2], 'and 2?');
  });

  it('has pages that end between messages and lose nothing', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: pageSize * 1.2 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(sizes, (all) => {
        const state = temporaryFolder();
        const event = archiveEvent(1, 'chat', {
          messages: all.flatMap((size, n) => exchange(`t${String(n)}`, `question ${String(n)}`, 'x'.repeat(size))),
        });
        const ids = archiveOf(state, [event]);
        const browser = new ArchiveBrowser(state);
        const first = browser.page({ ids });
        assert.ok(first);
        const pages = Array.from({ length: first.pages }, (_, place) => browser.page({ ids, page: place + 1 })?.text ?? '');
        assert.equal(pages.join(''), archiveText(ids[0] ?? '', event));
        for (const text of pages) assert.ok(text.length <= pageSize || text.split('\n## ').length <= 2);
        for (const n of all.keys()) {
          const page = browser.page({ ids, turn: `t${String(n)}` });
          assert.ok(page);
          assert.equal(page.text.split('\n')[(page.line ?? 0) + 2], `question ${String(n)}`);
          assert.equal(browser.page({ ids, text: `QUESTION ${String(n)}` })?.page, page.page);
        }
      }),
      { numRuns: 10 },
    );
  });

  it('of an address that is nobody’s is none', () => {
    assert.equal(new ArchiveBrowser(temporaryFolder()).page({ ids: ['nobody'] }), undefined);
  });
});

describe('an export', () => {
  it('holds what was chosen, as text or as the very lines', async () => {
    const state = temporaryFolder();
    const ids = archiveOf(state, [archiveEvent(1), archiveEvent(2), archiveEvent(3, 'other')]);
    const browser = new ArchiveBrowser(state);
    const target = path.join(temporaryFolder(), 'export');
    assert.deepEqual(await browser.export({ session: 'chat' }, 'jsonl', target), { value: 2, secrets: 0 });
    assert.equal(fs.readFileSync(target, 'utf8'), `${JSON.stringify(archiveEvent(1))}\n${JSON.stringify(archiveEvent(2))}\n`);
    assert.equal((await browser.export({ ids: [ids[2] ?? ''] }, 'markdown', target)).value, 1);
    assert.equal(fs.readFileSync(target, 'utf8'), archiveText(ids[2] ?? '', archiveEvent(3, 'other')));
    assert.deepEqual(fs.readdirSync(path.dirname(target)), ['export']);
    assert.match(
      (await browser.copy({ session: 'chat', ids, turn: 'turn 2b' }))?.value ?? '',
      /^# Archived [^]*\n1 turn, [^]*\n## User\n\nand 2\?\n[^]*Answer to and 2\?\.\n$/u,
    );
    assert.equal(await browser.copy({ ids: ['nobody'] }), undefined);
  });

  it('does not take the place of the history', async () => {
    const state = temporaryFolder();
    archiveOf(state, [archiveEvent(1)]);
    const before = fs.readFileSync(path.join(state, 'history_archive.jsonl'), 'utf8');
    const target = path.join(state, 'nowhere', '..', 'history_archive.jsonl');
    await assert.rejects(new ArchiveBrowser(state).export({}, 'jsonl', target), /choose another folder/u);
    assert.equal(fs.readFileSync(path.join(state, 'history_archive.jsonl'), 'utf8'), before);
  });

  it('has calls that were made without anything', async () => {
    const state = temporaryFolder();
    const toolCalls = [{ id: '1', name: 'now', input: undefined }];
    archiveOf(state, [archiveEvent(1, 'chat', { messages: [{ turn: 'a', role: 'assistant', content: '', toolCalls }] })]);
    assert.match((await new ArchiveBrowser(state).copy({}))?.value ?? '', /### Tool call now\n\n {4}\{\}\n/u);
  });

  it('touches nothing beside its file', async () => {
    const state = temporaryFolder();
    archiveOf(state, [archiveEvent(1)]);
    const target = path.join(temporaryFolder(), 'export.md');
    fs.writeFileSync(`${target}.part`, 'of the user');
    await new ArchiveBrowser(state).export({}, 'markdown', target);
    assert.equal(fs.readFileSync(`${target}.part`, 'utf8'), 'of the user');
    assert.deepEqual(fs.readdirSync(path.dirname(target)).sort(), ['export.md', 'export.md.part']);
  });

  it('follows a link to its file, and may have a long name', async () => {
    const state = temporaryFolder();
    archiveOf(state, [archiveEvent(1)]);
    const folder = temporaryFolder();
    const [target, link, long] = [path.join(folder, 'target.md'), path.join(folder, 'link.md'), path.join(folder, `${'x'.repeat(250)}.md`)];
    fs.writeFileSync(target, 'before');
    fs.symlinkSync(target, link);
    for (const file of [link, long]) await new ArchiveBrowser(state).export({}, 'markdown', file);
    assert.ok(fs.lstatSync(link).isSymbolicLink());
    for (const file of [target, long]) assert.match(fs.readFileSync(file, 'utf8'), /^# Archived/u);
    await assert.rejects(new ArchiveBrowser(state).export({}, 'markdown', '/dev/null'), /cannot be written: it is not a file$/u);
  });

  it('that cannot be written says why in words and leaves nothing', async () => {
    const state = temporaryFolder();
    archiveOf(state, [archiveEvent(1)]);
    const browser = new ArchiveBrowser(state);
    const folder = temporaryFolder();
    const target = path.join(folder, 'a folder');
    fs.mkdirSync(path.join(target, 'with something in it'), { recursive: true });
    await assert.rejects(browser.export({}, 'jsonl', target), /a folder cannot be written: [a-z ]+$/u);
    assert.deepEqual(fs.readdirSync(folder), ['a folder']);
    await assert.rejects(
      browser.export({}, 'jsonl', path.join(folder, 'nowhere', 'x')),
      /x cannot be written: no such file or directory$/u,
    );
  });

  it('to a full disk leaves nothing', async () => {
    const state = temporaryFolder();
    archiveOf(state, [archiveEvent(1)]);
    const target = path.join(temporaryFolder(), 'export.md');
    const write = mock.method(fs, 'writeFileSync', (file: string) => {
      fs.closeSync(fs.openSync(file, 'wx'));
      throw Object.assign(new Error('ENOSPC'), { errno: -os.constants.errno.ENOSPC });
    });
    try {
      await assert.rejects(new ArchiveBrowser(state).export({}, 'markdown', target), /cannot be written: no space left on device$/u);
    } finally {
      write.mock.restore();
    }
    assert.deepEqual(fs.readdirSync(path.dirname(target)), []);
  });

  it('has no secrets, wherever they stand, and says how many there were; the archive keeps them', async () => {
    const state = temporaryFolder();
    const token = ['ghp', 'abcdefghijklmnopqrstuvwxyz0123456789'].join('_');
    const event: ArchiveEvent = {
      ...archiveEvent(1),
      messages: [
        { turn: 'a', role: 'user', content: `my token is ${token}` },
        { turn: 'a', role: 'assistant', content: '', toolCalls: [{ id: 'call', name: 'push', input: { token } }] },
        {
          turn: 'a',
          role: 'user',
          content: '',
          toolResults: [{ id: 'call', name: 'push', parts: [{ kind: 'text', text: `${token} is no good` }] }],
        },
      ],
    };
    archiveOf(state, [event]);
    const browser = new ArchiveBrowser(state);
    const target = path.join(temporaryFolder(), 'export');
    assert.deepEqual(await browser.export({}, 'jsonl', target), { value: 1, secrets: 3 });
    const text = fs.readFileSync(target, 'utf8');
    assert.ok(!text.includes(token) && text.includes('my token is [secret masked]'));
    assert.equal(parseArchiveEvent(JSON.parse(text))?.messages.length, 3);
    const copy = await browser.copy({});
    assert.ok(copy?.secrets === 3 && !copy.value.includes(token));
    assert.ok(new HistoryArchive(state).read().items[0]?.messages[0]?.content.includes(token));
  });
});

describe('an engine without a state folder', () => {
  it('has an archive without anything', async () => {
    const engine = await openEngine(temporaryFolder());
    assert.equal((await engine.archivedSessions({ limit: 5 })).total, 0);
    assert.deepEqual(await engine.searchArchive({ text: 'a', limit: 5 }), { hits: [], hasMore: false });
    assert.equal(await engine.archivedPage({ ids: ['nobody'] }), undefined);
  });
});
