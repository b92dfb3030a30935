import * as vscode from 'vscode';
import { archivePlaceOf } from '../../views/archivePlace.ts';
import type { CommandPorts } from '../ports.ts';

/** Opens the page so many further of an archived document: a given one, or the one in front. */
export async function turnArchivePage({ host, documents }: CommandPorts, given: unknown, by: 1 | -1): Promise<void> {
  const uri = given instanceof vscode.Uri ? given : vscode.window.activeTextEditor?.document.uri;
  const place = uri === undefined ? undefined : archivePlaceOf(uri);
  if (place === undefined) throw new Error('open archived turns first');
  const page = place.page + by;
  if (page < 1 || page > place.pages) return;
  await host.opened();
  await documents.openArchived({ ...place, page });
}
