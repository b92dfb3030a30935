import type { Choice } from './choice.ts';
import { overheadFor } from './render.ts';
import type { Pressure } from './turn.ts';

/** What mandatory blocks and uncut history need, each with the overhead of its messages. */
export function pressureOf(collected: readonly Choice[]): Pressure {
  const around = overheadFor([]);
  let [fixed, summary, history] = [around, 0, overheadFor(collected) - around];
  for (const { measured } of collected) {
    if (measured.block.position === 'history') history += measured.whole.tokens;
    else if (measured.block.name === 'threadSummary') summary += measured.whole.tokens;
    else if (measured.isMandatory) fixed += measured.least.tokens;
  }
  return { fixed, summary, history };
}
