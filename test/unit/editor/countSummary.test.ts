import assert from 'node:assert/strict';
import { countSummary } from '../../../src/editor/chat/countSummary.ts';
import { LiveTurns } from '../../../src/editor/chat/liveTurns.ts';
import { TurnSession } from '../../../src/editor/chat/turnSession.ts';
import { awaiting, calling, asked, newSession, type Session } from '../../../src/session/session.ts';

const usage = { input: 100, output: 10, cached: 40, estimated: false };
const turn = { request: 'why?', command: '', time: '2026-01-01T00:00:00.000Z' };

function keeper(kept?: Session): {
  saved: Session[];
  findSession: () => Promise<Session | undefined>;
  saveSession: (id: string, session: Session) => Promise<void>;
} {
  const saved = kept === undefined ? [] : [kept];
  return {
    saved,
    findSession: () => Promise.resolve(saved.at(-1)),
    saveSession: (_id, session) => {
      saved.push(session);
      return Promise.resolve();
    },
  };
}

describe('a summary that a model has written', () => {
  const cases: readonly (readonly [string, Session | undefined])[] = [
    ['a chat of which nothing is kept', undefined],
    ['a chat whose turn waits', { ...awaiting(calling(asked<string>(newSession, turn)), 'capsule'), run: 'first' }],
  ];
  for (const [name, kept] of cases) {
    it(`counts for the session of ${name}, which stays what it was`, async () => {
      const engine = keeper(kept);
      await countSummary(engine, new LiveTurns(), 'one', usage);
      const before = kept ?? newSession;
      assert.deepEqual(engine.saved.at(-1), { ...before, steps: before.steps + 1, usage });
    });
  }

  it('counts for the turn that is under way, and is kept with its next step', async () => {
    const engine = keeper();
    const live = new LiveTurns();
    const session = await TurnSession.open(engine, 'one', {});
    await session.begin(turn);
    const kept = engine.saved.length;
    await live.during(session, () => countSummary(engine, live, 'one', usage));
    assert.equal(engine.saved.length, kept);
    await session.calling();
    assert.deepEqual([engine.saved.at(-1)?.steps, engine.saved.at(-1)?.usage], [2, usage]);
  });
});

describe('turns that are answered just now', () => {
  it('are known by their chat and by their calls, as long as they are', async () => {
    const live = new LiveTurns();
    const session = await TurnSession.open(keeper(), 'one', {});
    await session.begin(turn);
    await session.calling();
    await session.running(['key'], 'capsule');
    await assert.rejects(
      live.during(session, () => {
        assert.deepEqual([live.of('one'), live.of('two')], [session, undefined]);
        assert.deepEqual([live.calling('key'), live.calling('other')], [session, undefined]);
        return Promise.reject(new Error('failed'));
      }),
      /failed/u,
    );
    assert.deepEqual([live.of('one'), live.calling('key')], [undefined, undefined]);
  });
});
