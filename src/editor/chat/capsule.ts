import type { ToolCallTrace, ShapingTrace } from '../../broker/trace.ts';
import type { Assembled } from '../../engine/api.ts';
import type { ShapingState } from '../../history/loop/shapingState.ts';
import type { ThreadMessage } from '../../history/threadEvent.ts';
import type { SavedRound } from './savedRounds.ts';
import type { Served } from './servedUsage.ts';
import type { Thread } from './turnMetadata.ts';

/** How far a tool loop has come, as plain data. */
export interface SavedLoop {
  readonly text: string;
  readonly messages: readonly ThreadMessage[];
  readonly rounds: readonly SavedRound[];
  /** The reply whose calls wait. */
  readonly reply: SavedRound;
  readonly called: readonly ToolCallTrace[];
  readonly served?: Served;
  readonly isRetried: boolean;
  readonly shaping: SavedShaping;
}

export interface SavedShaping {
  readonly state: ShapingState;
  readonly events: readonly ShapingTrace[];
  readonly degraded: readonly (readonly [string, string])[];
  readonly calls: readonly ToolCallTrace[];
  readonly request: number;
  readonly isForced: boolean;
}

/** A turn that waits for its user: its prompt, ledger and counts, and the loop so far. What goes on from it sends the same bytes. */
export interface TurnCapsule {
  readonly asked: { readonly command: string; readonly prompt: string };
  readonly thread: Thread;
  readonly assembled: Assembled;
  /** Names of the tools that the user had referenced. */
  readonly tools: readonly string[];
  readonly loop: SavedLoop;
}
