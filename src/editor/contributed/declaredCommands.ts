import * as vscode from 'vscode';
import { settingsOrigin } from '../../contributors/contributed.ts';
import type { DeclaredContributor } from '../../contributors/declared.ts';
import { oneLine } from '../../contributors/fence.ts';
import type { AllowedCommands } from './allowedCommands.ts';
import { mostCharacters, plain } from './checkContribution.ts';
import type { Given } from './contributorHost.ts';
import { runCommand } from './runCommand.ts';

/** A contributor whose content is the output of a command. */
export type DeclaredCommand = DeclaredContributor & { readonly from: { readonly command: string } };

export const isCommand = (one: DeclaredContributor): one is DeclaredCommand => 'command' in one.from;

/** Runs the commands of the settings that are not excluded, side by side, each anew at every turn, and only what may run. */
export function runDeclared(
  declared: readonly DeclaredContributor[],
  excluded: readonly string[],
  limit: number,
  allowed: AllowedCommands,
  signal: AbortSignal,
): Promise<Given[]> {
  const asked = declared.filter(isCommand).filter(({ name }) => !excluded.includes(name));
  return Promise.all(asked.map((one) => runOne(one, limit, allowed, signal)));
}

async function runOne(one: DeclaredCommand, limit: number, allowed: AllowedCommands, signal: AbortSignal): Promise<Given> {
  const { name, layer, priority, title, from } = one;
  const { command } = from;
  const failed = (problem: string): Given => ({ name, origin: settingsOrigin, problem: `\`${oneLine(command, 80)}\` ${problem}` });
  const cwd = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file')?.uri.fsPath;
  if (!vscode.workspace.isTrusted) return failed('runs only in a trusted workspace');
  if (cwd === undefined) return failed('needs an open folder to run in');
  if (allowed.of(command) !== true) {
    if (allowed.of(command) === undefined) allowed.ask(command);
    return failed('is not allowed; Allow Declared Commands in the palette allows it');
  }
  const output = await runCommand(command, cwd, { time: limit, characters: mostCharacters }, signal);
  if ('problem' in output) return failed(output.problem);
  if (output.text === '') return undefined;
  const label = output.code === 0 ? command : `${command} (exit code ${String(output.code)})`;
  return {
    origin: settingsOrigin,
    name,
    layer,
    priority,
    title: title ?? name,
    reason: 'declared in the settings',
    source: command,
    items: [{ label, text: plain(output.text) }],
  };
}
