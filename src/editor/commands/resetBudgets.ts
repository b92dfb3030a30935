import * as vscode from 'vscode';
import { settingsSection } from '../ids.ts';
import type { Change, Scope } from '../settings/settingsChanges.ts';
import type { CommandPorts } from './ports.ts';

const budgets = /^(?:budget|projection|layers)\.|^contributors\.(?:pinned|excluded|priorities)$/u;

/** Brings every budget, pin, exclusion and priority back to its default: in this chat, in the workspace and for the user. */
export async function resetBudgets({ settings, changes, turns }: CommandPorts): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(settingsSection);
  const own = settings.ofChat(turns.chat?.session);
  const found = settings.names
    .filter((name) => budgets.test(name))
    .flatMap((name) => {
      const { globalValue, workspaceValue } = configuration.inspect(name) ?? {};
      const scopes: Scope[] = [
        ...(Object.hasOwn(own, name) ? (['chat'] as const) : []),
        ...(workspaceValue === undefined ? [] : (['workspace'] as const)),
        ...(globalValue === undefined ? [] : (['user'] as const)),
      ];
      return scopes.map((scope): Change & { scope: Scope } => ({ name, value: undefined, scope }));
    });
  if (found.length === 0) void vscode.window.showInformationMessage('All budgets are at their defaults already.');
  else {
    const names = [...new Set(found.map(({ name }) => name))].join(', ');
    await changes.make(() => ({ changes: found, what: `Back to the defaults: ${names}.` }));
  }
}
