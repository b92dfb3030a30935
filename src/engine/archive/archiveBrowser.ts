import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { compare } from '../../broker/contributor.ts';
import type { TokenCounter } from '../../broker/tokens.ts';
import { archiveId, type ArchivedMessage, type ArchiveEvent } from '../../history/archiveEvent.ts';
import { transcript } from '../../history/transcript.ts';
import { maskSecrets, maskValue, type Masked } from '../../safety/maskSecrets.ts';
import { archiveText } from '../archiveText.ts';
import type {
  ArchiveDates,
  ArchivedPage,
  ArchivedSession,
  ArchivedSpan,
  ArchivedTurn,
  ArchiveFormat,
  ArchiveHits,
  ArchiveListing,
  ArchiveSelection,
  DeletedEvent,
  PageWanted,
  SearchWanted,
} from '../archiveTypes.ts';
import { ArchiveIndex, type PlacedLine } from './archiveIndex.ts';
import { archivedPageOf } from './archivePages.ts';
import { archiveSpans } from './archiveSpans.ts';
import { archiveTitle } from './archiveTitle.ts';
import { Deletions, type Deletion } from './deletions.ts';
import { blankOut } from './blankOut.ts';
import { isWithin, searchArchive } from './searchArchive.ts';
import { SessionRecords } from './sessionRecords.ts';
import { writeWhole } from './writeWhole.ts';

/** Files are set aside once in many megabytes: hardly twice while we look. */
const mostAttempts = 3;

/** The history archive of a state folder as its view needs it. Every call sees what is on disk at that moment. */
export class ArchiveBrowser {
  readonly #folder: string;
  readonly #deletions: Deletions;
  readonly #index: ArchiveIndex;
  readonly #records: SessionRecords;
  #skippedListed = 0;

  constructor(folder: string) {
    this.#folder = folder;
    this.#deletions = new Deletions(folder);
    this.#index = new ArchiveIndex(folder, this.#deletions);
    this.#records = new SessionRecords(folder);
  }

