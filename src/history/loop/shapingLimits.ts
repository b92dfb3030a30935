/** What the settings say of shaping. */
export interface ShapingSettings {
  /** Whether more is done than to cap single results. */
  readonly isShaped: boolean;
  /** Percent of the input budget from which a request is shaped, and down to which. */
  readonly threshold: number;
  readonly target: number;
  /** Most tokens of one tool result. */
  readonly toolResultTokens: number;
  /** Latest rounds of tool calls that stay as they are. */
  readonly keptRounds: number;
  /** Least tokens that clearing old output must gain. */
  readonly clearedTokens: number;
}

/** The settings in force for one window, in tokens. */
export interface ShapingLimits {
  readonly isShaped: boolean;
  readonly trigger: number;
  readonly target: number;
  readonly resultTokens: number;
  /** Of all results of one round. */
  readonly roundTokens: number;
  readonly keptRounds: number;
  readonly clearedTokens: number;
  readonly summaryTokens: number;
}

/** Tokens of budget for each round that stays as it is. */
const budgetForRound = 4_000;
/** The target is so many percent under the threshold at least: else the next round would be over it again. */
export const leastGap = 5;

/** Small windows take less than the settings allow, never more. */
export function shapingLimits(settings: ShapingSettings, summaryTokens: number, budget: number): ShapingLimits {
  const { isShaped, threshold, target, toolResultTokens, keptRounds, clearedTokens } = settings;
  return {
    isShaped,
    trigger: Math.floor((budget * threshold) / 100),
    target: Math.floor((budget * Math.min(target, threshold - leastGap)) / 100),
    resultTokens: Math.min(toolResultTokens, Math.floor(budget / 4)),
    roundTokens: Math.floor(budget / 3),
    keptRounds: Math.max(1, Math.min(keptRounds, Math.floor(budget / budgetForRound))),
    clearedTokens: Math.min(clearedTokens, Math.floor(budget / 20)),
    summaryTokens: Math.min(summaryTokens, Math.floor(budget / 8)),
  };
}

/** Of one result: several that came at once share what a round may bring. */
export const resultCap = ({ resultTokens, roundTokens }: ShapingLimits, results: number): number =>
  Math.min(resultTokens, Math.floor(roundTokens / Math.max(1, results)));
