import fs from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { archiveId, parseArchiveEvent, type ArchiveEvent } from '../../history/archiveEvent.ts';
import { readLines } from '../../history/readLines.ts';
import type { ArchiveListing } from '../archiveTypes.ts';
import { archiveFiles } from '../historyArchive.ts';
import { findArchiveLines, newline, type ArchiveLine } from './archiveLine.ts';
import type { Deletions } from './deletions.ts';
import { withFile } from './withFile.ts';

/** A line and the file that it stands in: of this name, as long as it is the same file. */
export interface PlacedLine extends ArchiveLine {
  readonly file: string;
  readonly inode: number;
}

interface IndexedFile {
  readonly inode: number;
  readonly size: number;
  readonly modified: number;
  /** Up to the last end of a line. */
  readonly whole: Lines;
  /** Where that is: what stands behind it is read again. */
  readonly end: number;
  /** A line without an end: it may still be on its way. */
  readonly open: Lines;
}

interface Lines {
  readonly lines: readonly PlacedLine[];
  readonly skipped: number;
  readonly repaired: number;
}

/** For so long lines are looked into before somebody else's question may come between. */
const checkMs = 20;

const noLines: Lines = { lines: [], skipped: 0, repaired: 0 };

/**
 * Where which session's events stand in the archive. Kept between calls: of a file that has grown only what was appended is read, of one that
 * was changed otherwise all of it.
 */
export class ArchiveIndex {
  readonly #folder: string;
  readonly #deletions: Deletions;
  #files = new Map<string, IndexedFile>();
  #unread: readonly string[] = [];
  /** Lines that turned out to be broken when they were parsed. */
  readonly #broken = new Set<PlacedLine>();
  readonly #parsed = new WeakSet<PlacedLine>();
  #hasMoved = false;
  readonly #addresses = new WeakMap<PlacedLine, string>();

  constructor(folder: string, deletions: Deletions) {
    this.#folder = folder;
    this.#deletions = deletions;
  }

  /** Takes in what has changed on disk. A file that is set aside meanwhile, under a name that was not listed, must not be missed: then once more. */
  refresh(): void {
    this.#deletions.refresh();
    this.#hasMoved = false;
    let names: readonly string[];
    do {
      names = archiveFiles(this.#folder);
      this.#take(names);
    } while (names.join('/') !== archiveFiles(this.#folder).join('/'));
  }

  #take(names: readonly string[]): void {
    const files = new Map<string, IndexedFile>();
    const unread: string[] = [];
    for (const name of names) {
      const file = path.join(this.#folder, name);
      try {
        const indexed = withFile(file, 'r', (descriptor) => this.#indexed(file, descriptor));
        if (indexed !== undefined) files.set(file, indexed);
      } catch {
        unread.push(name); // such as a folder of its name
      }
    }
    this.#files = files;
    this.#unread = unread;
  }

  /** Whether a line was looked for, since the last refresh, in a file that had been set aside: whoever must have it looks again. */
  get hasMoved(): boolean {
    return this.#hasMoved;
  }

  /** Every event that is not deleted, oldest file first. */
  get lines(): PlacedLine[] {
    return this.all.filter((line) => !this.#isDeleted(line));
  }

  /** With the deleted ones. */
  get all(): PlacedLine[] {
    return this.#parts.flatMap(({ lines }) => lines.filter((line) => !this.#broken.has(line)));
  }

  /** Lines that could not be read, those that had to be repaired, and files that could not be read. */
  get problems(): Pick<ArchiveListing, 'skipped' | 'repaired' | 'unread'> {
    const unread = [...this.#unread, ...this.#deletions.unread];
    const broken = this.#parts.flatMap(({ lines }) => lines.filter((line) => this.#broken.has(line))).length;
    return {
      skipped: this.#parts.reduce((sum, { skipped }) => sum + skipped, broken + this.#deletions.skipped),
      repaired: this.#parts.reduce((sum, { repaired }) => sum + repaired, 0),
      ...(unread.length === 0 ? {} : { unread }),
    };
  }

  get #parts(): Lines[] {
    return [...this.#files.values()].flatMap(({ whole, open }) => [whole, open]);
  }

  /** The event of a line; undefined where the line is broken or no longer there. */
  findEvent(line: PlacedLine): ArchiveEvent | undefined {
    const text = textOf(line);
    if (text === undefined) this.#hasMoved = true;
    else this.#parsed.add(line);
    if (text === undefined || text.trim() === '') return undefined; // purged since the last refresh
    const [event] = readLines(text, parseArchiveEvent).items;
    if (event === undefined) this.#broken.add(line);
    else this.#addresses.set(line, archiveId(event));
    return event;
  }

  /** Parses every line that nobody has parsed yet: then all that are broken are known. */
  async check(): Promise<void> {
    let until = performance.now() + checkMs;
    for (const line of this.all) {
      if (!this.#parsed.has(line)) this.findEvent(line);
      if (performance.now() < until) continue;
      await setImmediate();
      until = performance.now() + checkMs;
    }
  }

  /** The address of a line's event. */
  addressOf(line: PlacedLine): string | undefined {
    if (!this.#addresses.has(line)) this.findEvent(line);
    return this.#addresses.get(line);
  }

  #isDeleted(line: PlacedLine): boolean {
    if (!this.#deletions.mayHave(line.session, line.timestamp)) return false;
    const event = this.findEvent(line);
    return event === undefined || this.#deletions.has(event);
  }

  #indexed(file: string, descriptor: number): IndexedFile {
    const { ino, size, mtimeMs } = fs.fstatSync(descriptor);
    const known = this.#files.get(file);
    if (known?.inode === ino && known.size === size && known.modified === mtimeMs) return known;
    const { whole, end: start } = known?.inode === ino && known.size < size ? known : { whole: noLines, end: 0 };
    const bytes = bytesFrom(descriptor, start, size);
    const end = bytes.lastIndexOf(newline) + 1;
    const linesOf = (from: number, to: number): Lines => {
      const { lines, ...counts } = findArchiveLines(bytes.subarray(from, to), start + from);
      return { lines: lines.map((line) => ({ ...line, file, inode: ino })), ...counts };
    };
    const open = end === bytes.length ? noLines : linesOf(end, bytes.length);
    return { inode: ino, size, modified: mtimeMs, whole: together(whole, linesOf(0, end)), end: start + end, open };
  }
}

const together = (one: Lines, other: Lines): Lines => ({
  lines: [...one.lines, ...other.lines],
  skipped: one.skipped + other.skipped,
  repaired: one.repaired + other.repaired,
});

/** Up to `end`: what was appended since is taken in the next time. */
function bytesFrom(descriptor: number, start: number, end: number): Buffer {
  const bytes = Buffer.allocUnsafe(end - start);
  return bytes.subarray(0, fs.readSync(descriptor, bytes, 0, bytes.length, start));
}

const textOf = ({ file, inode, offset, length }: PlacedLine): string | undefined =>
  withFile(file, 'r', (descriptor) =>
    fs.fstatSync(descriptor).ino === inode ? bytesFrom(descriptor, offset, offset + length).toString('utf8') : undefined,
  );
