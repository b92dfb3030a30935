import fs from 'node:fs';
import { archiveId, parseArchiveEvent } from '../../history/archiveEvent.ts';
import { readLines } from '../../history/readLines.ts';
import type { PlacedLine } from './archiveIndex.ts';
import { withFile } from './withFile.ts';

const blank = 0x20;

/**
 * Overwrites the line of an event with blanks where it stands: nothing moves, so that what another window appends at this moment is not touched.
 * Readers pass over blank lines. False where the event is no longer there: another window has set the file aside.
 */
export const blankOut = ({ file, offset, length }: PlacedLine, id: string): boolean =>
  withFile(file, 'r+', (descriptor) => {
    const bytes = Buffer.alloc(length);
    fs.readSync(descriptor, bytes, 0, length, offset);
    const [event] = readLines(bytes.toString('utf8'), parseArchiveEvent).items;
    if (event === undefined || archiveId(event) !== id) return false;
    const written = fs.writeSync(descriptor, bytes.fill(blank), 0, length, offset);
    if (written < length) throw new Error(`only ${String(written)} of ${String(length)} bytes could be overwritten`);
    fs.fsyncSync(descriptor);
    return true;
  }) ?? false;
