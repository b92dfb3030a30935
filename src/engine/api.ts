import type { ContextOverflowError } from '../broker/admission.ts';
import type { LineRange, Message } from '../broker/block.ts';
import type { Window } from '../broker/budget.ts';
import type { ContributedBlock } from '../contributors/contributed.ts';
import type { PlanStep } from '../contributors/planFile.ts';
import type { Working } from '../contributors/request.ts';
import type { BlockText, Pressure } from '../broker/turn.ts';
import type { ModelIdentity, Trace } from '../broker/trace.ts';
import type { TurnEvent } from '../history/threadEvent.ts';
import type { Shaped, ShapingRequest } from '../history/loop/shape.ts';
import type { ShownPair } from '../history/thread.ts';
import type { Masked } from '../safety/maskSecrets.ts';
import type { ApprovalNote } from '../session/approval.ts';
import type { Session } from '../session/session.ts';
import type { FileSignals } from '../signals/fileSignals.ts';
import type { ArchiveEngine } from './archiveTypes.ts';
import type { CompactionDone, CompactionPlan, CompactionRefusal, CompactionRequest, SummaryAnswer } from './compactionTypes.ts';
import type { Settings } from './settings.ts';
import type { CalleesReport, CallersOptions, CallersReport, Spot, SymbolQuestion, SymbolsReport } from './symbolTypes.ts';

/**
 * The engine as plain data: the same for the editor (in a worker thread), the command line and unit tests (in process).
 * Every call can be cancelled and then rejects with an AbortError.
 */
export interface Engine extends ArchiveEngine {
  /** Chooses the workspace; what was indexed of another one is forgotten. */
  open(workspace: Workspace): Promise<void>;
  /** Lists and reads the workspace, all of it anew with `rebuild`. Calls while one is under way join it. */
  index(options?: CallOptions<IndexProgress> & { readonly rebuild?: boolean }): Promise<IndexSummary>;
  /** Takes in changes: a file's unsaved text, or news of the disk. */
  update(changes: readonly Change[]): Promise<void>;
  assemble(request: AssembleRequest, options?: CallOptions<IndexProgress>): Promise<AssembleResult>;
  /** Signals of these files (workspace-relative), or of all. */
  signals(files: readonly string[], options?: CallOptions<IndexProgress>): Promise<SignalsReport>;
  /** Who calls and imports a symbol, from the index alone unless uses are asked for; of an unfinished one after `patience` milliseconds. */
  callers(question: SymbolQuestion, options?: CallersOptions): Promise<CallersReport>;
  /** The names of the declarations around these places, in their order; nothing for what is at top level or not known. */
  declarationsAt(places: readonly Spot[], options?: CallOptions<IndexProgress>): Promise<(string | undefined)[]>;
  count(texts: readonly string[], estimator: string): Promise<number[]>;
  /** Writes a turn to the state folder and gives it back as it will be read. */
  record(turn: TurnRecord): Promise<void>;
  /** Recorded turns, newest first, without their texts. */
  turns(limit: number): Promise<TurnSummary[]>;
  /** The texts of a recorded turn. */
  turnText(id: string): Promise<TurnText | undefined>;
  dispose(): Promise<void>;
  /**
   * Appends a turn to the record of its thread and resolves, once it is on disk, with its id: the thread's new head. Undefined where nothing is
   * recorded. Rejects where it cannot be written.
   */
  recordTurn(turn: ThreadTurnRecord): Promise<string | undefined>;
  /** What the record of a thread has beyond `head`: turns that the chat itself has lost, their requests oldest first. */
  findLaterHead(thread: { readonly session: string; readonly head: string }): Promise<LaterHead | undefined>;
  /** What a compaction of this thread would replace. Changes nothing. */
  planCompaction(request: CompactionRequest): Promise<CompactionPlan | CompactionRefusal>;
  /** Puts a summary in the place of turns: archived first, on disk before anything is replaced. */
  compact(request: CompactionRequest, answer: SummaryAnswer): Promise<CompactionDone | CompactionRefusal>;
  /** The next request of a tool loop, as it is to be sent. */
  shape(request: ShapingRequest, estimator: string): Promise<Shaped>;
  /** Takes back a compaction and all that went on from it; undefined where the record has none of this id. */
  undoCompaction(undo: { readonly session: string; readonly id: string; readonly time: string }): Promise<Undone | undefined>;
  /** An event of the history archive as text for a model, without its secrets; undefined where the archive has none of this address. */
  archivedText(id: string): Promise<Masked<string> | undefined>;
  /** Keeps a session as it is now. Rejects where it cannot be written. */
  saveSession(id: string, session: Session): Promise<void>;
  /** A session as it was kept last, what was under way then idle; undefined where nothing is kept. */
  findSession(id: string): Promise<Session | undefined>;
  /** The session that waits for the user, the latest of several. */
  findWaitingSession(): Promise<{ readonly id: string; readonly session: Session } | undefined>;
  /** Resolves once the note is on disk; rejects where it cannot be written. */
  noteApproval(note: ApprovalNote): Promise<void>;
  /** How far the latest run of a tool for this key has come. */
  findApproval(key: string): Promise<ApprovalNote | undefined>;
  /** Keeps what a completed command produced, for the next ones of its thread. Of a plain question nothing is kept. */
  addArtifact(result: CommandResult): Promise<void>;
  /** The body of a skill, and that it was used; undefined where the catalogue has none of this name. */
  loadSkill(wanted: SkillWanted, options?: CallOptions<IndexProgress>): Promise<SkillText | undefined>;
  /** The tasks of the plan in force, from files that match `globs`. */
  planTasks(globs: readonly string[], options?: CallOptions<IndexProgress>): Promise<PlanTasks | undefined>;
  /** Makes a task of a plan the current one. */
  setPlanStep(step: PlanStep): Promise<void>;
  /** The declarations of a name (`send`, `Client.send`), by path; of an unfinished index after `patience` milliseconds. */
  findSymbol(name: string, options?: CallOptions<IndexProgress> & { readonly patience?: number }): Promise<SymbolsReport>;
  /** What a symbol calls, from the index alone; of an unfinished one after `patience` milliseconds. */
  callees(question: SymbolQuestion, options?: CallOptions<IndexProgress> & { readonly patience?: number }): Promise<CalleesReport>;
  /** Signals of one file, by its workspace path or absolute, or why there are none. */
  fileReport(file: string, options?: CallOptions<IndexProgress> & { readonly patience?: number }): Promise<FileReport>;
  /** The names of the skills in these folders (the setting `skills.folders`), in the order of the catalogue. */
  skillNames(folders: readonly string[], options?: CallOptions<IndexProgress>): Promise<string[]>;
}

