import * as vscode from 'vscode';
import type { Undone } from '../../engine/api.ts';
import { archiveView } from '../ids.ts';
import { plural } from '../views/format.ts';
import type { CommandPorts } from './ports.ts';

/** Takes back a compaction: without arguments the last one of this session of the editor. Whether there was anything to take back. */
export async function undoCompaction({ host, turns, archive }: CommandPorts, givenSession: unknown, givenId: unknown): Promise<boolean> {
  const given = typeof givenSession === 'string' && typeof givenId === 'string' ? { session: givenSession, id: givenId } : undefined;
  const wanted = given ?? turns.compacted;
  if (wanted === undefined) {
    await offerArchive('No chat was compacted since the window was opened. Compactions of before are in the History Archive.');
    return false;
  }
  await host.opened();
  const undone = await host.engine.undoCompaction({ ...wanted, time: new Date().toISOString() });
  if (undone === undefined) throw new Error('this compaction is no longer recorded');
  archive.refresh();
  void vscode.window.showInformationMessage(doneText(undone, wanted.session === turns.chat?.session));
  return undone.compactions > 0;
}

function doneText({ compactions, title }: Undone, isCurrent: boolean): string {
  const chat = isCurrent ? 'the chat' : `the chat “${title}”`;
  if (compactions === 0) return `This compaction of ${chat} was undone before.`;
  const more = compactions === 1 ? '' : `, with ${plural(compactions - 1, 'compaction')} that went on from it`;
  return `Undone${more}: from its next turn on ${chat} stands as it was before it was compacted.`;
}

async function offerArchive(message: string): Promise<void> {
  const choice = await vscode.window.showInformationMessage(message, 'Open History Archive');
  if (choice !== undefined) await vscode.commands.executeCommand(`${archiveView}.focus`);
}
