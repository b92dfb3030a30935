import fs from 'node:fs';
import path from 'node:path';
import { archiveId, parseArchiveEvent, type ArchiveEvent } from '../history/archiveEvent.ts';
import { readLines, type LinesRead } from '../history/readLines.ts';
import { wellFormed } from '../history/wellFormed.ts';
import { appendDurably } from '../telemetry/durableLines.ts';
import { makeFolder } from '../telemetry/jsonLines.ts';
import { Deletions } from './archive/deletions.ts';

export interface ArchiveLimits {
  /** The file is set aside under its date beyond this size, in bytes. */
  readonly rotateAt: number;
  /** Files set aside so many days ago are removed; 0 for never. */
  readonly retentionDays: number;
}

const name = 'history_archive';
const current = `${name}.jsonl`;
const dated = /^history_archive-(\d{4}-\d\d-\d\d)[\w.-]*\.jsonl$/u;
const dayMs = 86_400_000;

/** The files of an archive by their names, oldest first: they sort by time. */
export function archiveFiles(folder: string): string[] {
  try {
    const names = fs.readdirSync(folder);
    return [...names.filter((file) => dated.test(file)).sort(), ...names.filter((file) => file === current)];
  } catch {
    return []; // no folder yet
  }
}

/** What was read of an archive. */
export interface ArchiveRead extends LinesRead<ArchiveEvent> {
  /** Names of files that are there but cannot be read, such as a folder in the place of one. */
  readonly unread?: readonly string[];
}

/** What compactions took out of threads, word for word: `history_archive.jsonl` and the dated files that it was before. */
export class HistoryArchive {
  readonly #folder: string;
  readonly #limits: ArchiveLimits;
  readonly #deletions: Deletions;

  /** Whoever only reads needs no limits. */
  constructor(folder: string, limits: ArchiveLimits = { rotateAt: Infinity, retentionDays: 0 }) {
    this.#folder = folder;
    this.#limits = limits;
    this.#deletions = new Deletions(folder);
  }

  /** Throws where nothing could be appended now. */
  check(): void {
    makeFolder(this.#folder);
    fs.closeSync(fs.openSync(path.join(this.#folder, current), 'a', 0o600));
  }

  /** Returns the event's address once it is on disk; throws where it cannot be written. What only readers would repair would have another address for them. */
  append(event: ArchiveEvent): string {
    const whole = wellFormed(event) as ArchiveEvent;
    this.#rotate();
    appendDurably(path.join(this.#folder, current), whole);
    this.#removeOld();
    return archiveId(whole);
  }

  /** Events that are not deleted, oldest first, and how many lines could not be read or had to be repaired. Lines without `containing` are not even parsed. */
  read(containing = ''): ArchiveRead {
    this.#deletions.refresh();
    // The current file first: one that is set aside meanwhile is read twice rather than not at all.
    const now = this.#lines(current, containing);
    const dates = this.#dated();
    const all = [...dates.map((file) => this.#lines(file, containing)), now];
    const files = all.filter((lines) => lines !== undefined);
    const unread = [...[...dates, current].filter((_, place) => all[place] === undefined), ...this.#deletions.unread];
    return {
      items: files.flatMap(({ items }) => items.filter((event) => !this.#deletions.has(event))),
      skipped: files.reduce((sum, { skipped }) => sum + skipped, this.#deletions.skipped),
      repaired: files.reduce((sum, { repaired }) => sum + repaired, 0),
      ...(unread.length === 0 ? {} : { unread }),
    };
  }

  /** The addresses of events that hold messages of these turns, oldest first, and the turns that no event holds. */
  findTurns(session: string, turns: readonly string[]): { ids: string[]; missing: Set<string> } {
    const missing = new Set(turns);
    const ids = new Set<string>();
    for (const event of this.read(JSON.stringify(session)).items) {
      if (event.session !== session) continue;
      for (const { turn } of event.messages) {
        if (missing.has(turn) || turns.includes(turn)) ids.add(archiveId(event));
        missing.delete(turn);
      }
    }
    return { ids: [...ids], missing };
  }

  find(id: string): ArchiveEvent | undefined {
    return this.read().items.find((event) => archiveId(event) === id);
  }

  /** A file that is full gets the date in its name. Whatever goes wrong is tried again the next time: nothing is lost by it. */
  #rotate(): void {
    const file = path.join(this.#folder, current);
    try {
      if (fs.statSync(file).size <= this.#limits.rotateAt) return;
      fs.renameSync(file, path.join(this.#folder, this.#free()));
    } catch {
      // Not there yet, or another window was faster.
    }
  }

  /** No name that is taken: to rename over a file would be to lose it. */
  #free(): string {
    const stamp = new Date().toISOString().replaceAll(':', '-');
    for (let n = 0; ; n++) {
      const free = `${name}-${stamp}-${String(process.pid)}-${String(n).padStart(4, '0')}.jsonl`;
      if (!fs.existsSync(path.join(this.#folder, free))) return free;
    }
  }

  /** What cannot be removed now is tried again the next time. */
  #removeOld(): void {
    const { retentionDays } = this.#limits;
    if (retentionDays <= 0) return;
    const before = new Date(Date.now() - retentionDays * dayMs).toISOString().slice(0, 10);
    const old = this.#dated().filter((file) => (dated.exec(file)?.[1] ?? before) < before);
    for (const file of old)
      try {
        fs.rmSync(path.join(this.#folder, file), { force: true });
      } catch {
        // Another window reads it, where a file that is open cannot be removed.
      }
  }

  #dated(): string[] {
    return archiveFiles(this.#folder).filter((file) => file !== current);
  }

  /** Undefined for what is there but cannot be read. */
  #lines(file: string, containing: string): LinesRead<ArchiveEvent> | undefined {
    const text = this.#text(file);
    if (text === undefined) return undefined;
    const wanted =
      containing === ''
        ? text
        : text
            .split('\n')
            .filter((line) => line.includes(containing))
            .join('\n');
    return readLines(wanted, parseArchiveEvent);
  }

  #text(file: string): string | undefined {
    try {
      return fs.readFileSync(path.join(this.#folder, file), 'utf8');
    } catch (error) {
      return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '') ? '' : undefined;
    }
  }
}
