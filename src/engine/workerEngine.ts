import { Worker } from 'node:worker_threads';
import type {
  AssembleRequest,
  AssembleResult,
  CallOptions,
  Change,
  CommandResult,
  Engine,
  FileReport,
  IndexProgress,
  IndexSummary,
  LaterHead,
  PlanTasks,
  SignalsReport,
  SkillText,
  SkillWanted,
  ThreadTurnRecord,
  TurnRecord,
  TurnSummary,
  TurnText,
  Undone,
  Workspace,
} from './api.ts';
import type {
  ArchiveDates,
  ArchivedPage,
  ArchivedSpan,
  ArchivedTurn,
  ArchiveFormat,
  ArchiveHits,
  ArchiveListing,
  ArchiveSelection,
  DeletedEvent,
  PageWanted,
  SearchWanted,
} from './archiveTypes.ts';
import type { CompactionDone, CompactionPlan, CompactionRefusal, CompactionRequest, SummaryAnswer } from './compactionTypes.ts';
import type { CalleesReport, CallersOptions, CallersReport, Spot, SymbolQuestion, SymbolsReport } from './symbolTypes.ts';
import type { Shaped, ShapingRequest } from '../history/loop/shape.ts';
import type { PlanStep } from '../contributors/planFile.ts';
import type { Masked } from '../safety/maskSecrets.ts';
import type { ApprovalNote } from '../session/approval.ts';
import type { Session } from '../session/session.ts';
import { RpcClient } from './rpc.ts';

/** Deeply nested code needs a deep stack in the parser, in megabytes. */
const stackMb = 32;
/** What indexing makes is of no use a moment later: a larger nursery would only take memory. */
const nurseryMb = 24;

/**
 * The engine in a worker thread, started on the first call. A worker that dies rejects what is under way and is replaced at the next call,
 * which opens the workspace again.
 */
export class WorkerEngine implements Engine {
  readonly #script: string;
  readonly #onDeath: (error: Error) => void;
  #worker: Worker | undefined;
  #client: RpcClient | undefined;
  #workspace: Workspace | undefined;
  #opened: Promise<void> | undefined;
  #underWay = 0;

  /** `script`: the engine's bundle, absolute. */
  constructor(script: string, onDeath: (error: Error) => void) {
    this.#script = script;
    this.#onDeath = onDeath;
  }

