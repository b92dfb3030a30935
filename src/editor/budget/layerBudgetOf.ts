import { referenceBudget, type Layer } from '../../broker/layers.ts';
import type { SettingsReader } from '../settings/readSettings.ts';
import type { TurnStore } from '../turnStore.ts';
import type { LayerBudget } from './options.ts';

/** A layer as it is set for the chat that was asked last, in the budget of its last turn. */
export function layerBudgetOf(layer: Layer, settings: SettingsReader, turns: TurnStore): LayerBudget {
  const { default: initial } = settings.range(`layers.${layer}`);
  const { budget } = settings.read({ chat: turns.chat?.session }).settings;
  return { layer, setting: budget.layers[layer] ?? initial, initial, budget: turns.latest?.trace.budget ?? referenceBudget };
}
