import * as vscode from 'vscode';
import { contributorTable, essential } from '../../broker/table.ts';
import { changeSettings } from '../settings/changeSetting.ts';
import { formatTokens } from '../views/format.ts';
import type { CommandPorts } from './ports.ts';

const titles = { pinned: 'Pin Contributor', excluded: 'Exclude Contributor' } as const;
const hints = { pinned: 'Pinned contributors always go in', excluded: 'Excluded contributors are never asked' } as const;

/** Chooses which contributors are pinned or excluded; one cannot be both. */
export async function chooseContributors({ settings, turns }: CommandPorts, list: 'pinned' | 'excluded'): Promise<void> {
  const { pinned, excluded } = settings.read().settings.budget;
  const chosen = list === 'pinned' ? pinned : excluded;
  const items = contributorTable
    .filter(({ name }) => !essential.has(name))
    .map(({ name, layer, priority }) => {
      const block = turns.latest?.trace.blocks.find((one) => one.name === name);
      const last =
        block === undefined
          ? ''
          : ` · last turn ${formatTokens(block.admitted ? block.tokens : block.originalTokens)} tokens${block.admitted ? '' : ', left out'}`;
      return { label: name, description: `layer ${layer}, priority ${String(priority)}${last}`, picked: chosen.includes(name) };
    });
  const picked = await vscode.window.showQuickPick(items, {
    title: titles[list],
    placeHolder: hints[list],
    canPickMany: true,
    matchOnDescription: true,
  });
  if (picked !== undefined)
    await setChosen(
      list,
      picked.map(({ label }) => label),
      { pinned, excluded },
    );
}

/** Writes one of the two lists and takes its entries out of the other. */
export async function setChosen(
  list: 'pinned' | 'excluded',
  names: readonly string[],
  { pinned, excluded }: { readonly pinned: readonly string[]; readonly excluded: readonly string[] },
): Promise<void> {
  const other = list === 'pinned' ? 'excluded' : 'pinned';
  const rest = (list === 'pinned' ? excluded : pinned).filter((name) => !names.includes(name));
  const isChanged = rest.length !== (list === 'pinned' ? excluded : pinned).length;
  const done = names.length === 0 ? `Nothing is ${list} now.` : `${list === 'pinned' ? 'Pinned' : 'Excluded'}: ${names.join(', ')}.`;
  await changeSettings(
    [{ name: `contributors.${list}`, value: names }, ...(isChanged ? [{ name: `contributors.${other}`, value: rest }] : [])],
    done,
  );
}
