import * as vscode from 'vscode';
import type { CommandPorts } from './ports.ts';

/** Takes back a compaction: without arguments the last one of this session of the editor. */
export async function undoCompaction({ host, turns, archive }: CommandPorts, givenSession: unknown, givenId: unknown): Promise<boolean> {
  const given = typeof givenSession === 'string' && typeof givenId === 'string' ? { session: givenSession, id: givenId } : undefined;
  const undone = given ?? turns.compacted;
  if (undone === undefined) throw new Error('no chat was compacted since the window was opened');
  await host.opened();
  const isKnown = await host.engine.undoCompaction({ ...undone, time: new Date().toISOString() });
  if (!isKnown) throw new Error('this compaction is no longer recorded');
  archive.refresh();
  void vscode.window.showInformationMessage('Undone: from the next turn on the chat stands as it was before it was compacted.');
  return true;
}
