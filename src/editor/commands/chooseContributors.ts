import * as vscode from 'vscode';
import { choosableContributors, listChanges, type List } from '../budget/contributorOptions.ts';
import { parseScope, type Scope } from '../settings/settingsChanges.ts';
import { formatTokens } from '../views/format.ts';
import type { CommandPorts } from './ports.ts';

const titles = { pinned: 'Pin Contributor', excluded: 'Exclude Contributor' } as const;
const hints = { pinned: 'Pinned contributors always go in', excluded: 'Excluded contributors are never asked' } as const;

/** Chooses which contributors are pinned or excluded; one cannot be both. A name as an argument is added, or with `false` taken out. */
export async function chooseContributors(ports: CommandPorts, list: List, given: unknown, on: unknown, scope: unknown): Promise<void> {
  const { turns, settings, contributions } = ports;
  const chosen = settings.read({ chat: turns.chat?.session }).settings.budget[list];
  if (typeof given === 'string') {
    if (!choosableContributors(turns.latest?.trace, contributions.known(settings.read().settings)).some(({ name }) => name === given))
      throw new Error(`there is no contributor ${given} that could be ${list}`);
    if (on !== undefined && on !== null && typeof on !== 'boolean')
      throw new Error(`whether ${given} is ${list} is true or false, not ${JSON.stringify(on)}`);
    const without = (names: readonly string[]): string[] => names.filter((name) => name !== given);
    await setChosen(ports, list, (names) => (on === false ? without(names) : [...without(names), given]), parseScope(scope));
    return;
  }
  const picked = await vscode.window.showQuickPick(contributorItems(ports, chosen), {
    title: titles[list],
    placeHolder: hints[list],
    canPickMany: true,
    matchOnDescription: true,
  });
  if (picked !== undefined) await setChosen(ports, list, () => picked.map(({ label }) => label));
}

function contributorItems({ turns, settings, contributions }: CommandPorts, chosen: readonly string[]): vscode.QuickPickItem[] {
  const { settings: inForce } = settings.read({ chat: turns.chat?.session });
  return choosableContributors(turns.latest?.trace, contributions.known(inForce)).map(({ name, layer, priority: own }) => {
    const priority = inForce.budget.priorities[name] ?? own;
    const block = turns.latest?.trace.blocks.find((one) => one.name === name);
    const last =
      block === undefined
        ? ''
        : ` · last turn ${formatTokens(block.admitted ? block.tokens : block.originalTokens)} tokens${block.admitted ? '' : ', left out'}`;
    return { label: name, description: `layer ${layer}, priority ${String(priority)}${last}`, picked: chosen.includes(name) };
  });
}

/** Writes one of the two lists, made of what it is now, and takes its entries out of the other. */
export async function setChosen(
  { changes, settings, turns }: CommandPorts,
  list: List,
  change: (names: readonly string[]) => string[],
  scope?: Scope,
): Promise<void> {
  await changes.make(() => {
    const { budget } = settings.read({ chat: turns.chat?.session }).settings;
    const names = change(budget[list]);
    return {
      changes: listChanges(list, names, budget).map((one) => ({ ...one, scope })),
      what: names.length === 0 ? `Nothing is ${list} now.` : `${list === 'pinned' ? 'Pinned' : 'Excluded'}: ${names.join(', ')}.`,
    };
  });
}
