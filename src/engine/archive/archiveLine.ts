import { parseArchiveEvent } from '../../history/archiveEvent.ts';
import { readLines } from '../../history/readLines.ts';

/** A line of the archive that tells its event's session and time without being parsed. */
export interface ArchiveLine {
  /** In bytes from the start of its file. */
  readonly offset: number;
  readonly length: number;
  readonly session: string;
  readonly timestamp: string;
}

export interface LinesFound {
  readonly lines: readonly ArchiveLine[];
  readonly skipped: number;
  readonly repaired: number;
}

export const newline = 0x0a;
/** Bytes of a line in which its first fields stand, unless they are odd ones. */
const headBytes = 512;
const head = /^\{"timestamp":"([^"\\]*)","session":"([^"\\]*)","source":"(?:[^"\\]|\\.)*","messages":\[/u;
/** An event ends with the end of a message, of its list and of itself. */
const tail = '}]}';

/** The lines in a part of a file that begins at `start`. Of a line as we write it only both ends are looked at; every other one is parsed. */
export function findArchiveLines(bytes: Buffer, start: number): LinesFound {
  const lines: ArchiveLine[] = [];
  let [skipped, repaired, from] = [0, 0, 0];
  const hasHalves = bytes.includes('\\ud') || bytes.includes('\\uD');
  while (from < bytes.length) {
    const found = bytes.indexOf(newline, from);
    const to = found === -1 ? bytes.length : found;
    const line = readHead(bytes.subarray(from, to), hasHalves);
    if (line === undefined) skipped++;
    else if (line !== 'blank') {
      lines.push({ offset: start + from, length: to - from, session: line.session, timestamp: line.timestamp });
      if (line.isRepaired) repaired++;
    }
    from = to + 1;
  }
  return { lines, skipped, repaired };
}

interface Head {
  readonly session: string;
  readonly timestamp: string;
  readonly isRepaired: boolean;
}

function readHead(bytes: Buffer, mayHaveHalves: boolean): Head | 'blank' | undefined {
  const [, timestamp, session] = head.exec(bytes.toString('utf8', 0, headBytes)) ?? [];
  const hasHalves = mayHaveHalves && (bytes.includes('\\ud') || bytes.includes('\\uD'));
  const isPlain = timestamp !== undefined && session !== undefined && bytes.toString('latin1', bytes.length - tail.length) === tail;
  if (isPlain && !hasHalves) return { timestamp, session, isRepaired: false };
  const text = bytes.toString('utf8');
  if (text.trim() === '') return 'blank';
  const { items, repaired } = readLines(text, parseArchiveEvent);
  const [event] = items;
  return event && { timestamp: event.timestamp, session: event.session, isRepaired: repaired > 0 };
}
