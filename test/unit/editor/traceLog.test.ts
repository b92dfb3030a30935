import assert from 'node:assert/strict';
import type { Projection } from '../../../src/broker/projection.ts';
import type { Trace } from '../../../src/broker/trace.ts';
import { TraceLog } from '../../../src/editor/chat/traceLog.ts';

type Level = 'warn' | 'info' | 'debug';

/** What the log says of turns with these projections, line by line. */
const saidOf = (...projections: readonly (Projection | undefined)[]): string[] =>
  linesOf(...projections.map((projection) => (projection === undefined ? {} : { projection })));

/** What the log says of turns that nothing else happened in. */
function linesOf(...turns: readonly Partial<Trace>[]): string[] {
  const lines: string[] = [];
  const at =
    (level: Level) =>
    (message: string): void => {
      lines.push(`${level} ${message}`);
    };
  const channel = { warn: at('warn'), info: at('info'), debug: at('debug') } as unknown as ConstructorParameters<typeof TraceLog>[0];
  const log = new TraceLog(channel);
  for (const turn of turns) log.write({ degraded: [], layers: {}, model: {}, shaping: [], ...turn } as unknown as Trace);
  return lines;
}

const over = (used: number, budget: number): Projection => ({ budget, used, overflow: [] });

describe('the log of turns', () => {
  it('warns once a session of each pair of sizes that may not be shed, and says it as debug after that', () => {
    const [first, second] = [
      'projection: 600 tokens may not be shed, the share has 500',
      'projection: 700 tokens may not be shed, the share has 500',
    ];
    assert.deepEqual(saidOf(over(600, 500), over(600, 500), over(700, 500), over(600, 500)), [
      `warn ${first}`,
      `debug ${first}`,
      `warn ${second}`,
      `debug ${first}`,
    ]);
  });

  it('has one line of what was shed, in shed order', () => {
    const overflow = [
      { label: 'projectMap', droppedItems: 3, droppedTokens: 90 },
      { label: 'plan', droppedItems: 1, droppedTokens: 10 },
    ];
    assert.deepEqual(saidOf({ budget: 500, used: 480, overflow }), [
      'info projection: 480 of 500 tokens, shed projectMap (3 items, 90 tokens), plan (1 items, 10 tokens)',
    ]);
  });

  it('has a line for each thing done to a request, and what holds for it in the first turn of a session', () => {
    const shapingInForce = { isShaped: true, trigger: 800, target: 600, resultTokens: 250, keptRounds: 2, clearedTokens: 50 };
    const shaping = [{ request: 3, what: 'clear', count: 2, before: 900, after: 580 }] as const;
    assert.deepEqual(linesOf({ shapingInForce }, { shaping }), [
      'info shaping: results=250 trigger=800 target=600 rounds=2 cleared=50',
      'info shaping: request 3, clear 2, 900 to 580 tokens',
    ]);
  });

  it('says nothing where everything had room, or nothing was in force', () => {
    assert.deepEqual(saidOf(over(500, 500), undefined), []);
  });
});
