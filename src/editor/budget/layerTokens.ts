import { formatTokens } from '../../broker/formatTokens.ts';
import { referenceBudget } from '../../broker/layers.ts';

/** Settings of layers are tokens in the budget of a 128,000-token window; people see those of the window in use. */
export const scaled = (setting: number, budget: number): number => Math.floor((setting * budget) / referenceBudget);

/** The setting that gives at least so many tokens of `budget`. */
export const settingFor = (tokens: number, budget: number): number => Math.ceil((tokens * referenceBudget) / Math.max(1, budget));

/** What a person typed for a layer: `3000`, `3,000`, `3k`, or `5 %` of the budget. */
export type Amount = { readonly tokens: number } | { readonly percent: number };

export function parseAmount(typed: string): Amount | undefined {
  const match = /^(-?\d+(?:\.\d+)?)\s*(k|%)?$/iu.exec(typed.trim().replaceAll(/(?<=\d)[,_ ](?=\d{3})/gu, ''));
  if (match === null) return undefined;
  const number = Number(match[1]);
  if (match[2] === '%') return { percent: number };
  return { tokens: Math.round(match[2] === undefined ? number : number * 1_000) };
}

/** Tokens for a layer of this budget, held between nothing and all of it; `note` says so. */
export function clampedTokens(amount: Amount, budget: number): { tokens: number; note?: string } {
  const wanted = 'tokens' in amount ? amount.tokens : Math.round((amount.percent * budget) / 100);
  const tokens = Math.min(Math.max(0, wanted), budget);
  if (tokens === wanted) return { tokens };
  const bound = tokens === 0 ? 'less is not possible' : 'the whole budget';
  return { tokens, note: `${formatTokens(wanted)} was clamped to ${formatTokens(tokens)}: ${bound}` };
}
