import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { SessionStore } from '../../../src/engine/sessionStore.ts';
import { asked, awaiting, calling, ended, newSession, stopped, type Session } from '../../../src/session/session.ts';
import { killedChild } from './killedChild.ts';
import { temporaryFolder } from './workspaceFixture.ts';

const turn = { request: 'why?', command: '', time: '2026-01-01T00:00:00.000Z' };
const begun = calling(asked<unknown>(newSession, turn));
const fileOf = (state: string, id: string): string => path.join(state, 'sessions', `${id}.jsonl`);

describe('the store of sessions', () => {
  it('gives back the latest snapshot', () => {
    const store = new SessionStore(temporaryFolder());
    const session = ended(begun, 'done');
    for (const one of [begun, session]) store.save('one', one);
    store.save('other', newSession);
    assert.deepEqual(store.find('one'), session);
    assert.equal(store.find('none'), undefined);
  });

  it('gives back what was under way as idle, with its request and its counters', () => {
    const store = new SessionStore(temporaryFolder());
    store.save('one', begun);
    assert.deepEqual(store.find('one'), { ...newSession, turns: 1, steps: 1, turnSteps: 1, queued: [turn] });
  });

  it('passes over a line that a kill has torn', () => {
    const state = temporaryFolder();
    const store = new SessionStore(state);
    store.save('one', stopped(begun, 'token'));
    fs.appendFileSync(fileOf(state, 'one'), JSON.stringify({ id: 'one', ...begun }).slice(0, 60));
    assert.equal(store.find('one')?.reason, 'token');
    store.save('one', asked(stopped(begun, 'token'), turn));
    assert.equal(store.find('one')?.turns, 2);
  });

  it('finds the session that waits, with everything it waits with', () => {
    const state = temporaryFolder();
    const store = new SessionStore(state);
    assert.equal(store.findWaiting(), undefined);
    const capsule = { messages: ['a', '\ud83d\ude00'] };
    store.save('one', awaiting(begun, capsule));
    store.save('../two', ended(begun, 'done'));
    assert.deepEqual(store.findWaiting(), { id: 'one', session: awaiting(begun, capsule) });
    assert.equal(fs.readdirSync(path.join(state, 'sessions')).length, 2);
  });

  it('reads a snapshot behind a byte order mark', () => {
    const state = temporaryFolder();
    new SessionStore(state).save('one', stopped(begun, 'token'));
    const file = fileOf(state, 'one');
    fs.writeFileSync(file, `\ufeff${fs.readFileSync(file, 'utf8')}`);
    assert.equal(new SessionStore(state).find('one')?.turns, 1);
  });

  it('finds the session that waits beside a link to nothing', function () {
    if (process.platform === 'win32') this.skip(); // links need rights there
    const state = temporaryFolder();
    new SessionStore(state).save('one', awaiting(begun, 'capsule'));
    fs.symlinkSync(path.join(state, 'nothing'), fileOf(state, 'gone'));
    assert.equal(new SessionStore(state).findWaiting()?.id, 'one');
  });

  it('says so where the disk is full in the middle of a snapshot, and goes on from the one before', function () {
    if (process.platform === 'win32') this.skip(); // it has no limits for files
    const state = temporaryFolder();
    const command = `trap '' XFSZ; ulimit -f 8; exec "$0" --import=tsx "$1" "$2" one`;
    const script = path.resolve('test/unit/engine/fullDiskChild.mts');
    const env = { ...process.env, TSX_DISABLE_CACHE: '1' };
    const { stdout } = spawnSync('bash', ['-c', command, process.execPath, script, state], { env, encoding: 'utf8' });
    assert.match(stdout, /^saved\n(?:EFBIG|only \d+ of \d+ bytes could be written: the disk is full)/u);
    const store = new SessionStore(state);
    assert.equal(store.find('one')?.turns, 1);
    store.save('one', awaiting(begun, 'capsule'));
    assert.deepEqual(store.findWaiting(), { id: 'one', session: awaiting(begun, 'capsule') });
  });

  it('keeps nothing without a folder, and throws where it cannot be written', () => {
    const nowhere = new SessionStore(undefined);
    nowhere.save('one', begun);
    assert.equal(nowhere.find('one'), undefined);
    const state = path.join(temporaryFolder(), 'file');
    fs.writeFileSync(state, '');
    assert.throws(() => {
      new SessionStore(state).save('one', begun);
    }, /EEXIST|ENOTDIR/u);
    assert.equal(new SessionStore(state).findWaiting(), undefined);
  });

  it('knows how far the run of a tool has come', () => {
    const store = new SessionStore(temporaryFolder());
    const note = { key: 'k', tool: 'tick', state: 'executing', at: 'now' } as const;
    assert.equal(store.findRun('k'), undefined);
    store.note(note);
    assert.deepEqual(store.findRun('k'), note);
    store.note({ ...note, state: 'consumed', receipt: 'PLAN.md:3' });
    assert.equal(store.findRun('k')?.receipt, 'PLAN.md:3');
  });
});

describe('a session whose window is killed 200 times', function () {
  this.timeout(300_000);

  it('loads each time, and has every step that was said to be on disk', async () => {
    const [outfile, state] = [path.join(temporaryFolder(), 'child.cjs'), temporaryFolder()];
    const entry = path.resolve('test/unit/engine/sessionChild.mts');
    await build({ entryPoints: [entry], bundle: true, platform: 'node', format: 'cjs', outfile, logLevel: 'error' });
    const phases = new Set<Session['phase']>();
    const ids = ['first', 'second'];
    for (let kill = 0; kill < 100; kill++) {
      const said = await Promise.all(ids.map((id, place) => killedChild([outfile, state, id], (kill * 7 + place * 11) % 31)));
      for (const [place, id] of ids.entries()) {
        const session = new SessionStore(state).find(id);
        assert.ok(session !== undefined);
        assert.ok(session.steps >= Number(said[place]?.at(-1) ?? 0), `${String(session.steps)} of ${String(said[place]?.at(-1))}`);
        const notAnswered = session.steps - session.usage.output;
        assert.equal(notAnswered, 0);
        phases.add(session.phase);
      }
    }
    assert.ok(phases.has('idle') && phases.has('awaitingEvent'), [...phases].join());
  });
});
