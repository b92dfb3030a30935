import fs from 'node:fs';
import path from 'node:path';
import { archiveId, parseArchiveEvent, type ArchiveEvent } from '../../history/archiveEvent.ts';
import { readLines } from '../../history/readLines.ts';
import { archiveFiles } from '../historyArchive.ts';
import { findArchiveLines, newline, type ArchiveLine } from './archiveLine.ts';
import type { Deletions } from './deletions.ts';

/** A line and the file that it stands in. */
export interface PlacedLine extends ArchiveLine {
  readonly file: string;
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

const noLines: Lines = { lines: [], skipped: 0, repaired: 0 };

/**
 * Where which session's events stand in the archive. Kept between calls: of a file that has grown only what was appended is read, of one that
 * was changed otherwise all of it.
 */
export class ArchiveIndex {
  readonly #folder: string;
  readonly #deletions: Deletions;
  #files = new Map<string, IndexedFile>();
  /** Lines that turned out to be broken when they were parsed. */
  readonly #broken = new Set<PlacedLine>();
  readonly #addresses = new WeakMap<PlacedLine, string>();

  constructor(folder: string, deletions: Deletions) {
    this.#folder = folder;
    this.#deletions = deletions;
  }

  /** Takes in what has changed on disk. */
  refresh(): void {
    this.#deletions.refresh();
    const files = new Map<string, IndexedFile>();
    for (const name of archiveFiles(this.#folder)) {
      const file = path.join(this.#folder, name);
      const stat = fs.statSync(file, { throwIfNoEntry: false });
      if (stat !== undefined) files.set(file, this.#indexed(file, stat));
    }
    this.#files = files;
  }

  /** Every event that is not deleted, oldest file first. */
  get lines(): PlacedLine[] {
    return this.all.filter((line) => !this.#isDeleted(line));
  }

  /** With the deleted ones. */
  get all(): PlacedLine[] {
    return this.#parts.flatMap(({ lines }) => lines.filter((line) => !this.#broken.has(line)));
  }

  /** Lines that could not be read, and that had to be repaired. */
  get problems(): { readonly skipped: number; readonly repaired: number } {
    const broken = this.#parts.flatMap(({ lines }) => lines.filter((line) => this.#broken.has(line))).length;
    return {
      skipped: this.#parts.reduce((sum, { skipped }) => sum + skipped, broken),
      repaired: this.#parts.reduce((sum, { repaired }) => sum + repaired, 0),
    };
  }

  get #parts(): Lines[] {
    return [...this.#files.values()].flatMap(({ whole, open }) => [whole, open]);
  }

  /** The event of a line; undefined where the line is broken or no longer there. */
  findEvent(line: PlacedLine): ArchiveEvent | undefined {
    const text = textOf(line);
    if (text === undefined || text.trim() === '') return undefined; // set aside, or purged, since the last refresh
    const [event] = readLines(text, parseArchiveEvent).items;
    if (event === undefined) this.#broken.add(line);
    else this.#addresses.set(line, archiveId(event));
    return event;
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

  #indexed(file: string, { ino, size, mtimeMs }: fs.Stats): IndexedFile {
    const known = this.#files.get(file);
    if (known?.inode === ino && known.size === size && known.modified === mtimeMs) return known;
    const { whole, end: start } = known?.inode === ino && known.size < size ? known : { whole: noLines, end: 0 };
    const bytes = bytesFrom(file, start, size);
    const end = bytes.lastIndexOf(newline) + 1;
    const linesOf = (from: number, to: number): Lines => {
      const { lines, ...counts } = findArchiveLines(bytes.subarray(from, to), start + from);
      return { lines: lines.map((line) => ({ ...line, file })), ...counts };
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

/** Up to `size`, which may be more by now: that is taken in the next time. */
function bytesFrom(file: string, from: number, size: number): Buffer {
  const descriptor = fs.openSync(file, 'r');
  try {
    const bytes = Buffer.allocUnsafe(size - from);
    return bytes.subarray(0, fs.readSync(descriptor, bytes, 0, bytes.length, from));
  } finally {
    fs.closeSync(descriptor);
  }
}

function textOf({ file, offset, length }: PlacedLine): string | undefined {
  try {
    return bytesFrom(file, offset, offset + length).toString('utf8');
  } catch {
    return undefined; // set aside under another name meanwhile
  }
}
