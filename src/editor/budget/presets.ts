import { defaultReservations } from '../../broker/layers.ts';
import type { Values } from '../settings/chatSettings.ts';

export interface Preset {
  readonly name: string;
  readonly description: string;
  /** Every setting that presets change, so that one takes back another. */
  readonly values: Values;
}

/** What is not named stands at its default. The sums stay within the budget of a 128,000-token window. */
function preset(
  name: string,
  description: string,
  share: number,
  layers: Partial<Record<keyof typeof defaultReservations, number>>,
): Preset {
  const reservations = { ...defaultReservations, ...layers };
  const values = Object.fromEntries(Object.entries(reservations).map(([layer, tokens]) => [`layers.${layer}`, tokens]));
  return { name, description, values: { ...values, 'projection.percent': share } };
}

export const presets: readonly Preset[] = [
  preset('Lean', 'A small prompt: the best code, few signals, a short history', 8, {
    references: 8_000,
    graph: 1_500,
    ast: 2_000,
    semantic: 6_000,
    artifacts: 1_000,
    memory: 3_000,
    history: 6_000,
  }),
  preset('Balanced', 'The defaults', 25, {}),
  preset('Code-heavy', 'More code, signals and callers; less history and memory', 45, {
    references: 12_000,
    graph: 6_000,
    ast: 7_000,
    semantic: 26_000,
    artifacts: 2_000,
    memory: 3_000,
    history: 8_000,
  }),
  preset('Long memory', 'More history, memory and earlier results; less code', 25, {
    references: 10_000,
    graph: 2_000,
    ast: 3_000,
    semantic: 9_000,
    artifacts: 5_000,
    memory: 10_000,
    history: 26_000,
  }),
];
