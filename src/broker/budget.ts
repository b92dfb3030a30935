/** How large the model's window is and whether it already excludes the output. */
export interface Window {
  readonly tokens: number;
  /** `input`: the output has a window of its own (`maxInputTokens`); `total`: input and output share it. */
  readonly kind: 'input' | 'total';
  /** Who said so, for the trace. */
  readonly source: string;
}

export interface Budget {
  /** What all blocks together may use. */
  readonly budget: number;
  /** Kept free for the answer. */
  readonly reserve: number;
  /** Kept free for the estimator's error. */
  readonly margin: number;
}

/** Figures of `budgetFor`; the defaults are those of the settings. */
export interface ReserveSettings {
  /** Least tokens kept free for the answer. */
  readonly minimum: number;
  /** Of the window, kept free for the answer. */
  readonly percent: number;
  /** Of the window, kept free for the estimator's error. */
  readonly marginPercent: number;
}

/**
 * `budget = window - reserve - margin`, with `reserve = min(max(2048, floor(window / 4)), floor(window / 2))`
 * (0 for an `input` window) and `margin = floor(window / 20)` at the default settings.
 */
export function budgetFor({ tokens, kind }: Window, { minimum, percent, marginPercent }: ReserveSettings): Budget {
  const wanted = Math.max(minimum, Math.floor((tokens * percent) / 100));
  const reserve = kind === 'input' ? 0 : Math.min(wanted, Math.floor(tokens / 2));
  const margin = Math.floor((tokens * marginPercent) / 100);
  return { budget: Math.max(0, tokens - reserve - margin), reserve, margin };
}

export interface ProjectionSettings {
  /** Share of the window for requests that touch code, in percent; 0 or less is unbounded. */
  readonly codePercent: number;
  /** The same for all other requests. */
  readonly otherPercent: number;
  /** A share is never less than this many tokens (but at most half the budget). */
  readonly minimum: number;
  /** Absolute figure in tokens that overrides percent and minimum. */
  readonly tokens?: number;
}

const codeCommands: ReadonlySet<string> = new Set(['', 'explain', 'implement', 'fix', 'review', 'preview']);

/** Whether a command (`''` for a plain question) gets the share for code. */
export const touchesCode = (command: string): boolean => codeCommands.has(command);

/**
 * What everything on top of the stable prompt may use: `min(max(4000, floor(window * percent / 100)), floor(budget / 2))`.
 * Undefined means unbounded.
 */
export function projectionFor(window: number, budget: number, command: string, settings: ProjectionSettings): number | undefined {
  if (settings.tokens !== undefined) return Math.max(0, Math.floor(settings.tokens));
  const percent = touchesCode(command) ? settings.codePercent : settings.otherPercent;
  if (percent <= 0) return undefined;
  return Math.min(Math.max(settings.minimum, Math.floor((window * percent) / 100)), Math.floor(budget / 2));
}
