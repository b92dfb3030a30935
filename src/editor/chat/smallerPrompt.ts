import type { Window } from '../../broker/budget.ts';
import type { Trace } from '../../broker/trace.ts';
import type { Assembled, AssembleRequest, AssembleResult } from '../../engine/api.ts';
import type { HistorySettings } from '../../engine/settings.ts';
import type { Wanted } from './compactionRequest.ts';
import type { CompactionOutcome } from './compactor.ts';

export interface SmallerPromptPorts {
  readonly assemble: (request: AssembleRequest) => Promise<AssembleResult>;
  readonly compact: (request: AssembleRequest, wanted: Wanted) => Promise<CompactionOutcome>;
}

/** What the archive says of where it came from. */
const source = 'context overflow';
/** The chat's latest turn stays verbatim where it fits; of the others nobody is asked. */
const keptTurns = 1;

/**
 * The prompt of a turn once more, after its provider said that the request was too long: earlier turns compacted, if there are any, and all of it
 * within the target and clearly less than it was, as if the window had no more, unless what must go in is more than that. Undefined where
 * nothing can be assembled.
 */
export async function smallerPrompt(
  request: AssembleRequest,
  { trace }: Assembled,
  said: string,
  { assemble, compact }: SmallerPromptPorts,
): Promise<Assembled | undefined> {
  const { history } = request.settings;
  const settings = { ...request.settings, history: { ...history, keptTurns: Math.min(history.keptTurns, keptTurns) } };
  const outcome = await compact({ ...request, settings }, { isForced: true, source });
  const isRefused = outcome.kind === 'refused' && outcome.what !== 'nothing';
  const degraded = [
    ...request.degraded,
    `contextOverflow: asked once more with less: ${said}`,
    ...(isRefused ? [`${outcome.what}: ${outcome.reason}`] : []),
  ];
  const again: AssembleRequest = { ...request, degraded, ...(outcome.kind === 'compacted' ? { head: outcome.head } : {}) };
  const whole = await assemble(again);
  const most = mostTokens(trace, history);
  if (whole.kind === 'assembled' && sizeOf(whole.trace) <= most) return whole;
  const smaller = await assemble({ ...again, window: smallerWindow(trace, most) });
  return [smaller, whole].find((one) => one.kind === 'assembled');
}

const sizeOf = ({ admittedTotal, messageOverhead }: Trace): number => admittedTotal + messageOverhead;

/** The target, and clearly less than what was sent: that was more than we counted. */
const mostTokens = (trace: Trace, { target, threshold }: HistorySettings): number =>
  Math.floor(Math.min((trace.budget * target) / 100, (sizeOf(trace) * target) / threshold));

const smallerWindow = ({ window, budget }: Trace, most: number): Window => ({
  tokens: Math.floor((window.tokens * most) / Math.max(1, budget)),
  kind: window.kind,
  source: `us: ${String(window.tokens)} were too many`,
});
