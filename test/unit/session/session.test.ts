import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  answered,
  asked,
  awaiting,
  calling,
  ceilingOf,
  ended,
  mayMove,
  newSession,
  refused,
  runningTools,
  stopped,
  summed,
  type Phase,
  type QueuedTurn,
  type Session,
  type StopReason,
} from '../../../src/session/session.ts';
import { restored } from '../../../src/session/snapshot.ts';

const turn: QueuedTurn = { request: 'why?', command: '', time: '2026-01-01T00:00:00.000Z' };
const phases: readonly Phase[] = ['idle', 'provider', 'tool', 'awaitingEvent', 'done', 'error', 'stopped'];
const reasons: readonly StopReason[] = ['token', 'step', 'loop', 'context', 'cancelled'];

/** What may follow, as the behaviour says it. */
const valid: readonly string[] = [
  'idle provider',
  'provider tool',
  'provider awaitingEvent',
  'provider done',
  'provider error',
  'provider stopped',
  'tool provider',
  'tool awaitingEvent',
  'tool error',
  'tool stopped',
  'awaitingEvent provider',
  'awaitingEvent tool',
  'awaitingEvent stopped',
  'done idle',
  'error idle',
  'stopped idle',
];

const parseText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const again = (session: Session<string>): Session<string> | undefined => restored(JSON.parse(JSON.stringify(session)), parseText);
const inPhase = (phase: Phase): Session<string> => ({ ...newSession, phase });

type Step = (session: Session<string>) => Session<string>;
const step = fc.oneof(
  fc.constantFrom<Step>(
    (session) => asked(session, turn),
    calling,
    runningTools,
    (session) => awaiting(session, 'capsule'),
    (session) => ended(session, 'done'),
    (session) => ended(session, 'error'),
    (session) => answered(session, { input: 10, cached: 4, output: 2, estimated: false }),
    (session) => summed(session, { input: 10, cached: 0, output: 2, estimated: false }),
    (session) => ({ ...session, run: 'first' }),
  ),
  fc.constantFrom(...reasons).map(
    (reason): Step =>
      (session) =>
        stopped(session, reason),
  ),
);

/** Steps that a session allows, in their order. */
function walked(steps: readonly Step[]): Session<string>[] {
  const all: Session<string>[] = [newSession];
  for (const take of steps) {
    const from = all.at(-1) ?? newSession;
    try {
      all.push(take(from));
    } catch {
      // Not allowed from there.
    }
  }
  return all;
}

