import assert from 'node:assert/strict';
import { TurnSession, WentOnElsewhere } from '../../../src/editor/chat/turnSession.ts';
import { newSession, type Session } from '../../../src/session/session.ts';
import { restored } from '../../../src/session/snapshot.ts';

const turn = { request: 'why?', command: '', time: '2026-01-01T00:00:00.000Z' };

/** Keeps snapshots as lines on disk are kept: what is read is what was written, without what was under way. */
class Disk {
  readonly lines: string[] = [];
  isFull = false;

  saveSession(_id: string, session: Session): Promise<void> {
    if (this.isFull) return Promise.reject(new Error('no space left'));
    this.lines.push(JSON.stringify(session));
    return Promise.resolve();
  }

  findSession(): Promise<Session | undefined> {
    return Promise.resolve(restored(JSON.parse(this.lines.at(-1) ?? 'null'), (capsule) => capsule ?? undefined));
  }

  get latest(): Session {
    return JSON.parse(this.lines.at(-1) ?? '{}') as Session;
  }
}

const opened = (disk: Disk): Promise<TurnSession> => TurnSession.open(disk, 'one', {});

/** A turn whose tool waits for its user. */
async function waiting(disk: Disk): Promise<TurnSession> {
  const session = await opened(disk);
  await session.begin(turn);
  await session.calling();
  await session.running(['key'], 'capsule');
  return session;
}

describe('the session of a turn', () => {
  it('keeps what a resumed turn waited with until the turn has gone past it', async () => {
    const disk = new Disk();
    await waiting(disk);
    const before = disk.lines.length;
    const session = await opened(disk);
    await session.resumed();
    await session.running(['key'], 'the same capsule');
    await session.ran();
    const kept = disk.lines.slice(before).map((line) => JSON.parse(line) as Session);
    assert.ok(kept.length > 0);
    for (const { phase, capsule } of kept) assert.deepEqual([phase, capsule], ['awaitingEvent', 'capsule']);
    await session.calling();
    assert.deepEqual([disk.latest.phase, disk.latest.capsule], ['provider', undefined]);
  });

  it('ends without a trace where another run took its turn over while it waited', async () => {
    const disk = new Disk();
    const first = await waiting(disk);
    assert.equal(await first.isElsewhere(), false);
    const second = await opened(disk);
    await second.resumed();
    assert.equal(await first.isElsewhere(), true);
    await assert.rejects(first.ran(), WentOnElsewhere);
    const { length } = disk.lines;
    await first.end('error');
    await first.end('step');
    assert.equal(disk.lines.length, length, 'it wrote over the other');
    await second.running(['key'], 'capsule');
    await second.ran();
    await second.calling();
    await second.end('done');
    assert.equal(disk.latest.phase, 'done');
  });

  it('is elsewhere, too, where its turn was given up while it waited', async () => {
    const disk = new Disk();
    const first = await waiting(disk);
    await (await opened(disk)).begin({ ...turn, request: 'something else' });
    assert.equal(await first.isElsewhere(), true);
    await assert.rejects(first.ran(), WentOnElsewhere);
  });

  it('is resumed only while it waits', async () => {
    const disk = new Disk();
    const first = await waiting(disk);
    const second = await opened(disk);
    await first.calling();
    const third = await opened(disk);
    await assert.rejects(third.resumed(), WentOnElsewhere);
    await second.resumed(); // it was looked at while it waited
    await first.end('done');
    await assert.rejects(second.ran(), WentOnElsewhere, 'both would go on');
  });

  it('goes on where it could not be kept: what is on disk is older then', async () => {
    const disk = new Disk();
    const other = await opened(disk);
    await other.begin(turn);
    await other.calling();
    await other.end('done');
    disk.isFull = true;
    const session = await waiting(disk);
    assert.equal(await session.isElsewhere(), false);
    await session.ran();
    assert.equal(session.problem, 'no space left');
  });

  it('goes on after a summary was counted beside it', async () => {
    const disk = new Disk();
    const session = await waiting(disk);
    session.summed({ input: 100, output: 10, estimated: false });
    await session.ran();
    await session.calling();
    assert.deepEqual([disk.latest.steps, disk.latest.usage.input], [3, 100]);
  });

  it('knows which calls run', async () => {
    const session = await waiting(new Disk());
    assert.deepEqual([session.isCalling('key'), session.isCalling('other')], [true, false]);
    await session.ran();
    assert.equal(session.isCalling('key'), false);
  });

  it('is a new one where nothing is kept', async () => {
    const session = await opened(new Disk());
    assert.deepEqual(session.now, newSession);
  });
});
