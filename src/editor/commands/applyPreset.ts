import { applyOption } from '../budget/applyOption.ts';
import { presetOption } from '../budget/options.ts';
import { presets } from '../budget/presets.ts';
import { parseScope } from '../settings/settingsChanges.ts';
import type { CommandPorts } from './ports.ts';
import { tweakBudgets } from './tweakBudgets.ts';

/** Sets all budgets to those of a preset: its name, and for whom. Asks for what is not given. */
export async function applyPreset(ports: CommandPorts, name: unknown, scope: unknown): Promise<void> {
  if (typeof name !== 'string') {
    await tweakBudgets(ports);
    return;
  }
  const preset = presets.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (preset === undefined) throw new Error(`there is no preset ${name}; there are ${presets.map((one) => one.name).join(', ')}`);
  await applyOption(ports.changes, () => presetOption(preset), parseScope(scope));
}
