import fs from 'node:fs';
import path from 'node:path';
import { archiveId, type ArchiveEvent } from '../../history/archiveEvent.ts';
import { readLines, type LinesRead } from '../../history/readLines.ts';
import { appendDurably } from '../../telemetry/durableLines.ts';

/** What became of an archived event. It names the event and holds nothing of its text. */
export interface Deletion {
  readonly kind: 'deleted' | 'restored' | 'purged';
  readonly id: string;
  readonly session: string;
  /** When the event was archived. */
  readonly timestamp: string;
  readonly time: string;
}

const file = 'history_archive-deleted.jsonl';
const kinds: readonly unknown[] = ['deleted', 'restored', 'purged'];

/**
 * Which events of the history archive are deleted: a line for each decision, the last one counts. The events themselves stay where they are
 * until they are purged, so that no moment of a deletion can lose anything and two windows need not know of each other.
 */
export class Deletions {
  readonly #file: string;
  #version = '';
  #skipped = 0;
  #isUnread = false;
  #bySession: ReadonlyMap<string, ReadonlyMap<string, Deletion>> = new Map();

  constructor(folder: string) {
    this.#file = path.join(folder, file);
  }

  /** Returns once the decision is on disk. */
  append(deletion: Deletion): void {
    appendDurably(this.#file, deletion);
  }

  /** Takes in what any window has decided. */
  refresh(): void {
    const stat = fs.statSync(this.#file, { throwIfNoEntry: false });
    const version = stat === undefined ? '' : `${String(stat.size)} ${String(stat.mtimeMs)}`;
    if (this.#version === version) return;
    const bySession = new Map<string, Map<string, Deletion>>();
    const lines = stat === undefined ? none : this.#read();
    const { items, skipped } = lines ?? none;
    for (const one of items) {
      const ofSession = bySession.get(one.session) ?? new Map<string, Deletion>();
      bySession.set(one.session, ofSession.set(one.id, one));
    }
    this.#version = version;
    this.#skipped = skipped;
    this.#isUnread = lines === undefined;
    this.#bySession = bySession;
  }

  /** Lines that could not be read: what they deleted is there again. */
  get skipped(): number {
    return this.#skipped;
  }

  /** The name of the file where it is there but cannot be read. */
  get unread(): readonly string[] {
    return this.#isUnread ? [file] : [];
  }

  /** As of the last refresh, like all below. */
  has(event: ArchiveEvent): boolean {
    const ofSession = this.#bySession.get(event.session);
    return ofSession !== undefined && isGone(ofSession.get(archiveId(event)));
  }

  /** Whether an event that was archived then may be deleted: only of such an event the address must be worked out. */
  mayHave(session: string, timestamp: string): boolean {
    const ofSession = this.#bySession.get(session);
    return ofSession !== undefined && [...ofSession.values()].some((one) => one.timestamp === timestamp && isGone(one));
  }

  /** Those that can still be restored. */
  get pending(): Deletion[] {
    return [...this.#bySession.values()].flatMap((ofSession) => [...ofSession.values()].filter(({ kind }) => kind === 'deleted'));
  }

  #read(): LinesRead<Deletion> | undefined {
    try {
      return readLines(fs.readFileSync(this.#file, 'utf8'), parseDeletion);
    } catch {
      return undefined; // such as a folder of its name
    }
  }
}

const none: LinesRead<Deletion> = { items: [], skipped: 0, repaired: 0 };

const isGone = (deletion: Deletion | undefined): boolean => deletion !== undefined && deletion.kind !== 'restored';

function parseDeletion(value: unknown): Deletion | undefined {
  const { kind, ...texts } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const isWhole = ['id', 'session', 'timestamp', 'time'].every((name) => typeof texts[name] === 'string');
  return isWhole && kinds.includes(kind) ? (value as Deletion) : undefined;
}
