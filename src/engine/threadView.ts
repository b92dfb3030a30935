import type { CompactionTrace } from '../broker/trace.ts';
import type { ThreadSummary } from '../contributors/request.ts';
import type { ThreadTurn } from '../history/thread.ts';
import type { CompactionEvent } from '../history/threadEvent.ts';
import { threadStateOf, type ThreadState } from '../history/threadState.ts';
import type { AssembleRequest } from './api.ts';
import { ThreadRecord } from './threadRecord.ts';

/** What a thread is at its head, for one turn. */
export interface ThreadView {
  /** What stands verbatim. */
  readonly turns: readonly ThreadTurn[];
  readonly summary?: ThreadSummary;
  /** Since the latest turn. */
  readonly compactions: readonly CompactionTrace[];
  /** What could not be read. */
  readonly degraded: readonly string[];
  /** Time of its first event: ISO 8601. */
  readonly begun?: string;
}

export const emptyThread: ThreadView = { turns: [], compactions: [], degraded: [] };

/** The thread of a request, from its record in the state folder and what the chat hands back. Never throws: then the chat's own pairs stand in. */
export function threadViewOf(
  { session, head, history }: Pick<AssembleRequest, 'session' | 'head' | 'history'>,
  state: string | undefined,
): ThreadView {
  try {
    const { items, skipped, repaired } = new ThreadRecord(state, session).read();
    const thread = threadStateOf(items, head, history);
    const summary = summaryOf(thread);
    return {
      turns: thread.standing,
      ...(summary === undefined ? {} : { summary }),
      ...(items[0] === undefined ? {} : { begun: items[0].time }),
      compactions: thread.latest.map(traceOfCompaction),
      degraded: [...countRow(skipped, 'could not be read'), ...countRow(repaired, 'had to be repaired')],
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const { standing } = threadStateOf([], undefined, history);
    return { ...emptyThread, turns: standing, degraded: [`historyRecord: ${reason}; the chat's own history stands in`] };
  }
}

/** What stands for the turns that compactions replaced. */
export function summaryOf({ compactions }: ThreadState): ThreadSummary | undefined {
  const last = compactions.at(-1);
  if (last === undefined) return undefined;
  const archive = [...new Set(compactions.flatMap((one) => one.archive))];
  return { text: last.summary, turns: compactions.reduce((sum, { turns }) => sum + turns.length, 0), archive };
}

export const traceOfCompaction = ({ id, turns, kept, before, after, how, focus, archive, usage }: CompactionEvent): CompactionTrace => ({
  id,
  turns: turns.length,
  kept,
  before,
  after,
  how,
  ...(focus === undefined ? {} : { focus }),
  archive,
  ...(usage === undefined ? {} : { usage }),
});

const countRow = (count: number, what: string): string[] =>
  count === 0 ? [] : [`historyRecord: ${String(count)} ${count === 1 ? 'line' : 'lines'} of this thread ${what}`];
