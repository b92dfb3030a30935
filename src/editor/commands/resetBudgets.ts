import * as vscode from 'vscode';
import { changeSettings } from '../settings/changeSetting.ts';
import { settingsSection } from '../ids.ts';
import type { CommandPorts } from './ports.ts';

const budgets = /^(?:budget|projection|layers)\.|^contributors\.(?:pinned|excluded)$/u;

/** Brings every budget, pin and exclusion back to its default, in the workspace and for the user. */
export async function resetBudgets({ settings }: CommandPorts): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(settingsSection);
  const changes = settings.names
    .filter((name) => budgets.test(name))
    .flatMap((name) => {
      const { globalValue, workspaceValue } = configuration.inspect(name) ?? {};
      return [
        ...(globalValue === undefined ? [] : [{ name, value: undefined, target: vscode.ConfigurationTarget.Global } as const]),
        ...(workspaceValue === undefined ? [] : [{ name, value: undefined, target: vscode.ConfigurationTarget.Workspace } as const]),
      ];
    });
  if (changes.length === 0) void vscode.window.showInformationMessage('All budgets are at their defaults already.');
  else await changeSettings(changes, `Back to the defaults: ${[...new Set(changes.map(({ name }) => name))].join(', ')}.`);
}
