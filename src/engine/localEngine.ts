import { assemble } from '../broker/assemble.ts';
import type { Turn } from '../broker/turn.ts';
import { tokens, type TokenCounter } from '../broker/tokens.ts';
import { fallbackContributors } from '../contributors/registry.ts';
import type { PlanStep } from '../contributors/planFile.ts';
import type { TurnRequest } from '../contributors/request.ts';
import { skillCatalogue } from '../contributors/skillCatalogue.ts';
import { isCode } from '../signals/fileKind.ts';
import { appendTurn, readTurns } from '../telemetry/turnLog.ts';
import { createCounter, estimators, type Estimator } from '../tokens/counter.ts';
import { ChurnReader, type Churn } from '../workspace/churn.ts';
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
  PlanTasks,
  SignalsReport,
  SkillText,
  SkillWanted,
  TurnRecord,
  TurnSummary,
  TurnText,
  Workspace,
} from './api.ts';
import type { CalleesReport, CallersOptions, CallersReport, Spot, SymbolQuestion, SymbolsReport } from './symbolTypes.ts';
import { LocalHistory } from './localHistory.ts';
import { callersReport } from './callersReport.ts';
import { PackCache } from './packCache.ts';
import { packedFiles } from './packedFiles.ts';
import { parseTurn } from './parseTurn.ts';
import { planTasks } from './planTasks.ts';
import { problemRows } from './problemRows.ts';
import { calleesReport, fileReport, symbolsReport } from './symbolReports.ts';
import { emptyThread, threadViewOf } from './threadView.ts';
import { turnContributors } from './turnContributors.ts';
import { filesOf, turnRequestOf } from './turnRequest.ts';
import { windowOf } from './window.ts';
import { WorkspaceIndex } from './workspaceIndex.ts';
import { WorkspaceState } from './workspaceState.ts';

const nowhere: Workspace = { roots: [], exclude: [], tracesTag: 'traces', traceId: '', maxFileKilobytes: 1_024 };

/** Milliseconds git may take; asked anew only after a commit. */
const churnTimeLimit = 3_000;

/** The engine in this very thread. */
export class LocalEngine extends LocalHistory implements Engine {
  #index = new WorkspaceIndex(nowhere);
  readonly #churn = new ChurnReader();
  readonly #cache = new PackCache();
  readonly #counters = new Map<Estimator, Promise<TokenCounter>>();

  open(workspace: Workspace): Promise<void> {
    this.#index.close();
    this.#index = new WorkspaceIndex(workspace);
    this.openArchive(workspace.state);
    return Promise.resolve();
  }

  async index(options: CallOptions<IndexProgress> & { readonly rebuild?: boolean } = {}): Promise<IndexSummary> {
    const index = this.#index;
    if (options.rebuild === true) index.rebuild();
    return index.whenReady(() => index.summary, options.signal, options.onProgress);
  }

  update(changes: readonly Change[]): Promise<void> {
    this.#index.update(changes);
    return Promise.resolve();
  }

  async assemble(request: AssembleRequest, options: CallOptions<IndexProgress> = {}): Promise<AssembleResult> {
    const signal = options.signal ?? new AbortController().signal;
    const index = this.#index;
    const { counter, degraded } = await this.#counterFor(request.settings.estimator);
    signal.throwIfAborted();
    const notes = [...request.degraded, ...degraded, ...(request.window === undefined ? ['contextDiscovery'] : [])];
    try {
      const work = (): Promise<AssembleResult> => this.#assembled(request, index, counter, notes, signal);
      return await index.whenReady(work, signal, options.onProgress, request.patience);
    } catch (error) {
      signal.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      return this.#fallback(request, counter, [...notes, `assembly: ${reason}`], signal);
    }
  }

  async signals(files: readonly string[], options: CallOptions<IndexProgress> = {}): Promise<SignalsReport> {
    const index = this.#index;
    const wanted = new Set(files);
    const report = (): SignalsReport => {
      const found = index.code.files.filter(({ path }) => (wanted.size === 0 ? isCode(path) : wanted.has(path)));
      return { files: found.map(({ path, signals, problem }) => ({ path, ...signals, ...(problem === undefined ? {} : { problem }) })) };
    };
    return index.whenReady(report, options.signal, options.onProgress);
  }

