import { applyOption } from '../budget/applyOption.ts';
import { choosableContributors, priorityOption } from '../budget/contributorOptions.ts';
import type { Option } from '../budget/options.ts';
import { parseScope } from '../settings/settingsChanges.ts';
import type { CommandPorts } from './ports.ts';
import { tweakContributor } from './tweakContributor.ts';

/** Gives a contributor another priority: its name, the priority (none: its own), and for whom. Asks for what is not given. */
export async function setPriority(ports: CommandPorts, name: unknown, priority: unknown, scope: unknown): Promise<void> {
  if (typeof name !== 'string') {
    await tweakContributor(ports, 'priority');
    return;
  }
  const { turns, settings, changes, contributions } = ports;
  if (!choosableContributors(turns.latest?.trace, contributions.known(settings.read().settings)).some((one) => one.name === name))
    throw new Error(`there is no contributor ${name} whose priority could change`);
  if (priority !== undefined && priority !== null && !(typeof priority === 'number' && Number.isFinite(priority)))
    throw new Error(`the priority of ${name} is a number from 0 to 100, or left out for its own, not ${JSON.stringify(priority)}`);
  const wanted = typeof priority === 'number' ? priority : undefined;
  const option = (): Option => priorityOption(settings.read({ chat: turns.chat?.session }).settings.budget, name, wanted);
  await applyOption(changes, option, parseScope(scope));
}
