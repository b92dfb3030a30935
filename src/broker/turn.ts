import type { Message } from './block.ts';
import type { Budget, ProjectionSettings, ReserveSettings, Window } from './budget.ts';
import type { Choice } from './choice.ts';
import type { CollectLimits } from './contributor.ts';
import type { Layer } from './layers.ts';
import type { Ledger } from './ledger.ts';
import type { Projection } from './projection.ts';
import type { TokenCounter } from './tokens.ts';
import type { CompactionTrace, ModelIdentity, RankedFile, Trace } from './trace.ts';

export interface BudgetSettings {
  readonly reserve: ReserveSettings;
  readonly projection: ProjectionSettings;
  /** Reservations the user set, in tokens of the budget of a 128,000-token window. */
  readonly layers: Partial<Record<Layer, number>>;
  readonly pinned: readonly string[];
  readonly excluded: readonly string[];
  /** By contributor, in place of the table's; 0 to 100, of other extensions' at most 69. */
  readonly priorities: Readonly<Record<string, number>>;
  readonly limits: CollectLimits;
}

/** Everything a turn's assembly depends on. */
export interface Turn<Request> {
  readonly session: string;
  readonly command: string;
  readonly text: string;
  readonly model: ModelIdentity;
  readonly window: Window;
  readonly settings: BudgetSettings;
  readonly counter: TokenCounter;
  readonly request: Request;
  readonly ranking: readonly RankedFile[];
  readonly indexVersion: string;
  readonly previousHash?: string;
  /** Compactions since the turn before. */
  readonly compaction?: readonly CompactionTrace[];
  /** What was already degraded before collecting. */
  readonly degraded: readonly string[];
}

export interface BlockText {
  readonly name: string;
  /** Exactly what was sent of it; '' when it was dropped. */
  readonly sent: string;
  /** What it was before anything was cut. Absent where all of it was sent. */
  readonly whole?: string;
  /** Sent beside the prompt. */
  readonly beside?: string;
}

export interface Assembly {
  readonly kind: 'assembled';
  readonly messages: readonly Message[];
  /** Every collected block: what was sent of it and what it was whole. */
  readonly blocks: readonly BlockText[];
  readonly trace: Trace;
  readonly pressure: Pressure;
}

/** Tokens that a prompt cannot do without: what compaction is decided by. */
export interface Pressure {
  /** Mandatory blocks in their smallest versions, without the summary of the thread. */
  readonly fixed: number;
  /** The summary of the thread. */
  readonly summary: number;
  /** All of the history that was offered, before anything of it was cut. */
  readonly history: number;
}

/** What the phases of one turn hand on to the trace. */
export interface Outcome {
  readonly choices: readonly Choice[];
  readonly collected: readonly Choice[];
  readonly messages: readonly Message[];
  readonly budget: Budget;
  readonly ledger: Ledger;
  readonly projection: Projection | undefined;
  readonly degraded: readonly string[];
}
