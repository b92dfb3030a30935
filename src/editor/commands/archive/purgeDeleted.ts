import * as vscode from 'vscode';
import { plural } from '../../views/format.ts';
import type { CommandPorts } from '../ports.ts';

const othersKeep = 'The record, the states and the traces of the chat keep their text.';

/** Overwrites deleted events on disk: those of these addresses, else all. Asks first, unless told that it is confirmed. */
export async function purgeDeleted({ host, archive }: CommandPorts, given: unknown, isConfirmed: unknown): Promise<void> {
  await host.opened();
  const ids = Array.isArray(given) ? given.filter((id) => typeof id === 'string') : undefined;
  const count = ids?.length ?? (await host.engine.deletedEvents()).length;
  if (count === 0) throw new Error('nothing of the archive was deleted lately');
  if (isConfirmed !== true && !(await confirm(count))) return;
  const purged = await host.engine.purgeDeleted(new Date().toISOString(), ids);
  archive.refresh();
  void vscode.window.showInformationMessage(`Deleted for good: ${plural(purged, 'archive entry', 'archive entries')}. ${othersKeep}`);
}

async function confirm(count: number): Promise<boolean> {
  const choice = await vscode.window.showWarningMessage(
    `Delete ${plural(count, 'archive entry', 'archive entries')} for good?`,
    { modal: true, detail: `Their text is overwritten in the archive. This cannot be undone. ${othersKeep}` },
    'Delete for Good',
  );
  return choice === 'Delete for Good';
}
