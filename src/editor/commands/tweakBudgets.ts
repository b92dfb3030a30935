import * as vscode from 'vscode';
import { isLayer, layers, type Layer } from '../../broker/layers.ts';
import { parseAmount, scaled } from '../budget/layerTokens.ts';
import { applyOption } from '../budget/applyOption.ts';
import { layerOptions, presetOption, shareOptions, typedLayerOption, typedShareOption, type Option } from '../budget/options.ts';
import { layerBudgetOf } from '../budget/layerBudgetOf.ts';
import { presets } from '../budget/presets.ts';
import { optionItem, showTried, type OptionItem } from '../budget/showTried.ts';
import { bar, formatTokens } from '../views/format.ts';
import { goBack, pickStep } from '../views/pickStep.ts';
import { pickScope } from './pickScope.ts';
import type { CommandPorts } from './ports.ts';
import { tweakContributor } from './tweakContributor.ts';
import { undoBudgetChange } from './undoBudgetChange.ts';

/** What can be changed: a layer, the share of injected context, a preset, or one of two commands. */
type Lever = Layer | 'share' | 'contributors' | 'undo' | { readonly preset: Option };

interface LeverItem extends vscode.QuickPickItem {
  readonly lever?: Lever;
}

/** A flow of three choices: what, how much (each with what it would do to the last turn), for whom. `given` names the first. */
export async function tweakBudgets(ports: CommandPorts, given?: unknown): Promise<void> {
  const first = typeof given === 'string' && (isLayer(given) || given === 'share') ? given : undefined;
  for (;;) {
    const lever = first ?? (await pickLever(ports));
    if (lever === undefined) return;
    if (lever === 'undo') return undoBudgetChange(ports);
    const end = lever === 'contributors' ? await tweakContributor(ports) : await changeLever(ports, lever, first === undefined);
    if (end !== goBack || first !== undefined) return;
  }
}

async function pickLever(ports: CommandPorts): Promise<Lever | undefined> {
  const picked = await pickStep({
    title: 'Tweak Budgets',
    placeHolder: 'What to change? Tokens are those of the last turn',
    items: leverItems(ports),
    buttons: [settingsButton],
    onButton: () => void vscode.commands.executeCommand('workbench.action.openSettings', 'contextBroker.layers'),
  });
  return picked === goBack ? undefined : picked?.lever;
}

const settingsButton: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('gear'), tooltip: 'All budgets in the settings' };

const separator = (label: string): LeverItem => ({ label, kind: vscode.QuickPickItemKind.Separator });

function leverItems({ settings, turns, changes }: CommandPorts): LeverItem[] {
  const chat = turns.chat?.session;
  const { budget } = settings.read({ chat }).settings;
  const last = turns.latest?.trace;
  const layerItem = (layer: Layer): LeverItem => {
    const of = layerBudgetOf(layer, settings, turns);
    const reserved = scaled(of.setting, of.budget);
    const used = last === undefined ? `${formatTokens(reserved)} of 128k` : spentText(last.layers[layer].spent, reserved);
    return { label: layer, description: `${used} · ${settings.sourceOf(`layers.${layer}`, chat)}`, lever: layer };
  };
  const share = last?.projection;
  const { codePercent } = budget.projection;
  const shareText = `${codePercent === 0 ? 'unbounded' : `${String(codePercent)} %`} · ${settings.sourceOf('projection.percent', chat)}`;
  return [
    ...(changes.latest === undefined
      ? []
      : [{ label: '$(discard) Undo', description: changes.latest, lever: 'undo' } as const, separator('')]),
    separator(last === undefined ? 'layers' : 'layers: spent of reserved'),
    ...layers.map(layerItem),
    separator('all injected context, of the window'),
    {
      label: 'share',
      description: share === undefined ? shareText : `${spentText(share.used, share.budget)} · ${shareText}`,
      lever: 'share',
    },
    separator('presets'),
    ...presets.map((preset) => ({ label: preset.name, description: preset.description, lever: { preset: presetOption(preset) } })),
    separator('contributors'),
    { label: 'Contributors…', description: 'pin, exclude or change the priority of one', lever: 'contributors' },
  ];
}

const spentText = (spent: number, of: number): string => `${bar(spent, of)} ${formatTokens(spent)} of ${formatTokens(of)}`;

async function changeLever(
  ports: CommandPorts,
  lever: Layer | 'share' | { readonly preset: Option },
  mayGoBack: boolean,
): Promise<typeof goBack | undefined> {
  for (;;) {
    const option = typeof lever === 'object' ? lever.preset : await pickOption(ports, lever, mayGoBack);
    if (option === goBack || option === undefined) return option;
    const scope = await pickScope(ports, option);
    if (scope === goBack && typeof lever === 'object') return goBack;
    if (scope === goBack) continue;
    if (scope !== undefined) await applyOption(ports.changes, () => option, scope);
    return undefined;
  }
}

async function pickOption(ports: CommandPorts, lever: Layer | 'share', back: boolean): Promise<Option | typeof goBack | undefined> {
  const { options, typed, now } = optionsOf(ports, lever);
  const picked = await pickStep<OptionItem>({
    title: lever === 'share' ? `Share of injected context: ${now}` : `Layer ${lever}: ${now}`,
    placeHolder: lever === 'share' ? 'Choose, or type a percentage' : 'Choose, or type a number of tokens or a percentage of the budget',
    items: options.map(optionItem),
    back,
    typed: (text) => {
      const option = typed(text);
      return option === undefined ? undefined : optionItem(option);
    },
    onShow: (pick, signal) => {
      showTried({ pick, signal, dryRun: ports.dryRun, log: ports.log, typed });
    },
  });
  return picked === goBack ? goBack : picked?.option;
}

/** The ways to change a lever, what a typed figure means, and what is in force. */
function optionsOf(
  { settings, turns }: CommandPorts,
  lever: Layer | 'share',
): { options: Option[]; typed: (text: string) => Option | undefined; now: string } {
  const chat = turns.chat?.session;
  const { budget } = settings.read({ chat }).settings;
  if (lever === 'share') {
    const { codePercent } = budget.projection;
    const typed = (text: string): Option | undefined => {
      const number = Number(text.replace('%', ''));
      return text.trim() === '' || !Number.isFinite(number) ? undefined : typedShareOption(codePercent, number);
    };
    return { options: shareOptions(codePercent), typed, now: codePercent === 0 ? 'unbounded' : `${String(codePercent)} % of the window` };
  }
  const of = layerBudgetOf(lever, settings, turns);
  const typed = (text: string): Option | undefined => {
    const amount = parseAmount(text);
    return amount === undefined ? undefined : typedLayerOption(of, amount);
  };
  return { options: layerOptions(of), typed, now: `${formatTokens(scaled(of.setting, of.budget))} tokens` };
}
