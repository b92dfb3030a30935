/** The layers of a prompt in table order, with their reservations for the budget of a 128,000-token window. */
export const defaultReservations = {
  system: 8_000,
  mission: 3_000,
  plan: 2_000,
  references: 14_000,
  memory: 6_000,
  artifacts: 3_000,
  graph: 4_000,
  ast: 5_000,
  semantic: 16_000,
  task: 3_000,
  history: 16_000,
  user: 8_000,
} as const;

export type Layer = keyof typeof defaultReservations;

export const layers = Object.keys(defaultReservations) as Layer[];

export const isLayer = (name: string): name is Layer => Object.hasOwn(defaultReservations, name);

/** The budget that `defaultReservations` are meant for: 128,000 less reserve and margin. */
export const referenceBudget = 89_600;

export type Reservations = Readonly<Record<Layer, number>>;

/**
 * Reservations for `budget` tokens: `floor(figure * budget / 89,600)`, the figure being the default or what the user set for a layer.
 * Where that is more than there is, first the layers left at their default shrink in proportion, then the user's own: the sum never
 * exceeds the budget. `clamped` names the user's layers that got less than they were set to.
 */
export function reservationsFor(
  budget: number,
  set: Partial<Record<Layer, number>> = {},
): { reservations: Reservations; clamped: Layer[] } {
  const isSet = (layer: Layer): boolean => (set[layer] ?? defaultReservations[layer]) !== defaultReservations[layer];
  const wanted = (layer: Layer): number => Math.floor(((set[layer] ?? defaultReservations[layer]) * budget) / referenceBudget);
  const sum = (some: readonly Layer[]): number => some.reduce((total, layer) => total + wanted(layer), 0);
  const mine = layers.filter(isSet);
  const mineShare = Math.min(1, budget / Math.max(1, sum(mine)));
  const left = budget - mine.reduce((total, layer) => total + Math.floor(wanted(layer) * mineShare), 0);
  const othersShare = Math.min(1, left / Math.max(1, sum(layers.filter((layer) => !isSet(layer)))));
  const entries = layers.map((layer) => [layer, Math.floor(wanted(layer) * (isSet(layer) ? mineShare : othersShare))] as const);
  const reservations = Object.fromEntries(entries) as Record<Layer, number>;
  return { reservations, clamped: mine.filter((layer) => reservations[layer] < wanted(layer)) };
}
