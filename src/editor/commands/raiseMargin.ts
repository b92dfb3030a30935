import { applyOption } from '../budget/applyOption.ts';
import { percentOption } from '../budget/options.ts';
import { parseScope } from '../settings/settingsChanges.ts';
import type { CommandPorts } from './ports.ts';

const name = 'budget.marginPercent';

/** Keeps more of the window free for the error of the estimator: percent of the window, and for whom. */
export async function raiseMargin({ settings, changes }: CommandPorts, percent: unknown, scope: unknown): Promise<void> {
  if (typeof percent !== 'number' || !Number.isFinite(percent)) throw new Error('raiseMargin wants a percentage of the window');
  await applyOption(changes, () => percentOption(name, 'margin', percent, settings.range(name)), parseScope(scope));
}
