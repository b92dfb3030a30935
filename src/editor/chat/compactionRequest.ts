import type { Pressure } from '../../broker/turn.ts';
import type { Window } from '../../broker/budget.ts';
import type { AssembleRequest } from '../../engine/api.ts';
import type { CompactionRequest } from '../../engine/compactionTypes.ts';

/** Whether what must go in and the whole thread are more than the threshold allows. */
export const isOverThreshold = ({ fixed, summary, history }: Pressure, budget: number, threshold: number): boolean =>
  history > 0 && fixed + summary + history > (budget * threshold) / 100;

export interface Wanted {
  readonly isForced: boolean;
  readonly focus?: string;
  /** What the archive says of where it came from; absent where the user or the threshold asked. */
  readonly source?: string;
}

/** What the engine must know to compact the thread of a request that it has assembled. */
export const compactionRequestOf = (
  { session, head, history, settings }: AssembleRequest,
  { fixed }: Pressure,
  budget: number,
  summaryWindow: Window,
  wanted: Wanted,
): CompactionRequest => ({
  session,
  ...(head === undefined ? {} : { head }),
  history,
  settings,
  budget,
  fixed,
  summaryWindow,
  ...wanted,
});
