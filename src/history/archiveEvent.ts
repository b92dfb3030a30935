import { hashOf } from '../broker/trace.ts';
import { isThreadMessage, type ThreadMessage } from './threadEvent.ts';

/** A message as it was said, with the turn it belongs to. */
export type ArchivedMessage = ThreadMessage & { readonly turn: string };

/** What a compaction took out of a thread: one line of the history archive. */
export interface ArchiveEvent {
  /** ISO 8601. */
  readonly timestamp: string;
  readonly session: string;
  /** What put it there. */
  readonly source: string;
  readonly messages: readonly ArchivedMessage[];
}

/** The address of an archived event: it is in no line, every reader works it out. */
export const archiveId = ({ timestamp, session, source, messages }: ArchiveEvent): string => hashOf([timestamp, session, source, messages]);

const isArchived = (value: unknown): boolean =>
  isThreadMessage(value) && typeof (value as unknown as Readonly<Record<string, unknown>>)['turn'] === 'string';

/** A line of the archive; undefined for what is none. */
export function parseArchiveEvent(value: unknown): ArchiveEvent | undefined {
  const { timestamp, session, source, messages } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const isWhole = [timestamp, session, source].every((one) => typeof one === 'string') && Array.isArray(messages);
  return isWhole && (messages as unknown[]).every(isArchived) ? (value as ArchiveEvent) : undefined;
}