describe('a session', () => {
  for (const from of phases) {
    for (const to of phases) {
      const may = valid.includes(`${from} ${to}`);
      it(`${may ? 'may' : 'never may'} go from ${from} to ${to}`, () => {
        assert.equal(mayMove(from, to), may);
      });
    }
  }

  it('throws where it would go a way that is none', () => {
    assert.throws(() => runningTools(inPhase('idle')), /cannot go from idle to tool/u);
    assert.throws(() => asked(inPhase('provider'), turn), /cannot go from provider to idle/u);
    assert.throws(() => asked(inPhase('awaitingEvent'), turn), /cannot go from awaitingEvent to idle/u);
    assert.throws(() => ended(inPhase('tool'), 'done'), /cannot go from tool to done/u);
  });

  it('counts for its life; a new request resets what holds for one turn alone', () => {
    let session = calling(asked<never>(newSession, turn));
    session = answered(session, { input: 100, cached: 60, output: 10, estimated: false });
    session = calling(runningTools(session));
    session = ended(answered(session, { input: 120, cached: 0, output: 20, estimated: true }), 'done');
    assert.deepEqual([session.turns, session.steps, session.turnSteps], [1, 2, 2]);
    assert.deepEqual(session.usage, { input: 220, cached: 60, output: 30, estimated: true });
    const more = asked(session, turn);
    assert.deepEqual([more.turns, more.steps, more.turnSteps, more.usage], [2, 2, 0, session.usage]);
  });

  it('counts a summary as a call of a model, and goes on with what it did', () => {
    const waiting = awaiting(calling(asked<string>(newSession, turn)), 'capsule');
    const session = summed(waiting, { input: 100, cached: 0, output: 10, estimated: true });
    const usage = { input: 100, cached: 0, output: 10, estimated: true };
    assert.deepEqual(session, { ...waiting, steps: 2, usage });
  });

  it('keeps the reason of a stop until the next request', () => {
    const session = stopped(calling(asked<never>(newSession, turn)), 'token');
    assert.deepEqual([session.phase, session.reason, session.queued], ['stopped', 'token', []]);
    const more = asked(session, turn);
    assert.deepEqual([more.phase, more.reason], ['idle', undefined]);
  });

  it('is stopped without a step where its request is not sent', () => {
    const session = refused(asked<never>(newSession, turn), 'token');
    assert.deepEqual([session.phase, session.reason, session.steps, session.queued], ['stopped', 'token', 0, []]);
    assert.throws(() => refused(session, 'token'), /cannot go from stopped to provider/u);
  });

  const ceilings: readonly (readonly [string, Parameters<typeof ceilingOf>[1], 'token' | 'step' | undefined])[] = [
    ['none', {}, undefined],
    ['not reached', { tokens: 251, steps: 3 }, undefined],
    ['tokens reached', { tokens: 250 }, 'token'],
    ['steps reached', { steps: 2 }, 'step'],
    ['both reached', { tokens: 250, steps: 2 }, 'token'],
    ['no tokens from the start', { tokens: 0 }, 'token'],
  ];
  for (const [name, limits, reached] of ceilings) {
    it(`with ceilings ${name}: ${reached ?? 'goes on'}`, () => {
      const usage = { input: 220, cached: 60, output: 30, estimated: false };
      assert.equal(ceilingOf({ ...newSession, steps: 2, usage }, limits), reached);
    });
  }

  it('never loses a count, whatever happens in whatever order', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        for (const [place, session] of walked(steps).entries()) {
          const before = walked(steps)[place - 1] ?? newSession;
          assert.ok(session.turns >= before.turns && session.steps >= before.steps && session.usage.input >= before.usage.input);
          assert.equal(session.reason !== undefined, session.phase === 'stopped');
          assert.equal(session.capsule !== undefined, session.phase === 'awaitingEvent');
        }
      }),
    );
  });
});

describe('a snapshot of a session', () => {
  it('brings back everything but what was under way, which is idle, and its queued turn', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        for (const session of walked(steps)) {
          const isUnderWay = session.phase === 'provider' || session.phase === 'tool';
          assert.deepEqual(again(session), isUnderWay ? { ...session, phase: 'idle' } : session);
        }
      }),
    );
  });

  it('is idle where what it waited with cannot be read', () => {
    const session = awaiting(calling(asked<string>(newSession, turn)), 'capsule');
    const damaged = { ...session, capsule: 7 };
    assert.deepEqual(restored(damaged, parseText), { ...newSession, turns: 1, steps: 1, turnSteps: 1, queued: [turn] });
  });

  const nonsense: readonly unknown[] = [
    undefined,
    null,
    7,
    'text',
    [],
    {},
    { ...newSession, phase: 'thinking' },
    { ...newSession, phase: 'toString' },
    { ...newSession, steps: -1 },
    { ...newSession, turns: 0.5 },
    { ...newSession, usage: { input: '1' } },
  ];
  for (const value of nonsense) {
    it(`is none: ${JSON.stringify(value)}`, () => {
      assert.equal(restored(value, parseText), undefined);
    });
  }

  it('passes over queued turns that are none', () => {
    assert.deepEqual(restored({ ...newSession, queued: [7, turn, { request: 'x' }] }, parseText)?.queued, [turn]);
  });
});
