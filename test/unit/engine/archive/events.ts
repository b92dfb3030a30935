// Archived events as the tests of the archive need them.
import fs from 'node:fs';
import path from 'node:path';
import { HistoryArchive } from '../../../../src/engine/historyArchive.ts';
import type { ArchivedMessage, ArchiveEvent } from '../../../../src/history/archiveEvent.ts';

/** Of two turns, unless told otherwise; the time grows with the number. */
export const archiveEvent = (n: number, session = 'chat', more: Partial<ArchiveEvent> = {}): ArchiveEvent => ({
  timestamp: new Date(Date.UTC(2026, 0, 1) + n * 3_600_000).toISOString(),
  session,
  source: 'automatic compaction',
  messages: [
    ...exchange(`turn ${String(n)}a`, `question ${String(n)} of ${session}`),
    ...exchange(`turn ${String(n)}b`, `and ${String(n)}?`),
  ],
  ...more,
});

export const exchange = (turn: string, request: string, answer = `Answer to ${request}.`): ArchivedMessage[] => [
  { turn, role: 'user', content: request },
  { turn, role: 'assistant', content: answer },
];

/** Appends events, and gives their addresses. */
export function archiveOf(state: string, events: readonly ArchiveEvent[], rotateAt = Infinity): string[] {
  const archive = new HistoryArchive(state, { rotateAt, retentionDays: 0 });
  return events.map((event) => archive.append(event));
}

/** All that is on disk of an archive, deletions included. */
export const rawArchive = (state: string): string =>
  fs
    .readdirSync(state)
    .filter((name) => name.startsWith('history_archive'))
    .map((name) => fs.readFileSync(path.join(state, name), 'utf8'))
    .join('');