  async callers(question: SymbolQuestion, options: CallersOptions = {}): Promise<CallersReport> {
    const index = this.#index;
    return index.whenReady(() => callersReport(index, question, options), options.signal, options.onProgress, options.patience);
  }

  /** Asked about what has been found already: it does not wait for the rest of the index. */
  async declarationsAt(places: readonly Spot[], options: CallOptions<IndexProgress> = {}): Promise<(string | undefined)[]> {
    const index = this.#index;
    return index.whenReady(() => places.map((place) => index.declarationAt(place)), options.signal, options.onProgress, 0);
  }

  async count(texts: readonly string[], estimator: string): Promise<number[]> {
    const { counter } = await this.#counterFor(estimator);
    return texts.map((text) => counter.count(text));
  }

  record(turn: TurnRecord): Promise<void> {
    const { state } = this.#index;
    return new Promise((resolve) => {
      if (state !== undefined) appendTurn(state, turn);
      resolve();
    });
  }

  turns(limit: number): Promise<TurnSummary[]> {
    const turns = this.#recorded(limit, parseTurn);
    return Promise.resolve(turns.map(summaryOf));
  }

  turnText(id: string): Promise<TurnText | undefined> {
    const [turn] = this.#recorded(1, (value) => (parseTurn(value)?.trace.id === id ? parseTurn(value) : undefined));
    return Promise.resolve(turn === undefined ? undefined : { messages: turn.messages, blocks: turn.blocks });
  }

  dispose(): Promise<void> {
    return this.open(nowhere);
  }

