import { applyOption } from '../budget/applyOption.ts';
import { choosableContributors, priorityOption } from '../budget/contributorOptions.ts';
import { parseScope } from '../settings/settingsChanges.ts';
import type { CommandPorts } from './ports.ts';
import { tweakContributor } from './tweakContributor.ts';

/** Gives a contributor another priority: its name, the priority (none: its own), and for whom. Asks for what is not given. */
export async function setPriority(ports: CommandPorts, name: unknown, priority: unknown, scope: unknown): Promise<void> {
  if (typeof name !== 'string') {
    await tweakContributor(ports);
    return;
  }
  const { turns, settings, changes, contributions } = ports;
  if (!choosableContributors(turns.latest?.trace, contributions.known(settings.read().settings)).some((one) => one.name === name))
    throw new Error(`there is no contributor ${name} whose priority could change`);
  const { budget } = settings.read({ chat: turns.chat?.session }).settings;
  const wanted = typeof priority === 'number' && Number.isFinite(priority) ? priority : undefined;
  await applyOption(changes, priorityOption(budget, name, wanted), parseScope(scope));
}
