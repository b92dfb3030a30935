// A recorded thread and its compaction, as the tests and their child processes need it.
import type { Assembled } from '../../../src/engine/api.ts';
import type { CompactionDone, CompactionRefusal, CompactionRequest, SummaryAnswer } from '../../../src/engine/compactionTypes.ts';
import type { ArchivedMessage, ArchiveEvent } from '../../../src/history/archiveEvent.ts';
import type { TurnEvent } from '../../../src/history/threadEvent.ts';
import { HistoryArchive } from '../../../src/engine/historyArchive.ts';
import { Compaction } from '../../../src/engine/compaction.ts';
import { ThreadRecord } from '../../../src/engine/threadRecord.ts';
import { characters } from '../broker/helpers.ts';
import { recordedThread } from '../history/turns.ts';
import { settings } from './testSettings.ts';

/** Writes a thread of so many turns with tool calls, each with about 400 characters. */
export function recordThread(state: string, count: number, session = 'test', from: readonly TurnEvent[] = []): TurnEvent[] {
  const filler = 'words that say something. '.repeat(12);
  const turns = recordedThread(from.length + count, (n) => ({
    request: `${session} question ${String(n)} ${filler}`,
    ...(from[n - 1] ?? {}),
  }));
  for (const turn of turns.slice(from.length)) new ThreadRecord(state, session).append(turn);
  return turns;
}

/** A character is a token; the budget is ample unless told otherwise. */
export const compactionRequest = (head: string | undefined, more: Partial<CompactionRequest> = {}): CompactionRequest => ({
  session: 'test',
  ...(head === undefined ? {} : { head }),
  history: [],
  settings: settings(),
  budget: 100_000,
  fixed: 1_000,
  summaryWindow: { tokens: 100_000, kind: 'input', source: 'test' },
  isForced: false,
  ...more,
});

export const answer = (text: string, n = 0): SummaryAnswer => ({
  how: 'model',
  time: `2026-01-02T00:00:${String(n).padStart(2, '0')}.000Z`,
  text,
  model: { id: 'model', vendor: 'test', family: 'test' },
  usage: { input: 900, output: 40, estimated: true },
});

export const compact = (state: string | undefined, request: CompactionRequest, text: string, n = 0): CompactionDone | CompactionRefusal =>
  new Compaction(request, state, characters).commit(answer(text, n));

export const archived = (state: string): readonly ArchiveEvent[] => new HistoryArchive(state).read().items;

/** The messages of turns as the archive is to hold them. */
export const messagesOf = (turns: readonly TurnEvent[]): ArchivedMessage[] =>
  turns.flatMap(({ id, messages }) => messages.map((message) => ({ turn: id, ...message })));

/** What stands in the prompt of the thread, before the request itself. */
export function historyOf({ messages, blocks }: Assembled): { readonly pairs: string[]; readonly summary: string } {
  const first = messages.findIndex(
    ({ content, role }, place) => role === 'user' && messages[place + 1]?.role === 'assistant' && content !== '',
  );
  const pairs = first === -1 ? [] : messages.slice(first, -1).map(({ content }) => content);
  return { pairs, summary: blocks.find(({ name }) => name === 'threadSummary')?.sent ?? '' };
}
