import * as vscode from 'vscode';
import type { CommandPorts } from '../ports.ts';
import { undoCompaction } from '../undoCompaction.ts';
import { archiveTarget } from './archiveTarget.ts';
import { copyArchived } from './copyArchived.ts';

/** Brings archived turns back into the current chat: undoes their compaction. Where that cannot be it says why, and offers what can. */
export async function restoreArchived(ports: CommandPorts, given: unknown): Promise<void> {
  const target = archiveTarget(given);
  const { session, compaction: id } = target;
  await ports.host.opened();
  const compaction = (await ports.host.engine.archivedSpans(session)).find((span) => span.compaction?.id === id)?.compaction;
  const undo = async (): Promise<void> => {
    await undoCompaction(ports, session, id);
  };
  const copy = (): Promise<void> => copyArchived(ports, target);
  if (compaction === undefined) await tell('No compaction that could be undone stands for these turns.', { Copy: copy });
  else if (compaction.isUndone) await tell('These turns stand in their chat already: the compaction was undone.', { Copy: copy });
  else if (session === ports.turns.chat?.session) await undo();
  else
    await tell('These turns belong to another chat than the current one: only there their compaction can be undone.', {
      'Undo There': undo,
      Copy: copy,
    });
}

async function tell(message: string, choices: Readonly<Record<string, () => Promise<void>>>): Promise<void> {
  const choice = await vscode.window.showInformationMessage(message, ...Object.keys(choices));
  if (choice !== undefined) await choices[choice]?.();
}
