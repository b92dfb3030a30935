import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import type { Undone, AssembleRequest, Assembled } from '../../../src/engine/api.ts';
import { Compaction } from '../../../src/engine/compaction.ts';
import { HistoryArchive } from '../../../src/engine/historyArchive.ts';
import { ThreadRecord } from '../../../src/engine/threadRecord.ts';
import { archiveId } from '../../../src/history/archiveEvent.ts';
import { threadStateOf, type ThreadState } from '../../../src/history/threadState.ts';
import { characters } from '../broker/helpers.ts';
import { recordedThread } from '../history/turns.ts';
import { answer, archived, compact, compactionRequest, historyOf, messagesOf, recordThread } from './compactionFixture.ts';
import { assembled, openEngine, request, settings, temporaryFolder, workspace } from './workspaceFixture.ts';

const summary = '## Intent\nWords that say something.';
const stateOf = (state: string, head: string | undefined): ThreadState =>
  threadStateOf(new ThreadRecord(state, 'test').read().items, head, []);
const archiveFile = (state: string): string => path.join(state, 'history_archive.jsonl');

async function ask(state: string, head: string, more: Partial<AssembleRequest> = {}): Promise<Assembled> {
  const engine = await openEngine(workspace({ 'a.ts': 'export const a = 1;\n' }), { state });
  return assembled(await engine.assemble(request('and now?', { head, ...more })));
}

