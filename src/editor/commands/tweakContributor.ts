import type * as vscode from 'vscode';
import { applyOption } from '../budget/applyOption.ts';
import { choosableContributors, contributorOptions } from '../budget/contributorOptions.ts';
import type { Option } from '../budget/options.ts';
import { optionItem, showTried, type OptionItem } from '../budget/showTried.ts';
import { formatTokens } from '../views/format.ts';
import { goBack, pickStep } from '../views/pickStep.ts';
import { pickScope } from './pickScope.ts';
import type { CommandPorts } from './ports.ts';

interface NameItem extends vscode.QuickPickItem {
  readonly name: string;
}

/** One contributor: pin, exclude, or another priority (or that alone), each with what that would do to the last turn. */
export async function tweakContributor(ports: CommandPorts, only?: 'priority'): Promise<typeof goBack | undefined> {
  for (;;) {
    const name = await pickStep<NameItem>({ title: 'Contributors', placeHolder: 'Which one?', items: nameItems(ports), back: true });
    if (name === goBack || name === undefined) return name;
    const option = await pickOption(ports, name.name, only);
    if (option === goBack) continue;
    if (option === undefined) return undefined;
    const scope = await pickScope(ports, option);
    if (scope === goBack) continue;
    if (scope !== undefined) await applyOption(ports.changes, () => option, scope);
    return undefined;
  }
}

function nameItems({ settings, turns, contributions }: CommandPorts): NameItem[] {
  const { budget } = settings.read({ chat: turns.chat?.session }).settings;
  return choosableContributors(turns.latest?.trace, contributions.known(settings.read().settings)).map(({ name, layer, priority }) => {
    const block = turns.latest?.trace.blocks.find((one) => one.name === name);
    const size =
      block === undefined ? 'not in the last turn' : `${formatTokens(block.tokens)} of ${formatTokens(block.originalTokens)} tokens`;
    const marks = (['pinned', 'excluded'] as const).filter((list) => budget[list].includes(name));
    const description = [`layer ${layer}`, `priority ${String(budget.priorities[name] ?? priority)}`, size, ...marks].join(' · ');
    return { label: name, description, name };
  });
}

async function pickOption(
  { settings, turns, dryRun, log }: CommandPorts,
  name: string,
  only: 'priority' | undefined,
): Promise<Option | typeof goBack | undefined> {
  const { budget } = settings.read({ chat: turns.chat?.session }).settings;
  const picked = await pickStep<OptionItem>({
    title: `Contributor ${name}`,
    placeHolder: 'What to do with it?',
    items: contributorOptions(budget, name)
      .filter(({ changes: [change] }) => only === undefined || change?.name === 'contributors.priorities')
      .map(optionItem),
    back: true,
    onShow: (pick, signal) => {
      showTried({ pick, signal, dryRun, log });
    },
  });
  return picked === goBack ? goBack : picked?.option;
}
