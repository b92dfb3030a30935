import { compare } from '../../broker/contributor.ts';
import type { ArchiveEvent } from '../../history/archiveEvent.ts';
import type { CompactionEvent } from '../../history/threadEvent.ts';
import type { ArchivedSpan, SpanCompaction } from '../archiveTypes.ts';
import { archiveTitle } from './archiveTitle.ts';
import type { SessionRecord } from './sessionRecords.ts';

/** The compactions of a session, and the archived events that none of them names, oldest first. */
export function archiveSpans(events: ReadonlyMap<string, ArchiveEvent>, { compactions, undone }: SessionRecord): ArchivedSpan[] {
  const named = new Set(compactions.flatMap(({ archive }) => archive));
  const others = [...events].filter(([id]) => !named.has(id));
  const spans = [
    ...compactions.map((one) => compactionSpan(one, events, undone)),
    ...others.map(([id, event]) => spanOf([id], [event], event.timestamp, turnsIn([event]))),
  ];
  return spans.sort((a, b) => compare(a.time, b.time));
}

function compactionSpan(
  { id, time, turns, archive, kept, before, after, how, focus }: CompactionEvent,
  events: ReadonlyMap<string, ArchiveEvent>,
  undone: ReadonlySet<string>,
): ArchivedSpan {
  const ids = archive.filter((one) => events.has(one));
  const compaction: SpanCompaction = {
    ...{ id, kept, before, after, how, isUndone: undone.has(id) },
    ...(focus === undefined ? {} : { focus }),
  };
  const held = ids.flatMap((one) => events.get(one) ?? []);
  return { ...spanOf(ids, held, time, turns.length), compaction };
}

function spanOf(ids: readonly string[], events: readonly ArchiveEvent[], time: string, turns: number): ArchivedSpan {
  const messages = events.flatMap((event) => event.messages);
  return { ids, time, source: events.at(-1)?.source ?? '', turns, title: archiveTitle(messages) };
}

const turnsIn = (events: readonly ArchiveEvent[]): number =>
  new Set(events.flatMap(({ messages }) => messages.map(({ turn }) => turn))).size;
