import * as vscode from 'vscode';
import { isCommand } from '../contributed/declaredCommands.ts';
import type { CommandPorts } from './ports.ts';

interface CommandItem extends vscode.QuickPickItem {
  readonly command: string;
}

/** Chooses which commands of the settings may run in this workspace. A command as an argument is allowed, or with `false` forbidden. */
export async function allowCommands({ contributions, settings }: CommandPorts, given: unknown, on: unknown): Promise<void> {
  const { allowed } = contributions;
  const declared = settings.read().settings.declared.filter(isCommand);
  if (typeof given === 'string') {
    if (!declared.some(({ from }) => from.command === given)) throw new Error(`no contributor of the settings has the command ${given}`);
    await allowed.set(given, on !== false);
    return;
  }
  if (declared.length === 0) throw new Error('the setting contextBroker.contributors.declared has no command');
  const items = declared.map(({ name, from: { command } }): CommandItem => ({
    label: command,
    description: name,
    command,
    picked: allowed.of(command) === true,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: 'Allow Declared Commands',
    placeHolder: 'Which may run, and add their output to every prompt?',
    canPickMany: true,
  });
  if (picked === undefined) return;
  for (const { command } of items)
    await allowed.set(
      command,
      picked.some((one) => one.command === command),
    );
}
