import * as vscode from 'vscode';

/** Runs with these workspace settings, and leaves the ones that were there. */
export async function settingsDuring(settings: Readonly<Record<string, unknown>>, run: () => Promise<void>): Promise<void> {
  const change = async (values: Readonly<Record<string, unknown>>): Promise<void> => {
    for (const [name, value] of Object.entries(values))
      await vscode.workspace.getConfiguration('contextBroker').update(name, value, vscode.ConfigurationTarget.Workspace);
  };
  const before = Object.fromEntries(Object.keys(settings).map((name) => [name, workspaceValue(name)]));
  await change(settings);
  try {
    await run();
  } finally {
    await change(before);
  }
}

export const workspaceValue = (name: string): unknown => vscode.workspace.getConfiguration('contextBroker').inspect(name)?.workspaceValue;

/** What a command has written: commands leave the project's own files alone. */
export const userValue = (name: string): unknown => vscode.workspace.getConfiguration('contextBroker').inspect(name)?.globalValue;