  async open(workspace: Workspace): Promise<void> {
    this.#workspace = workspace;
    if (this.#client === undefined) return;
    this.#opened = this.#client.call('open', [workspace]);
    await this.#opened;
  }

  index(options: CallOptions<IndexProgress> & { readonly rebuild?: boolean } = {}): Promise<IndexSummary> {
    return this.#call('index', [], options);
  }

  /** Before the first call there is nothing to update: indexing will read what the editor told last. */
  update(changes: readonly Change[]): Promise<void> {
    return this.#call('update', [changes]);
  }

  assemble(request: AssembleRequest, options: CallOptions<IndexProgress> = {}): Promise<AssembleResult> {
    return this.#call('assemble', [request], options);
  }

  signals(files: readonly string[], options: CallOptions<IndexProgress> = {}): Promise<SignalsReport> {
    return this.#call('signals', [files], options);
  }

  callers(question: SymbolQuestion, options: CallersOptions = {}): Promise<CallersReport> {
    return this.#call('callers', [question], options);
  }

  declarationsAt(places: readonly Spot[], options: CallOptions<IndexProgress> = {}): Promise<(string | undefined)[]> {
    return this.#call('declarationsAt', [places], options);
  }

  count(texts: readonly string[], estimator: string): Promise<number[]> {
    return this.#call('count', [texts, estimator]);
  }

  record(turn: TurnRecord): Promise<void> {
    return this.#call('record', [turn]);
  }

  turns(limit: number): Promise<TurnSummary[]> {
    return this.#call('turns', [limit]);
  }

  turnText(id: string): Promise<TurnText | undefined> {
    return this.#call('turnText', [id]);
  }

  recordTurn(turn: ThreadTurnRecord): Promise<string | undefined> {
    return this.#call('recordTurn', [turn]);
  }

  findLaterHead(thread: { session: string; head: string }): Promise<LaterHead | undefined> {
    return this.#call('findLaterHead', [thread]);
  }

  planCompaction(request: CompactionRequest): Promise<CompactionPlan | CompactionRefusal> {
    return this.#call('planCompaction', [request]);
  }

  compact(request: CompactionRequest, answer: SummaryAnswer): Promise<CompactionDone | CompactionRefusal> {
    return this.#call('compact', [request, answer]);
  }

  shape(request: ShapingRequest, estimator: string): Promise<Shaped> {
    return this.#call('shape', [request, estimator]);
  }

  undoCompaction(undo: { session: string; id: string; time: string }): Promise<Undone | undefined> {
    return this.#call('undoCompaction', [undo]);
  }

  archivedText(id: string): Promise<Masked<string> | undefined> {
    return this.#call('archivedText', [id]);
  }

  saveSession(id: string, session: Session): Promise<void> {
    return this.#call('saveSession', [id, session]);
  }

  findSession(id: string): Promise<Session | undefined> {
    return this.#call('findSession', [id]);
  }

  findWaitingSession(): Promise<{ readonly id: string; readonly session: Session } | undefined> {
    return this.#call('findWaitingSession', []);
  }

  noteApproval(note: ApprovalNote): Promise<void> {
    return this.#call('noteApproval', [note]);
  }

  findApproval(key: string): Promise<ApprovalNote | undefined> {
    return this.#call('findApproval', [key]);
  }

  addArtifact(result: CommandResult): Promise<void> {
    return this.#call('addArtifact', [result]);
  }

  loadSkill(wanted: SkillWanted, options: CallOptions<IndexProgress> = {}): Promise<SkillText | undefined> {
    return this.#call('loadSkill', [wanted], options);
  }

  planTasks(globs: readonly string[], options: CallOptions<IndexProgress> = {}): Promise<PlanTasks | undefined> {
    return this.#call('planTasks', [globs], options);
  }

  setPlanStep(step: PlanStep): Promise<void> {
    return this.#call('setPlanStep', [step]);
  }

  findSymbol(name: string, options: CallOptions<IndexProgress> & { readonly patience?: number } = {}): Promise<SymbolsReport> {
    return this.#call('findSymbol', [name], options);
  }

  callees(question: SymbolQuestion, options: CallOptions<IndexProgress> & { readonly patience?: number } = {}): Promise<CalleesReport> {
    return this.#call('callees', [question], options);
  }

  fileReport(file: string, options: CallOptions<IndexProgress> & { readonly patience?: number } = {}): Promise<FileReport> {
    return this.#call('fileReport', [file], options);
  }

  skillNames(folders: readonly string[], options: CallOptions<IndexProgress> = {}): Promise<string[]> {
    return this.#call('skillNames', [folders], options);
  }

  archivedSessions(wanted: ArchiveDates & { readonly limit: number }): Promise<ArchiveListing> {
    return this.#call('archivedSessions', [wanted]);
  }

  checkArchive(): Promise<boolean> {
    return this.#call('checkArchive', []);
  }

  archivedSpans(session: string): Promise<ArchivedSpan[]> {
    return this.#call('archivedSpans', [session]);
  }

  archivedTurnsOf(wanted: ArchiveSelection, estimator: string): Promise<ArchivedTurn[]> {
    return this.#call('archivedTurnsOf', [wanted, estimator]);
  }

  archivedPage(wanted: PageWanted): Promise<ArchivedPage | undefined> {
    return this.#call('archivedPage', [wanted]);
  }

  searchArchive(wanted: SearchWanted): Promise<ArchiveHits> {
    return this.#call('searchArchive', [wanted]);
  }

  archiveCopy(wanted: ArchiveSelection): Promise<Masked<string> | undefined> {
    return this.#call('archiveCopy', [wanted]);
  }

  exportArchive(wanted: ArchiveSelection, format: ArchiveFormat, file: string): Promise<Masked<number>> {
    return this.#call('exportArchive', [wanted, format, file]);
  }

  deleteArchived(wanted: ArchiveSelection, time: string): Promise<string[]> {
    return this.#call('deleteArchived', [wanted, time]);
  }

  restoreDeleted(ids: readonly string[], time: string): Promise<void> {
    return this.#call('restoreDeleted', [ids, time]);
  }

  deletedEvents(): Promise<DeletedEvent[]> {
    return this.#call('deletedEvents', []);
  }

  purgeDeleted(time: string, ids?: readonly string[]): Promise<number> {
    return this.#call('purgeDeleted', [time, ids]);
  }

  async dispose(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#client = undefined;
    await worker?.terminate();
  }

  /** The process lives as long as a call is under way, and the worker alone does not keep it. */
  async #call<Result>(method: string, args: readonly unknown[], options?: object): Promise<Result> {
    const client = this.#start();
    this.#underWay++;
    this.#worker?.ref();
    try {
      const result = client.call<Result>(method, args, options as Record<string, unknown> | undefined);
      await Promise.all([this.#opened, result]);
      return await result;
    } finally {
      this.#underWay--;
      if (this.#underWay === 0) this.#worker?.unref();
    }
  }

  #start(): RpcClient {
    if (this.#client !== undefined) return this.#client;
    const resourceLimits = { stackSizeMb: stackMb, maxYoungGenerationSizeMb: nurseryMb, maxOldGenerationSizeMb: 4_096 };
    const worker = new Worker(this.#script, { resourceLimits, stdout: false });
    const client = new RpcClient(worker);
    const die = (error: Error): void => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#client = undefined;
      client.fail(error);
      this.#onDeath(error);
    };
    worker.on('error', die);
    worker.on('exit', (code) => {
      die(new Error(`the engine stopped with code ${String(code)}`));
    });
    worker.unref();
    this.#worker = worker;
    this.#client = client;
    this.#opened = this.#workspace && client.call('open', [this.#workspace]);
    return client;
  }
}
