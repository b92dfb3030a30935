import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { previousSession } from '../../../src/engine/previousSession.ts';
import { ThreadRecord } from '../../../src/engine/threadRecord.ts';
import type { PreviousSession } from '../../../src/contributors/request.ts';
import { recordedTurn } from '../history/turns.ts';
import { characters } from '../broker/helpers.ts';
import { assembled, openEngine, request, temporaryFolder, workspace } from './workspaceFixture.ts';

const at = (hour: number): string => `2026-01-01T${String(hour).padStart(2, '0')}:00:00.000Z`;

/** Sessions with the hours of their turns, written in this order; the question names its session and hour. */
function written(sessions: readonly (readonly [string, readonly number[]])[]): string {
  const state = temporaryFolder();
  for (const [session, hours] of sessions) {
    let parent = {};
    for (const hour of hours) {
      const turn = recordedTurn(hour, { time: at(hour), request: `${session} at ${String(hour)}`, ...parent });
      new ThreadRecord(state, session).append(turn);
      parent = { parent: turn.id };
    }
  }
  return state;
}

const before = (state: string | undefined, session: string, begun?: string): PreviousSession | undefined =>
  previousSession({ state, session, begun }, 2_000, characters);

describe('the session before', () => {
  const cases: readonly (readonly [rule: string, sessions: Parameters<typeof written>[0], begun: string | undefined, told: string | undefined])[] = [
    ['is the one that was asked last', [['a', [1]], ['b', [2]]], undefined, 'b at 2'],
    ['is not this one', [['a', [1]], ['own', [2]]], undefined, 'a at 1'],
    ['is told as it stood when this one began', [['a', [1, 5]], ['own', [3]]], at(3), 'a at 1'],
    ['is another where the latest was begun later', [['a', [1]], ['b', [4]], ['own', [3]]], at(3), 'a at 1'],
    ['is known by its turns, not by the order of files', [['b', [2]], ['a', [1]]], undefined, 'b at 2'],
    ['is none where there is no other', [['own', [1]]], undefined, undefined],
  ]; // prettier-ignore
  for (const [rule, sessions, begun, told] of cases) {
    it(rule, () => {
      const found = before(written(sessions), 'own', begun);
      assert.equal(found?.text.match(/- (\w+ at \d) →/u)?.[1], told);
      if (told !== undefined) assert.deepEqual([found?.turns, found?.date], [1, '2026-01-01']);
    });
  }

  it('is none without a folder, and in an empty one', () => {
    assert.equal(before(undefined, 'own'), undefined);
    assert.equal(before(temporaryFolder(), 'own'), undefined);
  });

  it('names the last request that was not answered to its end', () => {
    const state = written([['a', [1]]]);
    new ThreadRecord(state, 'a').append(recordedTurn(2, { time: at(2), request: 'and the tests?', complete: false }));
    assert.match(before(state, 'own')?.text ?? '', /### Not answered\n\nand the tests\?/u);
  });

  it('stays the same for all turns of a chat, whatever others say meanwhile', async () => {
    const state = written([['a', [1]]]);
    const engine = await openEngine(workspace({ 'a.ts': 'export const a = 1;\n' }), { state });
    const digest = async (): Promise<string | undefined> => {
      const { blocks } = assembled(await engine.assemble(request('and now?', { session: 'own' })));
      return blocks.find(({ name }) => name === 'sessionDigest')?.sent;
    };
    const first = await digest();
    assert.match(first ?? '', /- a at 1 →/u);
    new ThreadRecord(state, 'own').append(recordedTurn(2, { time: at(2) }));
    new ThreadRecord(state, 'a').append(recordedTurn(3, { time: at(3) }));
    assert.equal(await digest(), first);
  });

  it('costs its own block where it cannot be read', async () => {
    const state = temporaryFolder();
    fs.mkdirSync(path.join(state, 'threads', 'a.jsonl'), { recursive: true });
    const engine = await openEngine(workspace({ 'a.ts': 'export const a = 1;\n' }), { state });
    const { trace } = assembled(await engine.assemble(request('and now?', { session: 'own' })));
    assert.match(trace.degraded.join(), /sessionDigest: EISDIR/u);
  });
});
