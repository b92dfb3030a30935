import type { Masked } from '../safety/maskSecrets.ts';

/** The history archive as its view sees it: plain data. Times are ISO 8601. */
export interface ArchiveEngine {
  /** Sessions with anything archived in these days, the latest first, at most `limit` of them. */
  archivedSessions(wanted: ArchiveDates & { readonly limit: number }): Promise<ArchiveListing>;
  /** Looks into every archived line, which takes longer than a listing may: whether the next listing counts other broken ones than the latest did. */
  checkArchive(): Promise<boolean>;
  /** What compactions took out of a session, oldest first. */
  archivedSpans(session: string): Promise<ArchivedSpan[]>;
  /** The turns of archived events, in their order, with their tokens. */
  archivedTurnsOf(wanted: ArchiveSelection, estimator: string): Promise<ArchivedTurn[]>;
  /** A page of archived events as a document: the one of a number, a turn or the first place of a text. Undefined where nothing is archived there. */
  archivedPage(wanted: PageWanted): Promise<ArchivedPage | undefined>;
  /** Events in which a text stands, whatever its case, the latest first. */
  searchArchive(wanted: SearchWanted): Promise<ArchiveHits>;
  /** What is selected as text, without its secrets; undefined where nothing is archived there. */
  archiveCopy(wanted: ArchiveSelection): Promise<Masked<string> | undefined>;
  /** Writes what is selected to a file, without its secrets, and tells how many events that were. */
  exportArchive(wanted: ArchiveSelection, format: ArchiveFormat, file: string): Promise<Masked<number>>;
  /** Takes events out of the archive, until they are restored or purged; tells which. */
  deleteArchived(wanted: ArchiveSelection, time: string): Promise<string[]>;
  restoreDeleted(ids: readonly string[], time: string): Promise<void>;
  /** What can still be restored, what was deleted last first. */
  deletedEvents(): Promise<DeletedEvent[]>;
  /** Overwrites deleted events on disk: all, or those of these addresses. Tells how many. */
  purgeDeleted(time: string, ids?: readonly string[]): Promise<number>;
}

/** Days for which what was deleted can be restored; then its text is overwritten. */
export const deletedKeptDays = 7;

/** A span of time, for events that were archived in it. */
export interface ArchiveDates {
  readonly from?: string;
  /** The first moment that is no longer in it. */
  readonly to?: string;
}

export interface SearchWanted extends ArchiveDates {
  readonly text: string;
  readonly limit: number;
}

export interface ArchiveListing {
  readonly sessions: readonly ArchivedSession[];
  /** All that there are, shown or not. */
  readonly total: number;
  /** Lines that could not be read, as far as they were looked into. */
  readonly skipped: number;
  /** Lines that had to be repaired. */
  readonly repaired: number;
  /** Names of files that are there but cannot be read. */
  readonly unread?: readonly string[];
}

export interface ArchivedSession {
  readonly session: string;
  /** Its first archived request, in one line. */
  readonly title: string;
  readonly first: string;
  readonly last: string;
  readonly events: number;
  readonly model?: string;
  /** Of the latest compaction in force. */
  readonly tokens?: { readonly before: number; readonly after: number };
}

/** One compaction, or an archived event that no compaction of the record names. */
export interface ArchivedSpan {
  /** Addresses of the events that hold its turns. None: they are no longer archived. */
  readonly ids: readonly string[];
  readonly time: string;
  readonly source: string;
  readonly turns: number;
  /** The first request, in one line. */
  readonly title: string;
  readonly compaction?: SpanCompaction;
}

export interface SpanCompaction {
  readonly id: string;
  readonly kept: number;
  /** Tokens of the thread in the prompt. */
  readonly before: number;
  readonly after: number;
  readonly how: 'model' | 'fallback';
  readonly focus?: string;
  readonly isUndone: boolean;
}

export interface ArchivedTurn {
  readonly id: string;
  /** In one line. */
  readonly title: string;
  readonly tokens: number;
}

export interface PageWanted {
  /** Where it is known: found sooner. */
  readonly session?: string;
  readonly ids: readonly string[];
  /** From 1. */
  readonly page?: number;
  readonly turn?: string;
  readonly text?: string;
}

export interface ArchivedPage {
  readonly text: string;
  readonly title: string;
  readonly page: number;
  readonly pages: number;
  /** Where the turn begins that was asked for, 0-based. */
  readonly line?: number;
}

export interface ArchiveHit {
  readonly id: string;
  readonly session: string;
  /** Of its session. */
  readonly title: string;
  readonly time: string;
  readonly count: number;
  readonly excerpt: string;
}

export interface ArchiveHits {
  readonly hits: readonly ArchiveHit[];
  readonly hasMore: boolean;
}

/** What belongs to a session, stands at these addresses and is of this turn, as far as they are named. */
export interface ArchiveSelection {
  readonly session?: string;
  readonly ids?: readonly string[];
  readonly turn?: string;
}

export type ArchiveFormat = 'markdown' | 'jsonl';

export interface DeletedEvent {
  readonly id: string;
  readonly session: string;
  /** When it was archived. */
  readonly timestamp: string;
  readonly deleted: string;
  readonly title: string;
}
