import { applyOption } from '../budget/applyOption.ts';
import { typedShareOption, type Option } from '../budget/options.ts';
import { parseScope } from '../settings/settingsChanges.ts';
import type { CommandPorts } from './ports.ts';
import { tweakBudgets } from './tweakBudgets.ts';

/** Changes which percentage of the window injected context may use: the figure, and for whom. Asks for what is not given. */
export async function setBudgetShare(ports: CommandPorts, value: unknown, scope: unknown): Promise<void> {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    await tweakBudgets(ports, 'share');
    return;
  }
  const option = (): Option =>
    typedShareOption(ports.settings.read({ chat: ports.turns.chat?.session }).settings.budget.projection.codePercent, value);
  await applyOption(ports.changes, option, parseScope(scope));
}