  sessions({ limit, ...dates }: ArchiveDates & { readonly limit: number }): ArchiveListing {
    const all = [...this.#bySession()].filter(([, lines]) => lines.some(({ timestamp }) => isWithin(timestamp, dates)));
    const { problems } = this.#index; // as of these lines: titles may find more
    this.#skippedListed = problems.skipped;
    const latest = new Map(all.map(([session, lines]) => [session, lines.at(-1)?.timestamp ?? '']));
    const newest = all.sort(([a], [b]) => compare(latest.get(b) ?? '', latest.get(a) ?? '') || compare(a, b));
    const sessions = newest.slice(0, limit).map(([session, lines]) => this.#sessionOf(session, lines));
    return { sessions, total: all.length, ...problems };
  }

  /** Finds lines that are broken in their middle, which a listing does not look at: whether one would now count others than the latest did. */
  async check(): Promise<boolean> {
    this.#index.refresh();
    await this.#index.check();
    return this.#index.problems.skipped !== this.#skippedListed;
  }

  spans(session: string): ArchivedSpan[] {
    return archiveSpans(this.#eventsOf({ session }), this.#records.get(session));
  }

  turns(wanted: ArchiveSelection, counter: TokenCounter): ArchivedTurn[] {
    const turns = new Map<string, ArchivedMessage[]>();
    for (const message of this.#messagesOf(wanted)) turns.set(message.turn, [...(turns.get(message.turn) ?? []), message]);
    return [...turns].map(([id, messages]) => ({ id, title: archiveTitle(messages), tokens: counter.count(transcript(messages)) }));
  }

  page(wanted: PageWanted): ArchivedPage | undefined {
    return archivedPageOf([...this.#eventsOf(wanted).values()], wanted);
  }

  search(wanted: SearchWanted): ArchiveHits {
    const sessions = this.#bySession();
    const titles = new Map<string, string>();
    return searchArchive(this.#folder, this.#deletions, wanted, (session) => {
      const title = titles.get(session) ?? this.#titleOf(sessions.get(session) ?? []);
      titles.set(session, title);
      return title;
    });
  }

  async copy(selection: ArchiveSelection): Promise<Masked<string> | undefined> {
    const events = this.#selected(selection);
    return events.length === 0 ? undefined : maskSecrets(events.map((event) => archiveText(archiveId(event), event)).join('\n'));
  }

  /** The file is there whole or not at all; throws in words where it cannot be written, or is a part of the history itself. */
  async export(selection: ArchiveSelection, format: ArchiveFormat, file: string): Promise<Masked<number>> {
    if (path.dirname(path.resolve(file)) === path.resolve(this.#folder))
      throw new Error('choose another folder: in this one the history itself is kept');
    const events: ArchiveEvent[] = [];
    let secrets = 0;
    for (const event of this.#selected(selection)) {
      const masked = await maskValue(event);
      events.push(masked.value);
      secrets += masked.secrets;
      await setImmediate(); // somebody else's question may come between
    }
    const text =
      format === 'jsonl'
        ? events.map((event) => `${JSON.stringify(event)}\n`).join('')
        : events.map((event) => archiveText(archiveId(event), event)).join('\n');
    writeWhole(file, text);
    return { value: events.length, secrets };
  }

  delete(selection: ArchiveSelection, time: string): string[] {
    const events = [...this.#eventsOf(selection)];
    for (const [id, { session, timestamp }] of events) this.#deletions.append({ kind: 'deleted', id, session, timestamp, time });
    return events.map(([id]) => id);
  }

  restore(ids: readonly string[], time: string): void {
    for (const { id, session, timestamp } of this.#pending(ids)) this.#deletions.append({ kind: 'restored', id, session, timestamp, time });
  }

  /** What has a text still: its file may have been removed since, or a purge have been killed before it was noted. */
  get deleted(): DeletedEvent[] {
    for (let left = mostAttempts; ; left--) {
      const deleted = this.#deletedNow();
      if (!this.#index.hasMoved || left === 0) return deleted;
    }
  }

  #deletedNow(): DeletedEvent[] {
    this.#index.refresh();
    const events = new Map(
      this.#linesOf(this.#deletions.pending).map((line) => [this.#index.addressOf(line), this.#index.findEvent(line)]),
    );
    return this.#deletions.pending
      .flatMap(({ id, session, timestamp, time }) => {
        const event = events.get(id);
        return event === undefined ? [] : [{ id, session, timestamp, deleted: time, title: archiveTitle(event.messages) }];
      })
      .sort((a, b) => compare(b.deleted, a.deleted) || compare(b.timestamp, a.timestamp));
  }

  /** Overwrites the text first: where that is interrupted, the event is still deleted and comes to be purged again. */
  purge(time: string, ids: readonly string[] | undefined): number {
    const gone = this.#pending(ids);
    for (let left = mostAttempts; !this.#blankOut(gone); left--)
      if (left === 0) throw new Error('the history archive is being set aside by another window: try again');
    for (const { id, session, timestamp } of gone) this.#deletions.append({ kind: 'purged', id, session, timestamp, time });
    return gone.length;
  }

  /** Whether every line of these events was still where it was thought to be. */
  #blankOut(deletions: readonly Deletion[]): boolean {
    this.#index.refresh();
    const wanted = new Set(deletions.map(({ id }) => id));
    const areBlank = this.#linesOf(deletions).every((line) => {
      const id = this.#index.addressOf(line);
      return id === undefined || !wanted.has(id) || blankOut(line, id);
    });
    return areBlank && !this.#index.hasMoved;
  }

  /** What was deleted before a moment. */
  purgeBefore(moment: string, time: string): void {
    this.#deletions.refresh();
    const old = this.#deletions.pending.filter((one) => one.time < moment).map(({ id }) => id);
    if (old.length > 0) this.purge(time, old);
  }

  #pending(ids: readonly string[] | undefined): Deletion[] {
    this.#deletions.refresh();
    return this.#deletions.pending.filter(({ id }) => ids?.includes(id) !== false);
  }

  /** Lines that may be those of deleted events. */
  #linesOf(deletions: readonly Deletion[]): PlacedLine[] {
    const wanted = new Set(deletions.map(({ session, timestamp }) => `${timestamp} ${session}`));
    return this.#index.all.filter(({ session, timestamp }) => wanted.has(`${timestamp} ${session}`));
  }

  #bySession(): Map<string, PlacedLine[]> {
    this.#index.refresh();
    const sessions = new Map<string, PlacedLine[]>();
    for (const line of this.#index.lines) {
      const lines = sessions.get(line.session);
      if (lines === undefined) sessions.set(line.session, [line]);
      else lines.push(line);
    }
    return sessions;
  }

  #sessionOf(session: string, lines: readonly PlacedLine[]): ArchivedSession {
    const { compactions, undone, model } = this.#records.get(session);
    const latest = compactions.findLast(({ id }) => !undone.has(id));
    return {
      session,
      title: this.#titleOf(lines),
      first: lines[0]?.timestamp ?? '',
      last: lines.at(-1)?.timestamp ?? '',
      events: lines.length,
      ...(model === undefined ? {} : { model: model.id }),
      ...(latest === undefined ? {} : { tokens: { before: latest.before, after: latest.after } }),
    };
  }

  #titleOf([first]: readonly PlacedLine[]): string {
    return first === undefined ? '' : archiveTitle(this.#index.findEvent(first)?.messages ?? []);
  }

  /** By their addresses: an event that stands in two files, because one was set aside while it was read, is one. */
  #eventsOf(selection: ArchiveSelection): Map<string, ArchiveEvent> {
    for (let left = mostAttempts; ; left--) {
      const events = this.#eventsNow(selection);
      if (!this.#index.hasMoved || left === 0) return events;
    }
  }

  #eventsNow({ session, ids }: ArchiveSelection): Map<string, ArchiveEvent> {
    this.#index.refresh();
    const events = new Map<string, ArchiveEvent>();
    for (const line of this.#index.lines) {
      if (session !== undefined && line.session !== session) continue; // addresses of others need not be worked out
      if (ids !== undefined && !ids.includes(this.#index.addressOf(line) ?? '')) continue;
      const event = this.#index.findEvent(line);
      if (event !== undefined) events.set(archiveId(event), event);
    }
    return events;
  }

  #messagesOf(selection: ArchiveSelection): ArchivedMessage[] {
    return [...this.#eventsOf(selection).values()].flatMap(({ messages }) => messages);
  }

  #selected(selection: ArchiveSelection): ArchiveEvent[] {
    const { turn } = selection;
    const events = [...this.#eventsOf(selection).values()];
    if (turn === undefined) return events;
    return events.flatMap((event) => {
      const messages = event.messages.filter((message) => message.turn === turn);
      return messages.length === 0 ? [] : [{ ...event, messages }];
    });
  }
}
