import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { ThreadRecord } from '../../../src/engine/threadRecord.ts';
import type { AssembleRequest, Assembled } from '../../../src/engine/api.ts';
import type { ThreadEvent } from '../../../src/history/threadEvent.ts';
import { killedChild } from './killedChild.ts';
import { recordedThread, recordedTurn } from '../history/turns.ts';
import { assembled, openEngine, request, temporaryFolder, workspace } from './workspaceFixture.ts';

const fileOf = (state: string, session = 'test'): string => path.join(state, 'threads', `${session}.jsonl`);
const contents = ({ messages }: Assembled): string[] => messages.map(({ content }) => content);
const requestsOf = (events: readonly ThreadEvent[]): string[] => events.flatMap((event) => (event.kind === 'turn' ? [event.request] : []));
const historyRows = ({ trace }: Assembled): string[] => trace.degraded.filter((what) => what.startsWith('history'));
const files = { 'a.ts': 'export const a = 1;\n' };

async function ask(state: string, more: Partial<AssembleRequest>): Promise<Assembled> {
  const engine = await openEngine(workspace(files), { state });
  return assembled(await engine.assemble(request('and now?', more)));
}

describe('the record of a thread', () => {
  it('gives back what was appended, in order', () => {
    const record = new ThreadRecord(temporaryFolder(), 'test');
    const turns = recordedThread(3);
    for (const turn of turns) record.append(turn);
    assert.deepEqual(record.read(), { items: turns, skipped: 0, repaired: 0 });
  });

  it('is a file of its own, readable by its owner alone', function () {
    const state = path.join(temporaryFolder(), 'state');
    new ThreadRecord(state, 'one').append(recordedTurn(1));
    new ThreadRecord(state, '../../two/../..').append(recordedTurn(2));
    const names = fs.readdirSync(path.join(state, 'threads'));
    assert.equal(names.length, 2);
    for (const name of names) assert.match(name, /^\w+\.jsonl$/u);
    if (process.platform !== 'win32') assert.equal(fs.statSync(fileOf(state, 'one')).mode & 0o777, 0o600);
  });

  it('closes off a line that a kill has torn', () => {
    const state = temporaryFolder();
    const record = new ThreadRecord(state, 'test');
    record.append(recordedTurn(1));
    fs.appendFileSync(fileOf(state), JSON.stringify(recordedTurn(2)).slice(0, 50));
    record.append(recordedTurn(3));
    const { items, skipped } = record.read();
    assert.deepEqual([requestsOf(items), skipped], [['question 1', 'question 3'], 1]);
  });

  it('throws what the file system throws', () => {
    const state = path.join(temporaryFolder(), 'file');
    fs.writeFileSync(state, '');
    const record = new ThreadRecord(state, 'test');
    assert.throws(() => {
      record.append(recordedTurn(1));
    }, /EEXIST|ENOTDIR/u);
    assert.deepEqual(record.read().items, []);
  });

  it('says so where the disk is full', function () {
    if (!fs.existsSync('/dev/full')) this.skip();
    const state = temporaryFolder();
    fs.mkdirSync(path.join(state, 'threads'));
    fs.symlinkSync('/dev/full', fileOf(state));
    assert.throws(() => {
      new ThreadRecord(state, 'test').append(recordedTurn(1));
    }, /ENOSPC/u);
  });
});

describe('a turn of a recorded thread', () => {
  it('has the pairs of the record, even where the chat hands nothing back', async () => {
    const state = temporaryFolder();
    const engine = await openEngine(workspace(files), { state });
    let head: string | undefined;
    for (const { time, command, request: asked, model, messages, complete } of recordedThread(3)) {
      const parent = head === undefined ? {} : { parent: head };
      head = await engine.recordTurn({ session: 'test', time, command, request: asked, model, messages, complete, ...parent });
    }
    assert.ok(head !== undefined);
    const said = contents(await ask(state, { head })).slice(-7, -1);
    assert.deepEqual(said, ['question 1', 'answer 1', 'question 2', 'answer 2', 'question 3', 'answer 3']);
  });

  it('sees its own branch alone', async () => {
    const state = temporaryFolder();
    const record = new ThreadRecord(state, 'test');
    const turns = recordedThread(2);
    const again = recordedTurn(7, { parent: turns[0]?.id ?? '' });
    for (const turn of [...turns, again]) record.append(turn);
    assert.deepEqual(contents(await ask(state, { head: again.id })).slice(-5, -1), ['question 1', 'answer 1', 'question 7', 'answer 7']);
  });

  it('has the chat’s own pairs where the record is gone, and says what could not be read', async () => {
    const state = temporaryFolder();
    const [turn] = recordedThread(1);
    const history = [{ request: 'question 1', response: 'answer 1', turn: turn?.id ?? '' }];
    const gone = await ask(state, { head: turn?.id ?? '', history });
    assert.deepEqual(contents(gone).slice(-3, -1), ['question 1', 'answer 1']);
    assert.deepEqual(historyRows(gone), []);
    fs.mkdirSync(path.join(state, 'threads'));
    fs.writeFileSync(fileOf(state), 'nonsense\n{"half a\n');
    const damaged = await ask(state, { head: turn?.id ?? '', history });
    assert.deepEqual(contents(damaged).slice(-3, -1), ['question 1', 'answer 1']);
    assert.deepEqual(historyRows(damaged), ['historyRecord: 2 lines of this thread could not be read']);
    fs.rmSync(fileOf(state));
    fs.mkdirSync(fileOf(state));
    const unreadable = await ask(state, { head: turn?.id ?? '', history });
    assert.deepEqual(contents(unreadable).slice(-3, -1), ['question 1', 'answer 1']);
    assert.match(historyRows(unreadable).join(), /^historyRecord: EISDIR/u);
  });
});

/** Runs a child that appends until it is killed; gives the numbers it said were on disk. */
async function killedWriter(state: string, session: string, from: number, afterMs: number): Promise<number[]> {
  const script = path.resolve('test/unit/engine/recordChild.mts');
  return (await killedChild(['--import=tsx', script, state, session, String(from)], afterMs)).map(Number);
}

describe('a record that is written when its process is killed', () => {
  it('has every turn that was said to be on disk, and only whole ones', async function () {
    this.timeout(120_000);
    const state = temporaryFolder();
    const acknowledged: number[] = [];
    for (let kill = 0; kill < 6; kill++) {
      const both = [0, 1].map((window) => killedWriter(state, 'test', kill * 2_000_000 + window * 1_000_000, 3 + kill * 17));
      acknowledged.push(...(await Promise.all(both)).flat());
    }
    const { items, skipped } = new ThreadRecord(state, 'test').read();
    const found = new Set(requestsOf(items).map((asked) => Number.parseInt(asked, 10)));
    assert.ok(acknowledged.length > 50, String(acknowledged.length));
    assert.deepEqual(
      acknowledged.filter((n) => !found.has(n)),
      [],
    );
    assert.ok(skipped <= 12, String(skipped));
  });
});