  addArtifact(result: CommandResult): Promise<void> {
    return this.#remember((state) => {
      state.addArtifact(result);
    });
  }

  async loadSkill({ name, folders, at }: SkillWanted, options: CallOptions<IndexProgress> = {}): Promise<SkillText | undefined> {
    const index = this.#index;
    const find = (): SkillText | undefined => {
      const found = skillCatalogue(filesOf(index), folders).skills.find((skill) => skill.name === name);
      return found && { name, path: found.path, text: found.body };
    };
    const skill = await index.whenReady(find, options.signal, options.onProgress);
    try {
      if (skill !== undefined) new WorkspaceState(index.state).useSkill(name, at);
    } catch {
      // It costs the skill its place in the catalogue, no more.
    }
    return skill;
  }

  async planTasks(globs: readonly string[], options: CallOptions<IndexProgress> = {}): Promise<PlanTasks | undefined> {
    const index = this.#index;
    return index.whenReady(() => planTasks(index, globs), options.signal, options.onProgress);
  }

  setPlanStep(step: PlanStep): Promise<void> {
    return this.#remember((state) => {
      state.setPlanStep(step);
    });
  }

  async findSymbol(name: string, options: CallOptions<IndexProgress> & { readonly patience?: number } = {}): Promise<SymbolsReport> {
    const index = this.#index;
    return index.whenReady(() => symbolsReport(index, name), options.signal, options.onProgress, options.patience);
  }

  async callees(
    question: SymbolQuestion,
    options: CallOptions<IndexProgress> & { readonly patience?: number } = {},
  ): Promise<CalleesReport> {
    const index = this.#index;
    return index.whenReady(() => calleesReport(index, question), options.signal, options.onProgress, options.patience);
  }

  async fileReport(file: string, options: CallOptions<IndexProgress> & { readonly patience?: number } = {}): Promise<FileReport> {
    const index = this.#index;
    return index.whenReady(() => fileReport(index, file), options.signal, options.onProgress, options.patience);
  }

  async skillNames(folders: readonly string[], options: CallOptions<IndexProgress> = {}): Promise<string[]> {
    const index = this.#index;
    const names = (): string[] => skillCatalogue(filesOf(index), folders).skills.map(({ name }) => name);
    return index.whenReady(names, options.signal, options.onProgress);
  }

  protected override get state(): string | undefined {
    return this.#index.state;
  }

  protected override async counterOf(estimator: string): Promise<TokenCounter> {
    return (await this.#counterFor(estimator)).counter;
  }

  #remember(write: (state: WorkspaceState) => void): Promise<void> {
    return new Promise((resolve) => {
      write(new WorkspaceState(this.#index.state));
      resolve();
    });
  }

  #recorded(limit: number, parse: (value: unknown) => TurnRecord | undefined): TurnRecord[] {
    const { state } = this.#index;
    return state === undefined ? [] : readTurns(state, limit, parse);
  }

  async #assembled(
    request: AssembleRequest,
    index: WorkspaceIndex,
    counter: TokenCounter,
    degraded: string[],
    signal: AbortSignal,
  ): Promise<AssembleResult> {
    const { churn, problems } = await this.#churnFor(request, index, signal);
    const cache = this.#cache.turn();
    const thread = threadViewOf(request, index.state);
    const turnRequest = turnRequestOf(request, index, counter, cache, new WorkspaceState(index.state), thread, churn);
    const { unfinished } = index;
    const files = [...(unfinished === undefined ? [] : [`index: ${unfinished}`]), ...problemRows(index.summary.problems)];
    const contributors = turnContributors(request, index);
    const notes = [...degraded, ...thread.degraded, ...files, ...problems, ...contributors.degraded];
    const turn = { ...turnOf(request, turnRequest, index.code.version, counter, notes), compaction: thread.compactions };
    const result = await assemble(contributors.registry, turn, signal);
    if (index.code.failure !== undefined) throw index.code.failure; // it cost a block: once more, on an index that is whole
    if (result.kind === 'ContextOverflowError') return result;
    index.noticeShown();
    return { ...result, files: packedFiles(result.trace, (path) => index.code.get(path)?.lines ?? 0), cache: cache.use };
  }

  async #fallback(request: AssembleRequest, counter: TokenCounter, degraded: string[], signal: AbortSignal): Promise<AssembleResult> {
    const bare = { ...request, references: [], workingState: { unsaved: [], diagnostics: [] }, history: [] };
    const empty = new WorkspaceIndex(nowhere);
    const cache = new PackCache().turn();
    const turnRequest = turnRequestOf(bare, empty, counter, cache, new WorkspaceState(undefined), emptyThread);
    const turn = turnOf(request, turnRequest, '', counter, degraded);
    const result = await assemble(fallbackContributors(), turn, signal);
    return result.kind === 'ContextOverflowError' ? result : { ...result, files: [], cache: cache.use };
  }

  async #churnFor(
    { settings }: AssembleRequest,
    index: WorkspaceIndex,
    signal: AbortSignal,
  ): Promise<{ churn?: Churn['files']; problems: string[] }> {
    if (settings.churn === 0) return { problems: [] };
    const limits = { commits: settings.churn, timeLimit: churnTimeLimit };
    const { files, problem } = await this.#churn.read(index.roots.all, limits, signal);
    return { churn: files, problems: problem === undefined ? [] : [`churn: ${problem}; hotspots are not weighted by it`] };
  }

  async #counterFor(name: string): Promise<{ counter: TokenCounter; degraded: string[] }> {
    const estimator = estimators.find((known) => known === name) ?? 'o200k_base';
    const degraded = estimator === name ? [] : [`settings: ${name} is not an estimator, o200k_base counts instead`];
    const loading = this.#counters.get(estimator) ?? createCounter(estimator).then(branded);
    this.#counters.set(estimator, loading);
    return { counter: await loading, degraded };
  }
}

const summaryOf = ({ timestamp, elapsedMs, cache, session, trace }: TurnRecord): TurnSummary => ({
  timestamp,
  elapsedMs,
  trace,
  ...(cache === undefined ? {} : { cache }),
  ...(session === undefined ? {} : { session }),
});

const branded = (counter: { name: string; approximate: boolean; count(text: string): number }): TokenCounter => ({
  name: counter.name,
  approximate: counter.approximate,
  count: (text) => tokens(counter.count(text)),
});

function turnOf(
  request: AssembleRequest,
  turnRequest: TurnRequest,
  indexVersion: string,
  counter: TokenCounter,
  degraded: string[],
): Turn<TurnRequest> {
  const { id, vendor, family } = request.model;
  return {
    session: request.session,
    command: request.command,
    text: request.text,
    model: { id, vendor, family },
    window: windowOf(request),
    settings: request.settings.budget,
    counter,
    request: turnRequest,
    ranking: turnRequest.targets.map(({ path, rank, why }) => ({ path, rank, why })),
    indexVersion,
    ...(request.previousHash === undefined ? {} : { previousHash: request.previousHash }),
    degraded,
  };
}
