/** How far shaping has come in a turn: it goes from the oldest round on, and never back. Plain data, handed from request to request. */
export interface ShapingState {
  /** Rounds that earlier requests of the turn have had. */
  readonly seen: number;
  /** So many of the oldest rounds are sent without old output, so many without calls and results. */
  readonly cleared: number;
  readonly removed: number;
  readonly summary?: LoopSummary;
  /** A model's summary was of no use: none is asked again in this turn. */
  readonly isWithoutModel: boolean;
}

/** What stands for the oldest rounds, and the oldest turns of the chat before them. */
export interface LoopSummary {
  readonly rounds: number;
  readonly pairs: number;
  readonly text: string;
}

export const unshaped: ShapingState = { seen: 0, cleared: 0, removed: 0, isWithoutModel: false };
