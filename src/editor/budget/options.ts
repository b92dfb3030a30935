import type { Layer } from '../../broker/layers.ts';
import { formatTokens } from '../../broker/formatTokens.ts';
import type { Change } from '../settings/settingsChanges.ts';
import { percent } from '../views/format.ts';
import { clampedTokens, scaled, settingFor, type Amount } from './layerTokens.ts';
import type { Preset } from './presets.ts';

/** One way to change a budget, as a person chooses it. */
export interface Option {
  readonly label: string;
  readonly description: string;
  readonly changes: readonly Change[];
  /** Once it is done: `ast: 6,785 to 3,392 tokens`. */
  readonly what: string;
  /** What was clamped, and to what. */
  readonly note?: string;
}

/** A layer, what is set for it, and the budget in which people see it. */
export interface LayerBudget {
  readonly layer: Layer;
  readonly setting: number;
  readonly initial: number;
  readonly budget: number;
}

export function layerOptions(of: LayerBudget): Option[] {
  const { setting, initial } = of;
  const named: readonly (readonly [label: string, setting: number])[] = [
    ['Half', Math.round(setting / 2)],
    ['Double', setting * 2],
    ['Default', initial],
    ['Nothing', 0],
  ];
  return named.filter(([, value]) => value !== setting).map(([label, value]) => layerOption(of, label, value));
}

export function typedLayerOption(of: LayerBudget, amount: Amount): Option {
  const { tokens, note } = clampedTokens(amount, of.budget);
  const option = layerOption(of, `${formatTokens(tokens)} tokens`, settingFor(tokens, of.budget));
  const typed = { ...option, description: `${percent(tokens, of.budget)} of the budget` };
  return note === undefined ? typed : { ...typed, note };
}

/** A reservation as a setting; figures beyond its range become its bounds. */
export function layerOptionFor(layer: Layer, wanted: number, { minimum, maximum }: { minimum: number; maximum: number }): Option {
  const value = Math.min(Math.max(Math.round(wanted), minimum), maximum);
  const option: Option = {
    label: formatTokens(value),
    description: '',
    changes: [{ name: `layers.${layer}`, value }],
    what: `Reserved for the ${layer} layer: ${formatTokens(value)} tokens of a 128,000-token window`,
  };
  return value === Math.round(wanted) ? option : { ...option, note: `${formatTokens(wanted)} was clamped to ${formatTokens(value)}` };
}

function layerOption({ layer, setting, budget }: LayerBudget, label: string, value: number): Option {
  const tokens = formatTokens(scaled(value, budget));
  return {
    label,
    description: `${tokens} tokens`,
    changes: [{ name: `layers.${layer}`, value }],
    what: `${layer}: ${formatTokens(scaled(setting, budget))} to ${tokens} tokens`,
  };
}

const shareName = 'projection.percent';
const shares = [10, 25, 50, 0];

const shareText = (percent: number): string => (percent === 0 ? 'unbounded' : `${String(percent)} % of the window`);

export const shareOptions = (current: number): Option[] =>
  shares.filter((percent) => percent !== current).map((percent) => shareOption(current, percent));

/** A share typed as `15` or `15 %`; figures beyond the range become its bounds. */
export function typedShareOption(current: number, wanted: number): Option {
  const percent = Math.min(Math.max(0, Math.round(wanted)), 100);
  const option = shareOption(current, percent);
  return percent === Math.round(wanted) ? option : { ...option, note: `${String(wanted)} was clamped to ${String(percent)} %` };
}

const shareOption = (current: number, percent: number): Option => ({
  label: percent === 0 ? 'Unbounded' : `${String(percent)} %`,
  description: percent === 0 ? 'no limit of its own' : 'of the window',
  changes: [{ name: shareName, value: percent }],
  what: `injected context: ${shareText(current)} to ${shareText(percent)}`,
});

/** A share of the window in percent as a setting; figures beyond its range become its bounds. */
export function percentOption(name: string, label: string, wanted: number, range: { minimum: number; maximum: number }): Option {
  const value = Math.min(Math.max(Math.round(wanted), range.minimum), range.maximum);
  const option: Option = { label, description: '', changes: [{ name, value }], what: `${label}: ${String(value)} % of the window` };
  return value === Math.round(wanted) ? option : { ...option, note: `${String(wanted)} was clamped to ${String(value)} %` };
}

export const presetOption = ({ name, description, values }: Preset): Option => ({
  label: name,
  description,
  changes: Object.entries(values).map(([setting, value]) => ({ name: setting, value })),
  what: `preset ${name}`,
});
