import * as vscode from 'vscode';
import type { DeletedEvent } from '../../../engine/archiveTypes.ts';
import { longDate } from '../../views/format.ts';
import type { CommandPorts } from '../ports.ts';

/** Puts deleted events back into the archive: those of these addresses, else those that the user picks. */
export async function restoreDeleted(ports: CommandPorts, given: unknown): Promise<void> {
  const { host, archive } = ports;
  await host.opened();
  const ids = Array.isArray(given) ? given.filter((id) => typeof id === 'string') : await pickDeleted(await host.engine.deletedEvents());
  if (ids.length === 0) return;
  await host.engine.restoreDeleted(ids, new Date().toISOString());
  archive.refresh();
}

async function pickDeleted(events: readonly DeletedEvent[]): Promise<string[]> {
  if (events.length === 0) throw new Error('nothing of the archive was deleted lately');
  const items = events.map(({ id, title, timestamp, deleted }) => ({
    label: title === '' ? 'No text' : title,
    description: `archived ${longDate(timestamp)}`,
    detail: `Deleted ${longDate(deleted)}`,
    id,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: 'Restore Deleted',
    placeHolder: 'What is to be in the archive again?',
    canPickMany: true,
    matchOnDescription: true,
  });
  return picked?.map(({ id }) => id) ?? [];
}
