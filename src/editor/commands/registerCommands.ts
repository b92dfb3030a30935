import * as vscode from 'vscode';
import { commandIds } from '../ids.ts';
import type { CommandHandlers } from './commandHandlers.ts';
import type { CommandPorts } from './ports.ts';

/** Registers every command of the manifest. What a command throws is told in one notification and in the log. */
export function registerCommands(ports: CommandPorts): vscode.Disposable {
  let loading: Promise<CommandHandlers> | undefined;
  const handlers = (): Promise<CommandHandlers> =>
    (loading ??= import('../onDemand.ts').then(({ commandHandlers }) => commandHandlers(ports)));
  const names = Object.keys(commandIds) as (keyof typeof commandIds)[];
  const register = (name: keyof typeof commandIds): vscode.Disposable =>
    vscode.commands.registerCommand(commandIds[name], async (...args: unknown[]) => {
      try {
        return await ((await handlers())[name] as (...all: unknown[]) => unknown)(...args);
      } catch (error) {
        tell(ports, error);
        return undefined;
      }
    });
  return vscode.Disposable.from(...names.map(register));
}

function tell({ log }: CommandPorts, error: unknown): void {
  if (error instanceof Error && error.name === 'AbortError') return;
  const message = error instanceof Error ? error.message : String(error);
  log.error(message);
  void vscode.window.showErrorMessage(`Context Broker: ${message}`, 'Show Log').then((choice) => {
    if (choice === 'Show Log') log.show();
  });
}
