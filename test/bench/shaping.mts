// What shaping a request of a long tool loop costs the engine: with one new round, everything else counted before.
import fs from 'node:fs';
import { shape, type ShapingRequest } from '../../src/history/loop/shape.ts';
import type { LoopGroup } from '../../src/history/loop/loopGroup.ts';
import { shapingLimits } from '../../src/history/loop/shapingLimits.ts';
import { unshaped, type ShapingState } from '../../src/history/loop/shapingState.ts';
import { tokens, type TokenCounter } from '../../src/broker/tokens.ts';
import { createCounter } from '../../src/tokens/counter.ts';
import { codeFiles } from './codeFiles.mts';

const encoding = await createCounter('o200k_base');
const counter: TokenCounter = { ...encoding, count: (text) => tokens(encoding.count(text)) };
const source = codeFiles('src')
  .map((file) => fs.readFileSync(file, 'utf8'))
  .join('\n');
const settings = { isShaped: true, threshold: 80, target: 60, toolResultTokens: 8_000, keptRounds: 4, clearedTokens: 2_000 };

const roundOf = (n: number, size: number): LoopGroup => ({
  said: [
    { kind: 'text', text: `Step ${String(n)}.` },
    { kind: 'call', id: String(n), name: 'read', input: { n } },
  ],
  given: [
    {
      id: String(n),
      name: 'read',
      isFailure: false,
      parts: [{ kind: 'text', text: `${String(n)}\n${source.repeat(20).slice(n * 997, n * 997 + size)}` }],
    },
  ],
});

const requestOf = (groups: readonly LoopGroup[], state: ShapingState, budget: number): ShapingRequest => ({
  prompt: { tokens: 30_000, messages: 3, pairs: [] },
  groups,
  state,
  limits: shapingLimits(settings, 500, budget),
  request: groups.length + 1,
  isForced: false,
});

for (const [what, size, budget] of [
  ['below the trigger, 20 kB results', 20_000, 10_000_000],
  ['over the trigger every few rounds, 20 kB results', 20_000, 121_600],
  ['results of a megabyte, capped', 1_000_000, 121_600],
] as const) {
  let state = unshaped;
  const groups: LoopGroup[] = [];
  const times: number[] = [];
  const counting: number[] = [];
  for (let n = 0; n < 60; n++) {
    const next = roundOf(n, size);
    groups.push(next);
    const fresh = `fresh ${String(n)}${JSON.stringify(next)}`;
    const before = performance.now();
    counter.count(fresh);
    const between = performance.now();
    ({ state } = shape(requestOf(groups, state, budget), counter));
    times.push(performance.now() - between);
    counting.push(between - before);
  }
  const median = (all: readonly number[]): string => ([...all].sort((a, b) => a - b)[all.length >> 1] ?? 0).toFixed(1);
  console.log(
    `  shaping a request, ${what}: median ${median(times)} ms, the 60th ${(times.at(-1) ?? 0).toFixed(1)} ms; counting the new round alone ${median(counting)} ms`,
  );
}
