import { changesBetween } from '../../broker/changes.ts';
import { changedText } from '../../broker/changesText.ts';
import { layers, type Layer } from '../../broker/layers.ts';
import type { Trace } from '../../broker/trace.ts';
import type { BudgetState, Field, Share } from '../../webview/messages.ts';
import { offlineVendor } from '../ids.ts';
import type { SettingsReader } from '../settings/readSettings.ts';
import type { SettingsChanges } from '../settings/settingsChanges.ts';
import type { TurnStore } from '../turnStore.ts';
import { formatTokens, percent, sentTokens } from '../views/format.ts';
import { scaled } from './layerTokens.ts';
import { layerBudgetOf } from './layerBudgetOf.ts';

export interface BudgetPorts {
  readonly turns: TurnStore;
  readonly settings: SettingsReader;
  readonly changes: SettingsChanges;
  /** Whether there is a workspace whose settings could change. */
  readonly hasFolder: () => boolean;
}

/** Layers that people think of as one, with the colour that stands for them. */
const families: readonly (readonly [label: string, color: string, layers: readonly Layer[]])[] = [
  ['request and persona', '--vscode-charts-purple', ['system', 'user']],
  ['project', '--vscode-terminal-ansiCyan', ['mission', 'plan', 'task']],
  ['attached', '--vscode-charts-green', ['references']],
  ['code', '--vscode-charts-blue', ['semantic']],
  ['signals and graph', '--vscode-charts-yellow', ['ast', 'graph']],
  ['history and memory', '--vscode-charts-red', ['history', 'memory', 'artifacts']],
];

const layerTexts: Readonly<Record<Layer, string>> = {
  system: 'who answers, tools, skills, the model profile',
  mission: 'project instructions, mission and working state',
  plan: 'the plan',
  references: 'what you attach',
  memory: 'memory',
  artifacts: 'results of earlier commands',
  graph: 'project map, callers and imports',
  ast: 'signals: signatures, hotspots, branch points',
  semantic: 'code and further matches',
  task: 'what this kind of task wants',
  history: 'earlier turns of the chat',
  user: 'your request',
};

/** What the Budget view shows: the last turn, and the settings as they hold for its chat. */
export function budgetState(ports: BudgetPorts): BudgetState {
  const { turns, changes } = ports;
  const { latest } = turns;
  const scopes = [
    ...(latest === undefined ? [] : [{ value: 'chat', label: 'this chat' }]),
    ...(ports.hasFolder() ? [{ value: 'workspace', label: 'this workspace' }] : []),
    { value: 'user', label: 'all workspaces' },
  ];
  return {
    ...(latest === undefined ? {} : { turn: latest.trace.request }),
    summary:
      latest === undefined
        ? 'Ask @broker something, and this shows how its window is used.'
        : summaryOf(latest.trace, isSent(turns, latest.trace)),
    shares: latest === undefined ? [] : sharesOf(latest.trace),
    fields: fieldsOf(ports),
    scopes,
    ...(changes.latest === undefined ? {} : { undo: changes.latest }),
    since: latest === undefined ? [] : sinceBefore(latest.trace, turns.before(latest)?.trace),
  };
}

/** A preview and an offline turn show what would be. */
const isSent = (turns: TurnStore, { id, model }: Trace): boolean => !turns.isPreview(id) && model.vendor !== offlineVendor;

function summaryOf(trace: Trace, wasSent: boolean): string {
  const { window, reserve, margin, budget, estimator } = trace;
  const kept = reserve === 0 ? 'the answer has room of its own' : `${formatTokens(reserve)} kept for the answer`;
  const sent = sentTokens(trace);
  return (
    `${formatTokens(sent, estimator.approximate)} tokens ${wasSent ? 'sent' : 'would be sent'}, ${percent(sent, window.tokens)} of a window of ${formatTokens(window.tokens)}. ` +
    `Budget ${formatTokens(budget)}: ${kept}, margin ${formatTokens(margin)}.`
  );
}

/** Shares of the whole window; they add up to 100 percent. */
function sharesOf(trace: Trace): Share[] {
  const { window, reserve, margin, messageOverhead } = trace;
  const of = (tokens: number): number => (100 * tokens) / Math.max(1, window.tokens);
  const spent = (some: readonly Layer[]): number => some.reduce((sum, layer) => sum + trace.layers[layer].spent, 0);
  const used = families.map(([label, color, some]) => ({ label, color, percent: of(spent(some)) }));
  const kept = { label: 'kept free', color: '--vscode-disabledForeground', percent: of(reserve + margin) };
  const frame = { label: 'messages', color: '--vscode-charts-foreground', percent: of(messageOverhead) };
  const taken = [...used, frame, kept];
  const rest = Math.max(0, 100 - taken.reduce((sum, share) => sum + share.percent, 0));
  return [...taken, { label: 'unused', color: '--context-broker-unused', percent: rest }];
}

function fieldsOf({ settings, turns }: BudgetPorts): Field[] {
  const chat = turns.chat?.session;
  const trace = turns.latest?.trace;
  const { budget } = settings.read({ chat }).settings;
  const origin = (name: string): Pick<Field, 'source' | 'isDefault'> => {
    const source = settings.sourceOf(name, chat);
    return {
      source: source === 'default' ? '' : `set for ${source === 'this chat' ? source : `the ${source}`}`,
      isDefault: source === 'default',
    };
  };
  const layerField = (layer: Layer): Field => {
    const of = layerBudgetOf(layer, settings, turns);
    const value = scaled(of.setting, of.budget);
    const account = trace?.layers[layer];
    const spent = account === undefined ? {} : { spent: account.spent, of: value };
    const name = `layers.${layer}`;
    return { name, group: 'Layers', label: layer, tooltip: layerTexts[layer], ...spent, value, unit: 'tokens', ...origin(name) };
  };
  const share = (name: string, group: string, label: string, tooltip: string, value: number, spent: Partial<Field> = {}): Field => ({
    ...{ name, group, label, tooltip, value, unit: '%' },
    ...spent,
    ...origin(name),
  });
  const { projection, reserve } = budget;
  const injected = trace?.projection === undefined ? {} : { spent: trace.projection.used, of: trace.projection.budget };
  const all = 'Everything but persona, tools, attachments, history and your request, in percent of the window; 0 is unbounded';
  return [
    ...layers.map(layerField),
    share('projection.percent', 'Injected context', 'share', all, projection.codePercent, injected),
    share('budget.reservePercent', 'Kept free', 'reserve', 'For the answer, where it shares the window', reserve.percent),
    share('budget.marginPercent', 'Kept free', 'margin', 'For the error of the token estimator', reserve.marginPercent),
  ];
}

function sinceBefore(trace: Trace, before: Trace | undefined): string[] {
  if (before === undefined) return [];
  const hashes = trace.contextHash === before.contextHash;
  const changes = changesBetween(before, trace).map(changedText);
  return [
    ...changes,
    hashes ? `Context ${trace.contextHash}: the same bytes` : `Context ${trace.contextHash}, before ${before.contextHash}`,
  ];
}
