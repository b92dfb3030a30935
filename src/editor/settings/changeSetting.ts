import * as vscode from 'vscode';
import { settingsSection } from '../ids.ts';

type Target = vscode.ConfigurationTarget.Global | vscode.ConfigurationTarget.Workspace;

interface Previous {
  readonly name: string;
  readonly target: Target;
  readonly value: unknown;
}

/** Where a change belongs: with the user, so that no file of a project changes unasked, but for what the workspace already sets. */
export function targetFor(name: string): Target {
  const { workspaceValue } = vscode.workspace.getConfiguration(settingsSection).inspect(name) ?? {};
  return workspaceValue === undefined ? vscode.ConfigurationTarget.Global : vscode.ConfigurationTarget.Workspace;
}

/** Changes settings (undefined clears one), says what was done and offers to undo it. */
export async function changeSettings(changes: readonly { name: string; value: unknown; target?: Target }[], done: string): Promise<void> {
  const previous: Previous[] = [];
  for (const { name, value, target = targetFor(name) } of changes) {
    const configuration = vscode.workspace.getConfiguration(settingsSection);
    const values = configuration.inspect<unknown>(name);
    const before = target === vscode.ConfigurationTarget.Workspace ? values?.workspaceValue : values?.globalValue;
    previous.push({ name, target, value: before });
    await configuration.update(name, value, target);
  }
  void offerUndo(previous, done);
}

async function offerUndo(previous: readonly Previous[], done: string): Promise<void> {
  if ((await vscode.window.showInformationMessage(done, 'Undo')) !== 'Undo') return;
  for (const { name, target, value } of previous) await vscode.workspace.getConfiguration(settingsSection).update(name, value, target);
}
