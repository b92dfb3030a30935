import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { HistoryArchive } from '../../../src/engine/historyArchive.ts';
import { ThreadRecord } from '../../../src/engine/threadRecord.ts';
import type { ThreadEvent, TurnEvent } from '../../../src/history/threadEvent.ts';
import { threadStateOf } from '../../../src/history/threadState.ts';
import { messagesOf } from './compactionFixture.ts';
import { killedChild } from './killedChild.ts';
import { temporaryFolder } from './workspaceFixture.ts';

/** One file that starts at once. */
async function bundledChild(): Promise<string> {
  const outfile = path.join(temporaryFolder(), 'child.cjs');
  const entry = path.resolve('test/unit/engine/compactionChild.mts');
  await build({ entryPoints: [entry], bundle: true, platform: 'node', format: 'cjs', outfile, logLevel: 'error' });
  return outfile;
}

/** Runs a window that works on its thread until it is killed; gives the ids it said were on disk. */
const killedWindow = async (script: string, state: string, session: string, afterMs: number): Promise<string[]> =>
  (await killedChild([script, 'loop', state, session], afterMs)).map((line) => line.replace(/^\w+ /u, ''));

const turnsIn = (events: readonly ThreadEvent[]): TurnEvent[] => events.filter((event) => event.kind === 'turn');

describe('two windows that compact, killed 200 times between them', function () {
  this.timeout(300_000);
  const windows = ['first', 'second'] as const;
  const state = temporaryFolder();
  const acknowledged: Record<string, string[]> = { first: [], second: [] };

  before(async () => {
    const script = await bundledChild();
    for (let round = 0; round < 100; round++) {
      const killed = windows.map(async (window, place) => {
        const ids = await killedWindow(script, state, window, (round * 7 + place * 11) % 41);
        acknowledged[window]?.push(...ids);
      });
      await Promise.all(killed);
    }
  });

  for (const window of windows) {
    it(`have every turn and compaction that the ${window} one said was on disk`, () => {
      const known = new Set(new ThreadRecord(state, window).read().items.map(({ id }) => id));
      const said = acknowledged[window] ?? [];
      assert.ok(said.length > 100, String(said.length));
      assert.deepEqual(
        said.filter((id) => !known.has(id)),
        [],
      );
    });

    it(`have every replaced message of the ${window} one in the archive exactly once, word for word and in order`, () => {
      const { items } = new ThreadRecord(state, window).read();
      const events = new HistoryArchive(state).read().items.filter(({ session }) => session === window);
      const messages = events.flatMap((event) => event.messages);
      const archived = [...new Set(messages.map(({ turn }) => turn))];
      const byId = new Map(turnsIn(items).map((turn) => [turn.id, turn]));
      const replaced = items.flatMap((event) => (event.kind === 'compaction' ? event.turns : []));
      assert.ok(replaced.length > 100, String(replaced.length));
      assert.deepEqual(
        replaced.filter((id) => !archived.includes(id)),
        [],
      );
      assert.deepEqual(messages, messagesOf(archived.flatMap((id) => byId.get(id) ?? [])));
      const order = new Map(turnsIn(items).map(({ id }, place) => [id, place]));
      const places = archived.map((id) => order.get(id) ?? -1);
      assert.deepEqual(
        places,
        [...places].sort((a, b) => a - b),
      );
    });

    it(`leave a state of the ${window} one that loads: what stands and what is replaced are all turns`, () => {
      const { items } = new ThreadRecord(state, window).read();
      const { standing, replaced } = threadStateOf(items, items.at(-1)?.id, []);
      assert.equal(standing.length + replaced.length, turnsIn(items).length);
      assert.ok(standing.length > 0);
    });
  }

  it('leave files that are whole but for the lines of kills', () => {
    const { skipped } = new HistoryArchive(state).read();
    const torn = windows.map((window) => new ThreadRecord(state, window).read().skipped);
    assert.ok(
      [skipped, ...torn].every((count) => count <= 200),
      String([skipped, ...torn]),
    );
    assert.ok(fs.readdirSync(state).filter((name) => name.startsWith('history_archive-')).length > 0, 'the archive was never set aside');
  });
});