/** What an undo took back. */
export interface Undone {
  /** Compactions: 0 where it was undone before. */
  readonly compactions: number;
  /** The first request of the chat. */
  readonly title: string;
}

/** A thread's latest event, beyond what the chat shows. */
export interface LaterHead {
  readonly head: string;
  readonly requests: readonly string[];
}

export interface CallOptions<Progress> {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

export interface Workspace {
  readonly roots: readonly { readonly name: string; readonly path: string }[];
  /** Glob patterns as in `files.exclude`. */
  readonly exclude: readonly string[];
  readonly tracesTag: string;
  readonly traceId: string;
  readonly maxFileKilobytes: number;
  /** Where turns are recorded. Absent: nowhere. */
  readonly state?: string;
}

export interface IndexProgress {
  readonly done: number;
  readonly total: number;
}

export interface IndexSummary {
  /** Code files with signals. */
  readonly files: number;
  /** Files and folders that could only be read in part or not at all. */
  readonly problems: readonly { readonly path: string; readonly problem: string }[];
}

export interface Change {
  /** Absolute. */
  readonly path: string;
  /** What the editor holds unsaved; absent where it holds nothing of its own, so that the disk counts. */
  readonly text?: string;
}

export interface Reference {
  readonly kind: 'file' | 'selection' | 'symbol' | 'folder' | 'text';
  /** As the user sees it. */
  readonly label: string;
  /** Absolute. */
  readonly path?: string;
  readonly range?: LineRange;
  /** For references that are not files. */
  readonly text?: string;
}

export type Diagnostic = Working['diagnostics'][number];

/** What the person is looking at, as contributors see it but for its paths: here they are absolute. */
export type WorkingState = Working;

/** A place in a file where a person worked. */
export interface WarmPlace {
  /** Absolute. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** Already less for what is long ago. */
  readonly weight: number;
  /** Not only looked at. */
  readonly edited: boolean;
}

export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  readonly inputSchema?: unknown;
}

