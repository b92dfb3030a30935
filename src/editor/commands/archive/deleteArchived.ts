import * as vscode from 'vscode';
import { deletedKeptDays } from '../../../engine/archiveTypes.ts';
import { plural } from '../../views/format.ts';
import type { CommandPorts } from '../ports.ts';
import { archiveTarget } from './archiveTarget.ts';
import { purgeDeleted } from './purgeDeleted.ts';
import { restoreDeleted } from './restoreDeleted.ts';

/** Deletes a compaction or a whole session from the archive, after a confirmation where that is more than one, and offers to undo it. */
export async function deleteArchived(ports: CommandPorts, given: unknown, isConfirmed: unknown): Promise<void> {
  const { turn, title, ...target } = archiveTarget(given);
  if (turn !== undefined) throw new Error('turns are archived together: delete the compaction that they belong to');
  const { engine } = ports.host;
  await ports.host.opened();
  const rows = (await engine.archivedSpans(target.session)).filter(({ ids }) => ids.some((id) => target.ids?.includes(id) !== false));
  if (rows.length > 1 && isConfirmed !== true && !(await confirm(rows.length, title, target.ids !== undefined))) return;
  const ids = await engine.deleteArchived(target, new Date().toISOString());
  ports.archive.refresh();
  if (ids.length === 0) throw new Error('these turns are no longer archived');
  void offerUndo(ports, ids, title);
}

async function confirm(count: number, title: string, isOneRow: boolean): Promise<boolean> {
  const why = isOneRow ? 'They took the same turns out of the chat, which are archived once. ' : '';
  const detail = `${why}You can restore them for ${String(deletedKeptDays)} days. Models can no longer read them back; the chat itself stays as it is, and its compactions can still be undone.`;
  const choice = await vscode.window.showWarningMessage(
    `Delete ${plural(count, 'archived compaction')} of “${title}”?`,
    { modal: true, detail },
    'Delete',
  );
  return choice === 'Delete';
}

async function offerUndo(ports: CommandPorts, ids: readonly string[], title: string): Promise<void> {
  const choice = await vscode.window.showInformationMessage(
    `Deleted from the archive: “${title}”. It can be restored for ${String(deletedKeptDays)} days.`,
    'Undo',
    'Delete for Good',
  );
  if (choice === 'Undo') await restoreDeleted(ports, ids);
  if (choice === 'Delete for Good') await purgeDeleted(ports, ids, true);
}
