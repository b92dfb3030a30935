import * as vscode from 'vscode';
import { editorCommands } from '../ids.ts';
import type { CommandPorts } from './ports.ts';

/** Shows where turns are recorded: in the system's file manager, or in a remote window by its path. */
export async function openStateFolder({ state }: CommandPorts): Promise<void> {
  await vscode.workspace.fs.createDirectory(state);
  if (vscode.env.remoteName === undefined) {
    await vscode.commands.executeCommand(editorCommands.revealInOs, state);
    return;
  }
  const choice = await vscode.window.showInformationMessage(`State folder: ${state.fsPath}`, 'Copy Path');
  if (choice === 'Copy Path') await vscode.env.clipboard.writeText(state.fsPath);
}