export interface AssembleRequest {
  readonly text: string;
  /** Without the slash; '' for a plain question. */
  readonly command: string;
  readonly session: string;
  readonly model: ModelIdentity & { readonly toolCalling?: boolean };
  /** Absent when the model does not say. */
  readonly window?: Window;
  readonly settings: Settings;
  readonly workingState: WorkingState;
  /** Places that were edited or visited lately, the warmest first; at most 50 count. */
  readonly warm?: readonly WarmPlace[];
  /** Files that were edited lately, absolute, the last one first. */
  readonly edited?: readonly string[];
  readonly references: readonly Reference[];
  readonly tools: readonly ToolDeclaration[];
  /** Reads archived turns: offered where a summary stands for some. Absent where the model calls no tools. */
  readonly archiveTool?: ToolDeclaration;
  /** What other extensions and the commands of the settings gave for this turn. */
  readonly contributed?: readonly ContributedBlock[];
  /** Completed pairs that the chat hands back, oldest first: they stand in for what the record lacks. */
  readonly history: readonly ShownPair[];
  /** The latest event of this thread in its record. */
  readonly head?: string;
  /** Offer the latest pairs alone. Absent: as the settings say. */
  readonly isHistoryLimited?: boolean;
  readonly previousHash?: string;
  /** What a parent session delegated; only in child sessions. */
  readonly task?: string;
  /** What the caller already had to do without. */
  readonly degraded: readonly string[];
  /** Milliseconds after which a turn goes on with the files read so far, and says so. Absent: it waits for all of them. */
  readonly patience?: number;
}

/** What the pack holds of a file. */
export interface PackedFile {
  readonly path: string;
  /** `full`: all of it; `outline`: whole declarations of it; `signatures`; `mention`: its path alone. Absent: only ranked. */
  readonly detail?: 'full' | 'outline' | 'signatures' | 'mention';
  readonly tokens: number;
  readonly rank: number;
  readonly ranges: readonly LineRange[];
  readonly why: string;
}

/** How many parts of a turn (the ranking, the blocks of code) an earlier one had worked out. Stands beside the trace, which must not depend on it. */
export interface CacheUse {
  readonly hits: number;
  readonly misses: number;
}

export interface Assembled {
  readonly kind: 'assembled';
  readonly messages: readonly Message[];
  readonly blocks: readonly BlockText[];
  readonly trace: Trace;
  readonly pressure: Pressure;
  readonly files: readonly PackedFile[];
  readonly cache: CacheUse;
}

export type AssembleResult = Assembled | (ContextOverflowError & { readonly trace?: undefined });

export interface SignalsReport {
  readonly files: readonly (FileSignals & { readonly path: string; readonly problem?: string })[];
}

export interface TurnRecord {
  /** ISO 8601. */
  readonly timestamp: string;
  readonly elapsedMs: number;
  readonly cache?: CacheUse;
  /** What its chat has used in its life, after this turn. */
  readonly session?: SessionCounters;
  readonly trace: Trace;
  readonly messages: readonly Message[];
  readonly blocks: readonly BlockText[];
}

/** A turn as it goes into the record of its thread. */
export type ThreadTurnRecord = Omit<TurnEvent, 'id' | 'kind'> & { readonly session: string };

export type SessionCounters = Pick<Session, 'turns' | 'steps' | 'usage' | 'phase' | 'reason'>;

export type TurnSummary = Pick<TurnRecord, 'timestamp' | 'elapsedMs' | 'cache' | 'session' | 'trace'>;
export type TurnText = Pick<TurnRecord, 'messages' | 'blocks'>;

/** What a command of a thread answered. */
export interface CommandResult {
  /** The session of its turns. */
  readonly thread: string;
  /** Without the slash. */
  readonly command: string;
  readonly request: string;
  readonly text: string;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly traceId: string;
}

export interface SkillWanted {
  readonly name: string;
  /** The setting `skills.folders`. */
  readonly folders: readonly string[];
  /** When, ISO 8601: the skills used last are listed first. */
  readonly at: string;
}

export interface SkillText {
  readonly name: string;
  /** Workspace path. */
  readonly path: string;
  /** At most 65,536 characters. */
  readonly text: string;
}

export interface PlanTask {
  readonly text: string;
  readonly isDone: boolean;
  readonly isCurrent: boolean;
  /** 1-based. */
  readonly line: number;
  /** 0-based, of the character in the box: an `x` in its place marks the task done, and nothing else changes. */
  readonly column: number;
}

export interface PlanTasks {
  /** Workspace path, as in a `PlanStep`. */
  readonly file: string;
  /** Absolute. */
  readonly path: string;
  readonly goal?: string;
  readonly tasks: readonly PlanTask[];
}

/** `problem` is a phrase that follows the file's name. */
export type FileReport =
  | { readonly kind: 'signals'; readonly path: string; readonly lines: number; readonly signals: FileSignals; readonly problem?: string }
  | { readonly kind: 'none'; readonly path?: string; readonly problem: string };
