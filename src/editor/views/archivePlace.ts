import * as vscode from 'vscode';
import type { ArchivedPage, PageWanted } from '../../engine/archiveTypes.ts';
import { commandIds, historyScheme } from '../ids.ts';
import { shortened } from './format.ts';

/** A page of archived events, as the address of its document tells it. */
export interface ArchivePlace extends PageWanted {
  readonly page: number;
  readonly pages: number;
}

const longestName = 30;

/** The last segment is what the tab shows; menus tell by the one before whether there are pages. */
export function archiveUri({ session = '', ids }: PageWanted, { title, page, pages }: Omit<ArchivedPage, 'text'>): vscode.Uri {
  const name = shortened(title.replace(/[^\p{L}\p{N}'()-]+/gu, ' ').trim(), longestName).replace('…', '');
  const path = `/archive/${ids.join('+')}/${pages > 1 ? `${String(page)}-${String(pages)}/` : ''}${name === '' ? 'archived turns' : name}.md`;
  return vscode.Uri.from({ scheme: historyScheme, path, query: session });
}

/** Undefined for a document that shows nothing archived. */
export function archivePlaceOf({ scheme, path, query }: vscode.Uri): ArchivePlace | undefined {
  const [, ids, , page = '1', pages = '1'] = /^\/archive\/([^/]+)\/((\d+)-(\d+)\/)?/u.exec(path) ?? [];
  if (scheme !== historyScheme || ids === undefined) return undefined;
  return { ids: ids.split('+'), page: Number(page), pages: Number(pages), ...(query === '' ? {} : { session: query }) };
}

/** At both ends of a page the way to its neighbours. */
export function pageLenses({ uri, lineCount }: vscode.TextDocument): vscode.CodeLens[] {
  const place = archivePlaceOf(uri);
  if (place === undefined || place.pages < 2) return [];
  const { page, pages } = place;
  const commands: vscode.Command[] = [
    { command: '', title: `Page ${String(page)} of ${String(pages)}` },
    ...(page > 1 ? [{ command: commandIds.previousArchivePage, title: '$(arrow-left) Previous Page', arguments: [uri] }] : []),
    ...(page < pages ? [{ command: commandIds.nextArchivePage, title: 'Next Page $(arrow-right)', arguments: [uri] }] : []),
  ];
  return [0, lineCount - 1].flatMap((line) => commands.map((command) => new vscode.CodeLens(new vscode.Range(line, 0, line, 0), command)));
}
