import fs from 'node:fs';
import path from 'node:path';
import { archiveId, parseArchiveEvent, type ArchiveEvent } from '../../history/archiveEvent.ts';
import { readLines } from '../../history/readLines.ts';
import { foundIn } from '../archiveSearch.ts';
import type { ArchiveDates, ArchiveHit, ArchiveHits, SearchWanted } from '../archiveTypes.ts';
import { archiveFiles } from '../historyArchive.ts';
import type { Deletions } from './deletions.ts';
import { saidPlaces } from './saidPlaces.ts';

/** Events in which a text stands, the latest first. The files are scanned each time: that takes less than keeping an index of their words true. */
export function searchArchive(
  folder: string,
  deletions: Deletions,
  { text, limit, ...dates }: SearchWanted,
  titleOf: (session: string) => string,
): ArchiveHits {
  const hits: ArchiveHit[] = [];
  const isWanted = ({ timestamp }: ArchiveEvent): boolean => isWithin(timestamp, dates);
  for (const event of text === '' ? [] : eventsWith(folder, text)) {
    if (!isWanted(event) || deletions.has(event)) continue;
    const found = foundIn(event, text);
    if (found === undefined) continue;
    if (hits.length === limit) return { hits, hasMore: true };
    const { session, timestamp: time } = event;
    hits.push({ id: archiveId(event), session, title: titleOf(session), time, ...found });
  }
  return { hits, hasMore: false };
}

export const isWithin = (time: string, { from, to }: ArchiveDates): boolean =>
  (from === undefined || time >= from) && (to === undefined || time < to);

function* eventsWith(folder: string, text: string): Generator<ArchiveEvent> {
  for (const file of archiveFiles(folder).reverse()) {
    const lines = textOf(path.join(folder, file));
    for (const place of saidPlaces(lines, text).reverse()) {
      const end = lines.indexOf('\n', place);
      yield* readLines(lines.slice(place, end === -1 ? undefined : end), parseArchiveEvent).items;
    }
  }
}

function textOf(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return ''; // set aside under another name meanwhile: found there
  }
}
