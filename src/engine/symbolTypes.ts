import type { CallOptions, IndexProgress } from './api.ts';
import type { Declaration } from '../signals/fileSignals.ts';

/** A line of a file. */
export interface Spot {
  /** Absolute. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
}

/** Which symbol is meant: what the word at a place means or else the declaration around it, or all of a name (`send`, `Client.send`). */
export type SymbolQuestion = (Spot & { readonly word?: string }) | { readonly name: string };

/** How callers are asked for. */
export interface CallersOptions extends CallOptions<IndexProgress> {
  /** Milliseconds to wait for an unfinished index. */
  readonly patience?: number;
  /** Uses that call nothing as well: the files that know the symbol are parsed for them. */
  readonly uses?: boolean;
}

export interface CallPlace extends Spot {
  /** The declaration around the call; absent at top level. */
  readonly name?: string;
  /** `likely`: a method of this name, called on something of unknown type. */
  readonly certainty: 'certain' | 'likely';
}

export interface UsePlace extends Spot {
  /** The declaration around it; absent at top level. */
  readonly name?: string;
}

export interface SymbolCallers extends Spot {
  /** With its container: `Client.send`. */
  readonly name: string;
  /** One for each declaration that calls, certain ones first; at most 500. */
  readonly calls: readonly CallPlace[];
  /** Imports of the symbol, of a member those of its container; at most 500. */
  readonly imports: readonly Spot[];
  /** Lines that use it and call nothing; at most 500. Absent where they were not asked for. */
  readonly uses?: readonly UsePlace[];
  /** How many more of all these there are. */
  readonly left: number;
  /** Files that know it and were not read for uses: there are too many, or they cannot be parsed. */
  readonly unread?: number;
}

export interface CallersReport {
  /** None where nothing is known; several where the word or name can mean several, those in use first. */
  readonly symbols: readonly SymbolCallers[];
  /** Why callers may be missing: the index was still being read. */
  readonly unfinished?: string;
}

export interface FoundSymbol extends Spot {
  /** With its container: `Client.send`. */
  readonly name: string;
  readonly kind: Declaration['kind'];
  readonly exported: boolean;
  /** One normalised line. */
  readonly signature: string;
  /** Its last line, 1-based. */
  readonly to: number;
}

export interface SymbolsReport {
  /** At most 500. */
  readonly symbols: readonly FoundSymbol[];
  readonly left: number;
  /** Why symbols may be missing: the index was still being read. */
  readonly unfinished?: string;
}

export interface SymbolCallees extends Spot {
  /** With its container: `Client.send`. */
  readonly name: string;
  /** In the order of the calls; at most 500. */
  readonly calls: readonly (Spot & { readonly name: string })[];
  /** How many more there are. */
  readonly left: number;
}

export interface CalleesReport {
  readonly symbols: readonly SymbolCallees[];
  readonly unfinished?: string;
}
