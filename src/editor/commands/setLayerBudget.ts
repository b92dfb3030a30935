import { applyOption } from '../budget/applyOption.ts';
import { isLayer } from '../../broker/layers.ts';
import { layerOptionFor } from '../budget/options.ts';
import { parseScope } from '../settings/settingsChanges.ts';
import type { CommandPorts } from './ports.ts';
import { tweakBudgets } from './tweakBudgets.ts';

/** Changes how much is reserved for one layer: its name, tokens in a 128,000-token window, and for whom. Asks for what is not given. */
export async function setLayerBudget(ports: CommandPorts, layer: unknown, value: unknown, scope: unknown): Promise<void> {
  if (typeof layer !== 'string' || !isLayer(layer) || typeof value !== 'number' || !Number.isFinite(value)) {
    await tweakBudgets(ports, layer);
    return;
  }
  const range = ports.settings.range(`layers.${layer}`);
  await applyOption(ports.changes, () => layerOptionFor(layer, value, range), parseScope(scope));
}