describe('a compaction', () => {
  it('replaces all turns but the last five, and archives before it replaces', () => {
    const state = temporaryFolder();
    const turns = recordThread(state, 12);
    const done = compact(state, compactionRequest(turns.at(-1)?.id), summary);
    assert.ok(done.kind === 'compacted');
    const { compaction, head } = done;
    assert.deepEqual([compaction.turns, compaction.kept, compaction.how], [7, 5, 'model']);
    assert.ok(compaction.after < compaction.before * 0.6, `${String(compaction.before)} ${String(compaction.after)}`);
    const [event, ...more] = archived(state);
    assert.ok(event !== undefined && more.length === 0);
    assert.deepEqual(event.messages, messagesOf(turns.slice(0, 7)));
    assert.deepEqual(Object.keys(JSON.parse(fs.readFileSync(archiveFile(state), 'utf8')) as object), [
      'timestamp',
      'session',
      'source',
      'messages',
    ]);
    assert.deepEqual(compaction.archive, [archiveId(event)]);
    assert.deepEqual(
      stateOf(state, head).standing.map(({ id }) => id),
      turns.slice(7).map(({ id }) => id),
    );
  });

  it('is what the next turn is told: the summary with the archive’s address, then what stands', async () => {
    const state = temporaryFolder();
    const turns = recordThread(state, 12);
    const done = compact(state, compactionRequest(turns.at(-1)?.id), summary);
    assert.ok(done.kind === 'compacted');
    const turn = await ask(state, done.head);
    const { pairs, summary: told } = historyOf(turn);
    assert.deepEqual(
      pairs,
      turns.slice(7).flatMap(({ request: asked, messages }) => [asked, messages.at(-1)?.content]),
    );
    assert.ok(told.includes(summary) && told.includes(done.compaction.archive[0] ?? 'none'));
    assert.deepEqual(turn.trace.compaction, [done.compaction]);
    assert.deepEqual(turn.trace, (await ask(state, done.head)).trace);
  });

  it('names an address that is there, where the chat alone has a turn with half a character', () => {
    const state = temporaryFolder();
    const filler = 'words that say something. '.repeat(12);
    const history = Array.from({ length: 12 }, (_, n) => ({ request: `question ${String(n)} \ud83d`, response: `answer ${filler}` }));
    const done = compact(state, compactionRequest(undefined, { history }), summary);
    assert.ok(done.kind === 'compacted', JSON.stringify(done));
    const [id = ''] = done.compaction.archive;
    assert.equal(new HistoryArchive(state).find(id)?.messages[0]?.content, 'question 0 \ufffd');
  });

  it('covers its turns also where the record has lost one of them, and the chat hands back all', () => {
    const state = temporaryFolder();
    const turns = recordThread(state, 12);
    const done = compact(state, compactionRequest(turns.at(-1)?.id), summary);
    assert.ok(done.kind === 'compacted');
    const file = path.join(state, 'threads/test.jsonl');
    const lines = fs.readFileSync(file, 'utf8').split('\n');
    fs.writeFileSync(file, lines.map((line, place) => (place === 5 ? line.slice(0, 50) : line)).join('\n'));
    const shown = turns.map(({ id, request: asked, messages }) => ({
      ...{ request: asked, response: messages.at(-1)?.content ?? '', turn: id },
    }));
    const { standing, replaced } = threadStateOf(new ThreadRecord(state, 'test').read().items, done.head, shown);
    // The chain is broken at the sixth turn: those before it are as they were recorded, with what tools gave.
    assert.deepEqual(
      replaced.map(({ messages }) => messages.length),
      [4, 4, 4, 4, 4, 2, 4],
    );
    assert.deepEqual(
      [replaced, standing].map((some) => some.map(({ id }) => id)),
      [turns.slice(0, 7), turns.slice(7)].map((some) => some.map(({ id }) => id)),
    );
  });

  it('reads an archive beside a folder that has the name of one of its files', () => {
    const state = temporaryFolder();
    const turns = recordThread(state, 12);
    fs.mkdirSync(path.join(state, 'history_archive-2026-01-01T00-00-00.000Z-1-0000.jsonl'));
    assert.equal(compact(state, compactionRequest(turns.at(-1)?.id), summary).kind, 'compacted');
  });

  it('takes nothing out of a thread that is compacted by hand alone, which is told by its last eight pairs', async () => {
    const state = temporaryFolder();
    const turns = recordThread(state, 12);
    const head = turns.at(-1)?.id ?? '';
    const manual = await ask(state, head, { settings: settings({ 'history.compaction': 'manual' }) });
    assert.equal(historyOf(manual).pairs.length, 16);
    assert.equal(historyOf(await ask(state, head)).pairs.length, 24);
    assert.equal(historyOf(await ask(state, head, { isHistoryLimited: true })).pairs.length, 16);
    assert.ok(manual.pressure.history < (await ask(state, head)).pressure.history);
  });

  it('is undone without a trace: the very same messages as before', async () => {
    const state = temporaryFolder();
    const head = recordThread(state, 12).at(-1)?.id ?? '';
    const before = await ask(state, head);
    const done = compact(state, compactionRequest(head), summary);
    assert.ok(done.kind === 'compacted');
    assert.notEqual((await ask(state, done.head)).trace.contextHash, before.trace.contextHash);
    const engine = await openEngine(workspace({}), { state });
    const undo = (id: string): Promise<unknown> => engine.undoCompaction({ session: 'test', id, time: '2026-01-03T00:00:00Z' });
    assert.equal(((await undo(done.head)) as Undone).compactions, 1);
    assert.equal(((await undo(done.head)) as Undone).compactions, 0, 'it was undone twice');
    assert.equal(new ThreadRecord(state, 'test').read().items.filter(({ kind }) => kind === 'undo').length, 1);
    assert.equal(await undo('nobody'), undefined);
    const after = await ask(state, done.head);
    assert.deepEqual(after.messages, before.messages);
    assert.equal(after.trace.id, before.trace.id);
  });

  it('of turns whose compaction was undone comes only when the user asks, and archives no message twice', () => {
    const state = temporaryFolder();
    const turns = recordThread(state, 12);
    const done = compact(state, compactionRequest(turns.at(-1)?.id), summary);
    assert.ok(done.kind === 'compacted');
    new ThreadRecord(state, 'test').append({ kind: 'undo', id: 'undo', parent: done.head, time: '2026-01-03T00:00:00Z' });
    const unasked = compact(state, compactionRequest(done.head), summary);
    assert.ok(unasked.kind === 'refused' && unasked.what === 'nothing', JSON.stringify(unasked));
    const again = compact(state, compactionRequest(done.head, { isForced: true }), summary, 1);
    assert.ok(again.kind === 'compacted');
    assert.deepEqual(again.compaction.archive, done.compaction.archive);
    assert.deepEqual(
      archived(state).flatMap(({ messages }) => messages),
      messagesOf(turns.slice(0, 7)),
    );
  });

  it('goes on from the one before, and never replaces a turn twice', () => {
    const state = temporaryFolder();
    const turns = recordThread(state, 12);
    const first = compact(state, compactionRequest(turns.at(-1)?.id), summary);
    assert.ok(first.kind === 'compacted');
    const none = compact(state, compactionRequest(first.head), summary);
    assert.ok(none.kind === 'refused' && none.what === 'nothing');
    const more = recordThread(state, 4, 'test', turns);
    const plan = new Compaction(compactionRequest(more.at(-1)?.id), state, characters).plan();
    assert.ok(plan.kind === 'plan');
    const second = compact(state, compactionRequest(more.at(-1)?.id), '## Intent\nThe second summary.', 1);
    assert.ok(second.kind === 'compacted');
    assert.deepEqual(archived(state).flatMap(({ messages }) => messages).length, messagesOf(more.slice(0, second.compaction.turns)).length);
  });

  it('keeps fewer turns where five are more than the target allows', () => {
    const state = temporaryFolder();
    const head = recordThread(state, 12).at(-1)?.id;
    const done = compact(state, compactionRequest(head, { budget: 4_000 }), summary);
    assert.ok(done.kind === 'compacted');
    assert.ok(done.compaction.kept < 5 && done.compaction.kept > 0, String(done.compaction.kept));
    assert.ok(1_000 + done.compaction.after <= 4_000 * 0.6, String(done.compaction.after));
  });

  it('is refused where what must go in leaves no room: it would not help', () => {
    const state = temporaryFolder();
    const head = recordThread(state, 12).at(-1)?.id;
    const done = compact(state, compactionRequest(head, { budget: 4_000, fixed: 3_000 }), summary);
    assert.ok(done.kind === 'refused' && done.what === 'historyCompaction');
    assert.match(done.reason, /no room/u);
  });

  it('that the user asks for keeps five turns, whatever the room', () => {
    const state = temporaryFolder();
    const head = recordThread(state, 12).at(-1)?.id;
    const done = compact(state, compactionRequest(head, { budget: 4_000, fixed: 3_000, isForced: true }), summary);
    assert.ok(done.kind === 'compacted' && done.compaction.kept === 5);
    assert.equal(archived(state)[0]?.source, '/compact');
  });

  it('needs no model where there is none', () => {
    const state = temporaryFolder();
    const head = recordThread(state, 12).at(-1)?.id;
    const done = new Compaction(compactionRequest(head, { isForced: true }), state, characters).commit({
      how: 'fallback',
      time: '2026-01-02T00:00:00Z',
    });
    assert.ok(done.kind === 'compacted' && done.compaction.how === 'fallback');
    assert.match(stateOf(state, done.head).compactions[0]?.summary ?? '', /## Intent\n\ntest question 1 /u);
  });

  it('archives what the record had lost as the chat shows it', () => {
    const state = temporaryFolder();
    const history = Array.from({ length: 8 }, (_, n) => ({ request: `lost ${String(n)} `.repeat(30), response: 'said '.repeat(30) }));
    const done = compact(state, compactionRequest(undefined, { history }), summary);
    assert.ok(done.kind === 'compacted' && done.compaction.turns === 3);
    assert.deepEqual(
      archived(state)[0]?.messages.map(({ content }) => content),
      history.slice(0, 3).flatMap(({ request: asked, response }) => [asked, response]),
    );
    const { standing } = threadStateOf(new ThreadRecord(state, 'test').read().items, done.head, history);
    assert.equal(standing.length, 5);
  });

  it('plans without changing anything', () => {
    const state = temporaryFolder();
    const head = recordThread(state, 12).at(-1)?.id;
    const before = fs.readFileSync(path.join(state, 'threads/test.jsonl'), 'utf8');
    const plan = new Compaction(compactionRequest(head, { focus: 'delete everything' }), state, characters).plan();
    assert.ok(plan.kind === 'plan');
    assert.deepEqual([plan.replaced.length, plan.kept], [7, 5]);
    assert.match(plan.messages[0]?.content ?? '', /subject, which is no task:\n```text\ndelete everything\n/u);
    assert.equal(fs.readFileSync(path.join(state, 'threads/test.jsonl'), 'utf8'), before);
    assert.deepEqual(archived(state), []);
  });

  it('of a workspace without a state folder is refused', () => {
    const done = compact(undefined, compactionRequest(undefined), summary);
    assert.ok(done.kind === 'refused' && done.what === 'nothing');
  });
});

describe('a compaction that fails changes nothing', () => {
  const bad: readonly (readonly [what: string, text: string, reason: RegExp])[] = [
    ['nothing', '', /nothing/u],
    ['white space', ' \n ', /nothing/u],
    ['a longer text', 'words that say something. '.repeat(400), /not clearly smaller/u],
    ['a refusal', 'I cannot help with that.', /refused/u],
  ];
  for (const [what, text, reason] of bad) {
    it(`where the summariser gives ${what}`, () => {
      const state = temporaryFolder();
      const head = recordThread(state, 12).at(-1)?.id;
      const record = fs.readFileSync(path.join(state, 'threads/test.jsonl'), 'utf8');
      const done = compact(state, compactionRequest(head), text);
      assert.ok(done.kind === 'refused' && done.what === 'historyCompaction', JSON.stringify(done));
      assert.match(done.reason, reason);
      assert.equal(fs.readFileSync(path.join(state, 'threads/test.jsonl'), 'utf8'), record);
      assert.deepEqual(archived(state), []);
    });
  }

  it('where the archive cannot be opened: the model is not even asked', () => {
    const state = temporaryFolder();
    const head = recordThread(state, 12).at(-1)?.id;
    fs.mkdirSync(archiveFile(state));
    const plan = new Compaction(compactionRequest(head), state, characters).plan();
    assert.ok(plan.kind === 'refused' && plan.what === 'historyArchive');
    assert.match(plan.reason, /EISDIR/u);
  });

  it('where the disk is full in the middle of a line', function () {
    if (process.platform === 'win32') this.skip(); // it has no limits for files
    const state = temporaryFolder();
    const turns = recordThread(state, 40);
    const record = fs.readFileSync(path.join(state, 'threads/test.jsonl'), 'utf8');
    const script = path.resolve('test/unit/engine/compactionChild.mts');
    const command = `trap '' XFSZ; ulimit -f 8; exec "$0" --import=tsx "$1" once "$2" "$3"`;
    const env = { ...process.env, TSX_DISABLE_CACHE: '1' };
    const { stdout } = spawnSync('bash', ['-c', command, process.execPath, script, state, turns.at(-1)?.id ?? ''], {
      env,
      encoding: 'utf8',
    });
    assert.match(stdout, /^historyArchive the history archive cannot be written: (?:EFBIG|only \d+ of \d+ bytes)/u);
    assert.equal(fs.readFileSync(path.join(state, 'threads/test.jsonl'), 'utf8'), record);
    assert.deepEqual(archived(state), []);
    const again = compact(state, compactionRequest(turns.at(-1)?.id), summary);
    assert.ok(again.kind === 'compacted');
    assert.deepEqual(
      archived(state).flatMap(({ messages }) => messages),
      messagesOf(turns.slice(0, 35)),
    );
  });

  it('where the record cannot be written: the archive has the turns, and has them once when it is tried again', () => {
    const state = temporaryFolder();
    const turns = recordThread(state, 12);
    const threads = path.join(state, 'threads');
    const file = path.join(threads, 'test.jsonl');
    fs.chmodSync(file, 0o400);
    const done = compact(state, compactionRequest(turns.at(-1)?.id), summary);
    fs.chmodSync(file, 0o600);
    if (process.getuid?.() !== 0) assert.ok(done.kind === 'refused' && done.what === 'historyRecord');
    const again = compact(state, compactionRequest(turns.at(-1)?.id), summary, 1);
    assert.ok(again.kind === 'compacted');
    assert.deepEqual(
      archived(state).flatMap(({ messages }) => messages),
      messagesOf(turns.slice(0, 7)),
    );
  });
});

describe('any thread, compacted anywhere', () => {
  const turn = fc.record({ request: fc.nat(600), response: fc.nat(600), calls: fc.nat(3), complete: fc.boolean() });
  const thread = fc.array(turn, { minLength: 1, maxLength: 25 });

  it('has each turn once, verbatim or archived, in order, with calls and results together, within the target', () => {
    fc.assert(
      fc.property(thread, fc.integer({ min: 3_000, max: 20_000 }), fc.nat(2_000), (made, budget, fixed) => {
        const state = temporaryFolder();
        const turns = recordedThread(made.length, (n) => {
          const { request: asked = 0, response = 0, calls = 0, complete = true } = made[n - 1] ?? {};
          const ids = Array.from({ length: calls }, (_, call) => ({ id: `${String(n)}.${String(call)}`, name: 'stock' }));
          const text = `q${String(n)} ${'x'.repeat(asked)}`;
          return {
            request: text,
            complete,
            messages: [
              { role: 'user', content: text },
              ...(calls === 0
                ? []
                : ([
                    { role: 'assistant', content: 'text beside the calls', toolCalls: ids.map((one) => ({ ...one, input: {} })) },
                    { role: 'user', content: '', toolResults: ids.map((one) => ({ ...one, parts: [] })) },
                  ] as const)),
              { role: 'assistant', content: `a${String(n)} ${'y'.repeat(response)}` },
            ],
          };
        });
        const record = new ThreadRecord(state, 'test');
        for (const one of turns) record.append(one);
        const done = compact(state, compactionRequest(turns.at(-1)?.id, { budget, fixed }), 'S.');
        const { standing } = stateOf(state, done.kind === 'compacted' ? done.head : turns.at(-1)?.id);
        const archivedTurns = archived(state).flatMap(({ messages }) => messages.map(({ turn: id }) => id));
        const whole = turns.filter(({ complete }) => complete);
        assert.deepEqual(
          [...new Set(archivedTurns), ...standing.map(({ id }) => id)],
          whole.map(({ id }) => id),
        );
        const messages = archived(state).flatMap((event) => event.messages);
        assert.deepEqual(messages, messagesOf(whole.slice(0, whole.length - standing.length)));
        assert.deepEqual(
          messages.flatMap(({ toolCalls = [] }) => toolCalls.map(({ id }) => id)),
          messages.flatMap(({ toolResults = [] }) => toolResults.map(({ id }) => id)),
        );
        if (done.kind === 'compacted') assert.ok(fixed + done.compaction.after <= budget * 0.6);
        else assert.ok(done.reason !== '');
      }),
      { numRuns: 60 },
    );
  });
});

describe('the history archive', () => {
  const event = (n: number): Parameters<HistoryArchive['append']>[0] => ({
    timestamp: `2026-01-01T00:00:${String(n).padStart(2, '0')}Z`,
    session: 'test',
    source: '/compact',
    messages: [{ turn: String(n), role: 'user', content: `message ${String(n)} ${'x'.repeat(200)}` }],
  });

  it('is set aside by size under its date, and loses nothing', () => {
    const state = temporaryFolder();
    const archive = new HistoryArchive(state, { rotateAt: 500, retentionDays: 0 });
    const ids = Array.from({ length: 12 }, (_, n) => archive.append(event(n)));
    const names = fs.readdirSync(state);
    assert.ok(names.length >= 4, String(names));
    for (const name of names) assert.match(name, /^history_archive(?:-\d{4}-\d\d-\d\dT[\w.-]+)?\.jsonl$/u);
    assert.deepEqual(archive.read().items.map(archiveId), ids);
    assert.deepEqual(archive.find(ids[3] ?? '')?.messages, event(3).messages);
  });

  it('removes nothing unless a retention is set, and then only what is older', () => {
    const state = temporaryFolder();
    const write = (name: string): void => {
      fs.writeFileSync(path.join(state, name), `${JSON.stringify(event(0))}\n`);
    };
    write('history_archive-2020-01-01T00-00-00.000Z-1-0000.jsonl');
    write('history_archive.jsonl');
    new HistoryArchive(state, { rotateAt: 10, retentionDays: 0 }).append(event(1));
    assert.equal(fs.readdirSync(state).length, 3);
    new HistoryArchive(state, { rotateAt: 10, retentionDays: 30 }).append(event(2));
    const names = fs.readdirSync(state);
    assert.ok(!names.some((name) => name.includes('2020')) && names.length === 3, String(names));
    write('history_archive-2020-01-01T00-00-00.000Z-1-0000.jsonl');
    new HistoryArchive(state, { rotateAt: 1_000_000, retentionDays: 30 }).append(event(3));
    assert.deepEqual(fs.readdirSync(state).sort(), names.sort(), 'also where no file is full');
  });

  it('skips lines that are malformed or torn, and counts them', () => {
    const state = temporaryFolder();
    const archive = new HistoryArchive(state, { rotateAt: 1_000_000, retentionDays: 0 });
    archive.append(event(1));
    fs.appendFileSync(archiveFile(state), 'nonsense\n{"timestamp":"2026","session":"a","source":"b","messages":[1]}\n{"half');
    archive.append(event(2));
    const { items, skipped } = archive.read();
    assert.deepEqual([items.length, skipped], [2, 3]);
  });

  it('is opened as text by its address', async () => {
    const state = temporaryFolder();
    const turns = recordThread(state, 12);
    const done = compact(state, compactionRequest(turns.at(-1)?.id), summary);
    assert.ok(done.kind === 'compacted');
    const engine = await openEngine(workspace({}), { state });
    const text = (await engine.archivedText(done.compaction.archive[0] ?? ''))?.value;
    assert.match(
      text ?? '',
      /^# Archived 2026[^]*## User\n\ntest question 1 [^]*### Tool call stock\n\n {4}\{[^]*### Tool result of stock[^]*## Assistant\n\nanswer 7\n/u,
    );
    assert.equal(await engine.archivedText('nobody'), undefined);
  });
});

it('the engine compacts with the counter that is in force', async () => {
  const state = temporaryFolder();
  const head = recordThread(state, 12).at(-1)?.id;
  const engine = await openEngine(workspace({}), { state });
  const one = compactionRequest(head, { settings: settings({ estimator: 'chars/4' }) });
  const plan = await engine.planCompaction(one);
  const done = await engine.compact(one, answer(summary));
  assert.ok(plan.kind === 'plan' && done.kind === 'compacted');
  assert.equal(done.compaction.before, plan.before);
});
