import type { TokenCounter } from '../broker/tokens.ts';
import type { Window } from '../broker/budget.ts';
import type { LineRange } from '../broker/block.ts';
import type { ModelIdentity } from '../broker/trace.ts';
import type { FileSignals } from '../signals/fileSignals.ts';
import type { Query } from '../signals/query.ts';
import type { Target } from '../signals/rank.ts';
import type { Vocabulary } from '../signals/terms.ts';
import type { SymbolGraph } from '../signals/symbols/symbolGraph.ts';
import type { SymbolPlace } from '../signals/symbols/symbolSource.ts';
import type { PlanStep } from './planFile.ts';

/** What contributors of one turn see. Paths are workspace-relative with forward slashes. */
export interface TurnRequest {
  readonly text: string;
  /** Without the slash; '' for a plain question. */
  readonly command: string;
  readonly model: ModelIdentity & { readonly toolCalling?: boolean };
  readonly window: Window;
  /** Input budget in tokens: contributors scale what they offer to it. */
  readonly budget: number;
  readonly counter: TokenCounter;
  readonly references: readonly ResolvedReference[];
  readonly working: Working;
  readonly tools: readonly { readonly name: string; readonly description: string; readonly inputSchema?: unknown }[];
  /** Completed pairs that no summary stands for, oldest first. */
  readonly history: readonly { readonly request: string; readonly response: string }[];
  /** Offer the latest pairs alone: compaction is refused or off. */
  readonly isHistoryLimited: boolean;
  /** What stands for the earliest turns of the thread. */
  readonly threadSummary?: ThreadSummary;
  /** The chat before this one, within so many tokens; undefined where there was none. Throws where it cannot be read. */
  previousSession(most: number): PreviousSession | undefined;
  readonly settings: ContributorSettings;
  readonly targets: readonly Target[];
  /** What the request asks for, taken apart. */
  readonly query: Query;
  readonly files: Files;
  /** What an earlier turn with the same question, targets and files has worked out. `compute` depends on nothing else of the request. */
  cached<Value>(part: string, compute: () => Value): Value;
  /** Who calls, is called by and imports what. */
  readonly graph: Pick<SymbolGraph, 'definitionsOf' | 'callersOf' | 'calleesOf' | 'importersOf'>;
  /** Symbols edited or visited lately, the warmest first. */
  readonly warm: readonly WarmSymbol[];
  /** How often files changed lately, by path. Absent: nobody asked. */
  readonly churn?: ReadonlyMap<string, FileChanges>;
  /** What a parent session delegated; only in child sessions. */
  readonly task?: string;
  /** When skills were loaded last, by name: ISO 8601. */
  readonly skillUse: ReadonlyMap<string, string>;
  /** The task of a plan that the person set as the current one. */
  readonly planStep?: PlanStep;
  /** What earlier commands of this thread produced, oldest first. */
  readonly artifacts: readonly Artifact[];
}

export interface ThreadSummary {
  readonly text: string;
  /** Turns it stands for. */
  readonly turns: number;
  /** Ids in the history archive, oldest first. */
  readonly archive: readonly string[];
}

/** What a chat decided and left open. */
export interface PreviousSession {
  readonly text: string;
  /** Completed turns. */
  readonly turns: number;
  /** Of its last request: YYYY-MM-DD. */
  readonly date: string;
}

/** What a command of a thread produced. */
export interface Artifact {
  /** Without the slash. */
  readonly command: string;
  readonly kind: 'plan' | 'diff summary' | 'review findings' | 'answer';
  readonly request: string;
  readonly text: string;
  /** ISO 8601. */
  readonly timestamp: string;
}

export interface WarmSymbol extends SymbolPlace {
  /** Not only looked at. */
  readonly edited: boolean;
  /** Edits and visits, older ones for less. */
  readonly weight: number;
}

/** Of `commits` commits, `changed` changed the file. */
export interface FileChanges {
  readonly changed: number;
  readonly commits: number;
}

export interface ContributorSettings {
  readonly historyPairs: number;
  /** Most tokens for the summary of a thread. */
  readonly summaryTokens: number;
  /** Most tokens for the digest of the session before; 0 for none. */
  readonly digestTokens: number;
  /** Most tokens for the working state. */
  readonly workingStateTokens: number;
  /** Rows of each kind of signal. */
  readonly signalRows: number;
  /** Cyclomatic complexity from which a function is a hotspot. */
  readonly hotspot: number;
  /** Folders with skills, relative to a root. */
  readonly skillFolders: readonly string[];
  /** Of the window, for the skill catalogue. */
  readonly skillPercent: number;
  /** Globs of files with a plan, the first to be looked into first. */
  readonly planFiles: readonly string[];
}

/** The workspace as contributors may see it. */
export interface Files {
  /** All paths, sorted. */
  readonly paths: readonly string[];
  /** What the paths of each root begin with: '' where there is one root. */
  readonly roots: readonly string[];
  /** The file that a path leads to by links: the same for two paths of one file. */
  realPath(path: string): string;
  /** Gives words their numbers, as the index has them. */
  readonly vocabulary: Vocabulary;
  /** All paths: first those on which most of the project hangs, by imports, then by folder depth and name. */
  byImportance(): readonly string[];
  signals(path: string): FileSignals | undefined;
  /** The present text, unsaved changes included; undefined when it cannot be read. */
  text(path: string): string | undefined;
  /** A file that a person names by hand: what `.gitignore` leaves out too, never what `.contextignore` does. `problem` follows its name. */
  named(path: string): { readonly text: string } | { readonly problem: string };
}

export interface ResolvedReference {
  readonly kind: 'file' | 'selection' | 'symbol' | 'folder' | 'text';
  readonly label: string;
  /** Relative where it lies in the workspace, else as given. */
  readonly path?: string;
  readonly range?: LineRange;
  /** What it refers to; absent for folders and where it cannot be read. */
  readonly text?: string;
  readonly problem?: string;
}

export interface Working {
  readonly active?: {
    readonly path: string;
    readonly line: number;
    readonly selection?: { readonly range: LineRange; readonly text: string };
  };
  readonly unsaved: readonly string[];
  readonly diagnostics: readonly {
    readonly path: string;
    readonly line: number;
    readonly severity: 'error' | 'warning';
    readonly message: string;
  }[];
  readonly branch?: string;
}
