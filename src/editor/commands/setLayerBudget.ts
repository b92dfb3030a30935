import * as vscode from 'vscode';
import { isLayer, layers, type Layer } from '../../broker/layers.ts';
import { changeSettings } from '../settings/changeSetting.ts';
import { bar, formatTokens } from '../views/format.ts';
import { wholeNumber } from './inputNumber.ts';
import type { CommandPorts } from './ports.ts';

/** Changes how much is reserved for one layer. */
export async function setLayerBudget(ports: CommandPorts, givenLayer: unknown, givenValue: unknown): Promise<void> {
  const layer = typeof givenLayer === 'string' && isLayer(givenLayer) ? givenLayer : await pickLayer(ports);
  if (layer === undefined) return;
  const name = `layers.${layer}`;
  const current = ports.settings.read().settings.budget.layers[layer] ?? ports.settings.range(name).default;
  const value = await wholeNumber(ports.settings, name, {
    given: givenValue,
    title: `Set Layer Budget: ${layer}`,
    prompt: 'Tokens reserved in a 128,000-token window; scaled to the window of the model in use. What other layers leave is added.',
    value: current,
  });
  if (value !== undefined)
    await changeSettings([{ name, value }], `Reserved for the ${layer} layer: ${formatTokens(value)} tokens of a 128,000-token window.`);
}

async function pickLayer({ settings, turns }: CommandPorts): Promise<Layer | undefined> {
  const configured = settings.read().settings.budget.layers;
  const last = turns.latest?.trace.layers;
  const items = layers.map((layer) => {
    const { reserved = 0, spent = 0 } = last?.[layer] ?? {};
    const { default: initial } = settings.range(`layers.${layer}`);
    const value = configured[layer] ?? initial;
    const detail =
      last === undefined ? 'no turn yet' : `${bar(spent, reserved)} last turn ${formatTokens(spent)} of ${formatTokens(reserved)}`;
    return { label: layer, description: `${formatTokens(value)}${value === initial ? ' (default)' : ''}`, detail, layer };
  });
  const picked = await vscode.window.showQuickPick(items, {
    title: 'Set Layer Budget',
    placeHolder: 'Which layer?',
    matchOnDescription: true,
  });
  return picked?.layer;
}
