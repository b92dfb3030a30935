import * as vscode from 'vscode';
import type { CommandPorts } from './ports.ts';

/** Takes back the latest change of a budget, pin, exclusion or priority of this window. */
export async function undoBudgetChange({ changes }: CommandPorts): Promise<void> {
  const what = await changes.undo();
  void vscode.window.showInformationMessage(what === undefined ? 'There is no budget change to undo.' : `Undone: ${what}`);
}
