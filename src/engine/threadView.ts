import { chainOf, turnsOf, type ThreadTurn } from '../history/thread.ts';
import type { AssembleRequest } from './api.ts';
import { ThreadRecord } from './threadRecord.ts';

/** What a thread is at its head, for one turn. */
export interface ThreadView {
  readonly turns: readonly ThreadTurn[];
  /** What could not be read. */
  readonly degraded: readonly string[];
}

/** The thread of a request, from its record in the state folder and what the chat hands back. Never throws: then the chat's own pairs stand in. */
export function threadViewOf(
  { session, head, history }: Pick<AssembleRequest, 'session' | 'head' | 'history'>,
  state: string | undefined,
): ThreadView {
  try {
    const { items, skipped, repaired } = new ThreadRecord(state, session).read();
    const turns = turnsOf(chainOf(items, head), history);
    return { turns, degraded: [...countRow(skipped, 'could not be read'), ...countRow(repaired, 'had to be repaired')] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { turns: turnsOf([], history), degraded: [`historyRecord: ${reason}; the chat's own history stands in`] };
  }
}

const countRow = (count: number, what: string): string[] =>
  count === 0 ? [] : [`historyRecord: ${String(count)} ${count === 1 ? 'line' : 'lines'} of this thread ${what}`];
