import { createHash } from 'node:crypto';
import type { LineRange } from './block.ts';
import type { Limit } from './choice.ts';
import type { Layer } from './layers.ts';
import type { LayerAccount } from './ledger.ts';
import type { Projection } from './projection.ts';
import type { Mandatory, Position } from './table.ts';
import type { Window } from './budget.ts';

export interface ModelIdentity {
  readonly id: string;
  readonly vendor: string;
  readonly family: string;
}

/** What stands of one file in a block. */
export interface FileInBlock {
  readonly path: string;
  /** The form's name: `body`, `signature`, `full`, `outline`, `mention`, … */
  readonly detail: string;
  readonly tokens: number;
  readonly ranges: readonly LineRange[];
}

export interface BlockTrace {
  readonly name: string;
  readonly layer: Layer;
  readonly priority: number;
  readonly mandatory: Mandatory;
  readonly pinned: boolean;
  /** As sent; 0 when it was dropped. */
  readonly tokens: number;
  /** As collected. */
  readonly originalTokens: number;
  readonly source: string;
  readonly position: Position;
  readonly admitted: boolean;
  /** `whole`, or how many of its items are left. */
  readonly version: string;
  /** Rows, hits, lines, files: how many were sent, and how many there were. */
  readonly items: { readonly sent: number; readonly collected: number };
  /** Of what was sent; the same text has the same hash in every turn. */
  readonly textHash: string;
  readonly reason: string;
  readonly limit?: Limit;
  readonly files?: readonly FileInBlock[];
}

export interface RankedFile {
  readonly path: string;
  /** 1 is first. */
  readonly rank: number;
  /** In words a user understands. */
  readonly why: string;
}

export interface ToolCallTrace {
  readonly name: string;
  /** Tokens of the result that went back to the model. */
  readonly tokens: number;
  /** What became of it in later requests of the turn, the last thing alone. */
  readonly shaped?: ShapedHow;
}

export type ShapedHow = 'capped' | 'cleared' | 'removed' | 'summarised';

/** What one shaper did to a request of the tool loop. What was said is kept whole: only requests are shaped. */
export interface ShapingTrace {
  /** Which request of the turn, 1 for the first. */
  readonly request: number;
  readonly what: 'cap' | 'clear' | 'remove' | 'summarise';
  /** Results that were capped or cleared, calls that were removed, messages that were summed up. */
  readonly count: number;
  /** Tokens of the request, about. */
  readonly before: number;
  readonly after: number;
  /** Who wrote the summary. */
  readonly how?: 'model' | 'fallback';
  /** Of the summary alone, accounted apart from the turn's. */
  readonly usage?: Usage;
}

/** What holds for shaping, in tokens. */
export interface ShapingInForce {
  /** Whether more is done than to cap results. */
  readonly isShaped: boolean;
  readonly trigger: number;
  readonly target: number;
  readonly resultTokens: number;
  readonly keptRounds: number;
  readonly clearedTokens: number;
}

/** A compaction since the turn before: which turns gave way to a summary. */
export interface CompactionTrace {
  /** The event in the thread's record: by it the compaction is undone. */
  readonly id: string;
  /** Turns that were replaced. */
  readonly turns: number;
  /** Turns that stand verbatim. */
  readonly kept: number;
  /** Tokens of the thread in the prompt, before and after. */
  readonly before: number;
  readonly after: number;
  /** Who wrote the summary: a model, or the fallback that needs none. */
  readonly how: 'model' | 'fallback';
  readonly focus?: string;
  /** Where in the history archive the replaced turns stand. */
  readonly archive: readonly string[];
  /** Of the summary alone, accounted apart from the turn's. */
  readonly usage?: Usage;
}

export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cached?: number;
  readonly estimated: boolean;
}

/** Our count of what was sent against the endpoint's. Logged, never fed back into admission. */
export interface Calibration {
  readonly measured: number;
  readonly served: number;
  readonly drift: number;
  /** Who counted `served`. */
  readonly source: 'endpoint' | 'model.countTokens';
}

/** One turn, complete. Holds no time: the same input gives the same trace. */
export interface Trace {
  /** Hash of everything else in the trace. */
  readonly id: string;
  readonly session: string;
  readonly command: string;
  /** The request, so that people find the turn again. */
  readonly request: string;
  readonly model: ModelIdentity;
  readonly window: Window;
  readonly budget: number;
  readonly reserve: number;
  readonly margin: number;
  readonly estimator: { readonly name: string; readonly approximate: boolean };
  readonly blocks: readonly BlockTrace[];
  readonly admitted: readonly string[];
  readonly admittedTotal: number;
  readonly dropped: readonly { readonly name: string; readonly tokens: number; readonly priority: number; readonly reason: string }[];
  readonly memoryTokens: number;
  readonly memoryIds: readonly string[];
  readonly messageOverhead: number;
  readonly layers: Readonly<Record<Layer, LayerAccount>>;
  readonly projection?: Projection;
  readonly ranking: readonly RankedFile[];
  readonly degraded: readonly string[];
  readonly compaction: readonly CompactionTrace[];
  readonly shaping: readonly ShapingTrace[];
  /** In the first turn of a session: what holds for shaping. */
  readonly shapingInForce?: ShapingInForce;
  readonly steering: readonly never[];
  readonly toolCalls: readonly ToolCallTrace[];
  readonly usage?: Usage;
  readonly calibration?: Calibration;
  readonly redactions: readonly never[];
  readonly indexVersion: string;
  /** Hash of the messages and what travels beside them. */
  readonly contextHash: string;
  readonly previousHash?: string;
  readonly excluded: readonly string[];
}

export const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

/** Gives a trace its id; call again after adding what became known while sending. */
export const withId = (trace: Omit<Trace, 'id'>): Trace => {
  const content = Object.fromEntries(Object.entries(trace).filter(([name]) => name !== 'id'));
  return { id: hashOf(content), ...(content as unknown as Omit<Trace, 'id'>) };
};
