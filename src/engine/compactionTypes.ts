import type { Message } from '../broker/block.ts';
import type { Window } from '../broker/budget.ts';
import type { CompactionTrace, ModelIdentity, Usage } from '../broker/trace.ts';
import type { AssembleRequest } from './api.ts';

export interface CompactionRequest extends Pick<AssembleRequest, 'session' | 'head' | 'history' | 'settings'> {
  /** Input budget of the model that is to answer. */
  readonly budget: number;
  /** Tokens of what must go in beside the thread. */
  readonly fixed: number;
  /** Of the model that is asked for the summary. */
  readonly summaryWindow: Window;
  /** Asked for by the user, or by a provider that can take no more, not by the threshold. */
  readonly isForced: boolean;
  /** What the archive says of where it came from; absent where the user or the threshold asked. */
  readonly source?: string;
  /** What the summary is to give most room to. */
  readonly focus?: string;
}

export interface CompactionPlan {
  readonly kind: 'plan';
  /** Oldest first, with their tokens in the prompt. */
  readonly replaced: readonly { readonly id: string; readonly request: string; readonly tokens: number }[];
  /** Turns that stay verbatim. */
  readonly kept: number;
  /** Tokens of the thread in the prompt now. */
  readonly before: number;
  /** Compactions in a row that one turn each has filled up again. */
  readonly refills: number;
  /** What a model is to be asked, without tools. */
  readonly messages: readonly Message[];
}

/** Nothing was changed. `nothing`: there is nothing to do; else what is degraded. */
export interface CompactionRefusal {
  readonly kind: 'refused';
  readonly what: 'nothing' | 'historyCompaction' | 'historyArchive' | 'historyRecord';
  readonly reason: string;
}

export interface CompactionDone {
  readonly kind: 'compacted';
  /** The thread's new head. */
  readonly head: string;
  readonly compaction: CompactionTrace;
}

/** Where a summary comes from. The time is ISO 8601. */
export type SummaryAnswer =
  | { readonly how: 'model'; readonly time: string; readonly text: string; readonly model: ModelIdentity; readonly usage: Usage }
  | { readonly how: 'fallback'; readonly time: string };
