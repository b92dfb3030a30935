import { archiveId, type ArchiveEvent } from '../../history/archiveEvent.ts';
import { archiveSections } from '../archiveText.ts';
import type { ArchivedPage, PageWanted } from '../archiveTypes.ts';
import { archiveTitle } from './archiveTitle.ts';
import { findText } from './findText.ts';

/** Characters of a page, unless a single message has more. */
export const pageSize = 200_000;

interface Page {
  text: string;
  /** The line in which each turn begins on this page. */
  readonly turns: Map<string, number>;
}

/** Archived events as a document: the page that is wanted. */
export function archivedPageOf(events: readonly ArchiveEvent[], { page, turn, text }: PageWanted): ArchivedPage | undefined {
  const [first] = events;
  if (first === undefined) return undefined;
  const pages = pagesOf(events);
  const place = placeOf(pages, { page, turn, text });
  const shown = pages[place];
  const line = turn === undefined ? undefined : shown?.turns.get(turn);
  return {
    text: shown?.text ?? '',
    title: archiveTitle(first.messages),
    page: place + 1,
    pages: pages.length,
    ...(line === undefined ? {} : { line }),
  };
}

function placeOf(
  pages: readonly Page[],
  { page = 1, turn, text }: Record<'turn' | 'text', string | undefined> & { page: number | undefined },
): number {
  const place =
    turn !== undefined
      ? pages.findIndex(({ turns }) => turns.has(turn))
      : text !== undefined
        ? pages.findIndex((one) => findText(one.text, text) !== undefined)
        : page - 1;
  return Math.min(Math.max(place, 0), pages.length - 1);
}

/** Pages end between messages. */
function pagesOf(events: readonly ArchiveEvent[]): Page[] {
  const pages: Page[] = [{ text: '', turns: new Map() }];
  let lines = 0;
  for (const { text, turn } of events.flatMap((event) => archiveSections(archiveId(event), event))) {
    let page = pages.at(-1);
    if (page === undefined || (page.text !== '' && page.text.length + text.length > pageSize)) {
      page = { text: '', turns: new Map() };
      pages.push(page);
      lines = 0;
    }
    // A message begins with an empty line.
    if (turn !== undefined && !page.turns.has(turn)) page.turns.set(turn, lines + 1);
    page.text += text;
    lines += text.split('\n').length - 1;
  }
  return pages;
}
