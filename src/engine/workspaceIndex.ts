import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { CodeIndex } from '../signals/codeIndex.ts';
import { extractorVersion } from '../signals/deriveFile.ts';
import { isIndexed } from '../signals/fileKind.ts';
import { StoreError } from '../signals/fileStore.ts';
import { importGraph, type ImportGraph } from '../signals/importGraph.ts';
import { importance } from '../signals/pageRank.ts';
import { ModuleResolver } from '../signals/resolution/moduleResolver.ts';
import { nameAround } from '../signals/symbols/enclosing.ts';
import { SymbolGraph } from '../signals/symbols/symbolGraph.ts';
import { readFileText, plainText, type FileText } from '../workspace/readFile.ts';
import { isPrivateIn, scanWorkspace, standingOf, type ScannedFile } from '../workspace/scan.ts';
import type { Change, IndexProgress, IndexSummary, Spot, Workspace } from './api.ts';
import { openStore, reopenStore, type OpenedStore } from './openStore.ts';

/** Files that an attachment may bring in whole, in bytes. */
const largestAttachment = 8 * 1_048_576;
/** Longest stretch without yielding, in milliseconds: calls and cancellation get through meanwhile. */
const sliceMs = 15;
/** File systems tell times apart from a few milliseconds on: a younger file may change again without its stamp showing it. */
const youngMs = 100;
/** Edits are written when so long none came, in milliseconds. */
const idleMs = 1_000;
/** Changes that are remembered as the most recent. */
const mostRecent = 50;

/** Of one version of the index and one state of the configuration. */
interface Graphs {
  readonly version: string;
  readonly resolver: ModuleResolver;
  readonly imports: ImportGraph;
  readonly symbols: SymbolGraph;
  importance?: ReadonlyMap<string, number>;
}

/** The open workspace: which files it has, their present texts and their signals. */
export class WorkspaceIndex {
  readonly workspace: Workspace;
  readonly code: CodeIndex;
  readonly #largestFile: number;
  readonly #unsaved = new Map<string, string>();
  readonly #absolute = new Map<string, string>();
  /** Changed lately, in the order of change: read first. */
  readonly #recent = new Set<string>();
  #isOpen = false;
  #idle: NodeJS.Timeout | undefined;
  #failures = 0;
  #users = 0;
  #isClosing = false;
  #storeNotice: string | undefined;
  #paths: string[] = [];
  #scanProblems: string[] = [];
  #stale = true;
  #running: Promise<void> | undefined;
  #listeners = new Set<(progress: IndexProgress) => void>();
  #graphs: Graphs | undefined;
  /** Holds as long as the paths and the configuration files are the same. */
  #resolver: ModuleResolver | undefined;
  #resolvers = 0;
  /** While files are being read. */
  #progress: IndexProgress | undefined;

  constructor(workspace: Workspace) {
    this.workspace = { ...workspace, roots: withDistinctNames(workspace.roots) };
    this.#largestFile = workspace.maxFileKilobytes * 1_024;
    this.code = new CodeIndex({ tracesTag: workspace.tracesTag, traceId: workspace.traceId }, (file) => this.#contentOf(file));
  }

  /** All files of the workspace, sorted. */
  get paths(): readonly string[] {
    return this.#paths;
  }

  get graph(): ImportGraph {
    return this.#currentGraphs().imports;
  }

  get symbols(): SymbolGraph {
    return this.#currentGraphs().symbols;
  }

  /** Changes when a file does, and may when configuration does that decides where imports lead. */
  get graphVersion(): string {
    this.#currentGraphs();
    return `${this.code.version}.${String(this.#resolvers)}`;
  }

  /** How much of the project hangs on each file. */
  get importance(): ReadonlyMap<string, number> {
    const present = this.#currentGraphs();
    return (present.importance ??= importance(present.imports));
  }

  #currentGraphs(): Graphs {
    const resolver = (this.#resolver ??= this.#newResolver());
    const { version } = this.code;
    if (this.#graphs?.version === version && this.#graphs.resolver === resolver) return this.#graphs;
    const imports = importGraph(this.code, resolver);
    return (this.#graphs = { version, resolver, imports, symbols: new SymbolGraph(this.code, imports, resolver) });
  }

  #newResolver(): ModuleResolver {
    this.#resolvers++;
    return new ModuleResolver({ paths: this.#paths, text: (path) => this.text(path) });
  }

  get summary(): IndexSummary {
    const files = this.code.files.flatMap(({ path: file, problem }) => (problem === undefined ? [] : [{ path: file, problem }]));
    const store = this.#storeNotice === undefined ? [] : [this.#storeNotice];
    const folders = [...store, ...this.#scanProblems].map((problem) => ({ path: '', problem }));
    const configuration = this.#resolver?.problems ?? [];
    return { files: this.code.files.length, problems: [...folders, ...configuration, ...files], version: this.code.version };
  }

  /** What a turn that does not wait must know: that files are missing, and how many. */
  get unfinished(): string | undefined {
    if (this.#running === undefined) return undefined;
    const { done, total } = this.#progress ?? { done: 0, total: undefined };
    return total === undefined ? 'the files are still being listed' : `${String(done)} of ${String(total)} files read so far`;
  }

  /**
   * Does `work` on the finished index, after `patience` milliseconds on the unfinished one; once more on a new one where what is stored of it
   * turns out to be unusable.
   */
  async whenReady<Result>(
    work: () => Result | Promise<Result>,
    signal?: AbortSignal,
    onProgress?: (progress: IndexProgress) => void,
    patience?: number,
  ): Promise<Result> {
    this.#users++;
    try {
      return await this.#whenReady(work, signal, onProgress, patience);
    } finally {
      this.#users--;
      this.#closeUnused();
    }
  }

  async #whenReady<Result>(
    work: () => Result | Promise<Result>,
    signal?: AbortSignal,
    onProgress?: (progress: IndexProgress) => void,
    patience?: number,
  ): Promise<Result> {
    await this.ready(signal, onProgress, patience);
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      this.#recover(error);
    }
    await this.ready(signal, onProgress, patience);
    return work();
  }

  /** Resolves once the index is as the disk and the editor are, or `patience` milliseconds are over. A caller that is cancelled only stops waiting. */
  async ready(signal?: AbortSignal, onProgress?: (progress: IndexProgress) => void, patience?: number): Promise<void> {
    signal?.throwIfAborted();
    if (!this.#stale && this.#running === undefined) return;
    this.#running ??= this.#refresh().finally(() => {
      this.#running = undefined;
      this.#progress = undefined;
      this.#closeUnused();
    });
    if (onProgress !== undefined) this.#listeners.add(onProgress);
    const over = new AbortController();
    try {
      const waits = patience === undefined ? [] : [sleep(patience, undefined, { signal: over.signal, ref: false })];
      await Promise.race([this.#running, abortOf(signal), ...waits]);
    } finally {
      over.abort();
      if (onProgress !== undefined) this.#listeners.delete(onProgress);
    }
  }

  /** Everything is read anew at the next `ready`. */
  rebuild(): void {
    this.#guard(() => {
      this.#openOnce();
      this.code.clear();
    });
    this.#resolver = undefined;
    this.#stale = true;
  }

  /** Nothing new is asked of it; what is under way may end. */
  close(): void {
    this.#isClosing = true;
    clearTimeout(this.#idle);
    this.#closeUnused();
  }

  #closeUnused(): void {
    if (!this.#isClosing || !this.#isOpen || this.#users > 0 || this.#running !== undefined) return;
    this.code.close();
    // Whoever still comes late finds it opened again.
    this.#isOpen = false;
    this.#stale = true;
  }

  update(changes: readonly Change[]): void {
    this.#guard(() => {
      this.#update(changes);
    });
  }

  #update(changes: readonly Change[]): void {
    for (const { path: absolute, text } of changes) {
      this.#remember(absolute);
      if (typeof text === 'string') this.#unsaved.set(absolute, plainText(text));
      else if (text === null) this.#unsaved.delete(absolute);
      const file = this.relative(absolute);
      if (file === undefined) continue;
      if (this.#resolver?.dependsOn(file) === true) this.#resolver = undefined;
      if (this.#absolute.has(file)) this.#read(file, absolute);
      else if (text === undefined || typeof text === 'string') this.#stale ||= this.#concerns(absolute, file);
      if (/\.(?:git|context)ignore$/u.test(absolute) || !this.#exists(absolute)) this.#stale = true;
    }
    this.#flushWhenIdle();
  }

  /** What was edited is found at once; who types on need not wait for the disk. */
  #flushWhenIdle(): void {
    clearTimeout(this.#idle);
    if (this.#isClosing) return;
    this.#idle = setTimeout(() => {
      if (this.#running !== undefined || !this.#isOpen) return; // it flushes at its end
      this.#guard(() => {
        this.code.flush();
      });
    }, idleMs);
    this.#idle.unref();
  }

  #remember(absolute: string): void {
    this.#recent.delete(absolute);
    this.#recent.add(absolute);
    for (const oldest of this.#recent) if (this.#recent.size > mostRecent) this.#recent.delete(oldest);
  }

  /** Workspace-relative with forward slashes; undefined outside the workspace. */
  relative(absolute: string): string | undefined {
    const { roots } = this.workspace;
    for (const root of roots) {
      const inside = path.relative(root.path, absolute);
      if (inside === '' || inside.startsWith('..') || path.isAbsolute(inside)) continue;
      return (roots.length > 1 ? `${root.name}/` : '') + inside.split(path.sep).join('/');
    }
    return undefined;
  }

  /** Where a file of the workspace is; undefined for one that it has not. */
  absolute(file: string): string | undefined {
    return this.#absolute.get(file);
  }

  /** The name of the declaration around a place. */
  declarationAt({ path: absolute, line }: Spot): string | undefined {
    const file = this.relative(absolute);
    const signals = file === undefined ? undefined : this.code.get(file)?.signals;
    return signals && nameAround(signals, line);
  }

  /** As `relative`, and for a root itself '', for what lies outside the way to it from the first root. */
  placeOf(absolute: string): string {
    const { roots } = this.workspace;
    const root = roots.find((one) => one.path === absolute);
    if (root !== undefined) return roots.length > 1 ? root.name : '';
    return (
      this.relative(absolute) ??
      path
        .relative(roots[0]?.path ?? '/', absolute)
        .split(path.sep)
        .join('/')
    );
  }

  /** Whether a `.contextignore` keeps the file from ever being sent. */
  isPrivate(absolute: string): boolean {
    return this.workspace.roots.some((root) => isPrivateIn(root.path, absolute));
  }

  /** The present text of a file of the workspace. */
  text(file: string): string | undefined {
    const absolute = this.#absolute.get(file);
    const content = absolute === undefined ? undefined : this.content(absolute, this.#largestFile);
    return content !== undefined && 'text' in content ? content.text : undefined;
  }

  /** The present text of any file, unsaved changes first. */
  content(absolute: string, mostBytes = largestAttachment): FileText {
    const unsaved = this.#unsaved.get(absolute);
    return unsaved === undefined ? readFileText(absolute, mostBytes) : { text: unsaved };
  }

  #contentOf(file: string): FileText {
    const absolute = this.#absolute.get(file);
    return absolute === undefined ? { problem: 'does not exist' } : this.content(absolute, this.#largestFile);
  }

  async #refresh(): Promise<void> {
    while (this.#stale) {
      this.#stale = false;
      try {
        await this.#refreshOnce();
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        this.#recover(error);
      }
    }
  }

  async #refreshOnce(): Promise<void> {
    let slice = performance.now();
    const isDue = (): boolean => performance.now() - slice >= sliceMs;
    const pause = async (): Promise<void> => {
      await setImmediate();
      slice = performance.now();
    };
    this.#openOnce();
    const scan = await scanWorkspace(this.workspace.roots, this.workspace.exclude, async () => (isDue() ? pause() : undefined));
    this.#adopt(scan.files, scan.problems);
    const code = this.#recentFirst(scan.files.filter((file) => isIndexed(file.path)));
    for (const [done, file] of code.entries()) {
      if (isDue()) await pause();
      this.#read(file.path, file.absolute);
      this.#progress = { done: done + 1, total: code.length };
      for (const listener of this.#listeners) listener(this.#progress);
    }
    this.code.flush();
  }

  /** What a person works on is answered from first. */
  #recentFirst(files: readonly ScannedFile[]): readonly ScannedFile[] {
    const first = new Set([...this.#unsaved.keys(), ...[...this.#recent].reverse()]);
    if (first.size === 0) return files;
    return [...files.filter(({ absolute }) => first.has(absolute)), ...files.filter(({ absolute }) => !first.has(absolute))];
  }

  #openOnce(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#use(openStore(this.workspace.state, this.#key, this.code.vocabulary));
  }

  #use({ store, notice }: OpenedStore): void {
    this.#storeNotice = notice ?? this.#storeNotice;
    this.code.use(store);
  }

  /** What decides, beside a text, what is derived from it. */
  get #key(): string {
    const { tracesTag, traceId, maxFileKilobytes } = this.workspace;
    return createHash('sha1')
      .update(JSON.stringify([extractorVersion, tracesTag, traceId, maxFileKilobytes]))
      .digest('hex')
      .slice(0, 12);
  }

  /** Goes on with a new store, which the next `ready` fills; in memory where the last one was new already. */
  #recover(error: StoreError): void {
    this.code.close();
    const again = this.#failures++ === 0 ? error : new StoreError('unavailable', error.message);
    this.#use(reopenStore(this.workspace.state, this.#key, this.code.vocabulary, again));
    this.#stale = true;
  }

  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      this.#recover(error);
    }
  }

  #adopt(files: readonly ScannedFile[], problems: string[]): void {
    this.#absolute.clear();
    for (const file of files) this.#absolute.set(file.path, file.absolute);
    for (const { path: gone } of this.code.files.filter((file) => !this.#absolute.has(file.path))) this.code.remove(gone);
    const paths = files.map((file) => file.path);
    const same = paths.length === this.#paths.length && paths.every((one, place) => one === this.#paths[place]);
    if (!same) this.#resolver = undefined;
    this.#paths = paths;
    this.#scanProblems = problems;
  }

  /** Parses only what changed: first by time and size, then by content. What is unsaved is this window's own matter and not stored. */
  #read(file: string, absolute: string): void {
    if (!isIndexed(file)) return;
    const unsaved = this.#unsaved.get(absolute);
    if (unsaved === undefined) this.code.release(file);
    else this.code.hold(file, unsaved);
    const stat = statOf(absolute);
    const stamp = stat === undefined ? undefined : { mtime: stat.mtimeMs, size: stat.size };
    if (stamp !== undefined && this.code.isCurrent(file, stamp)) return;
    const isYoung = stamp === undefined || Math.abs(Date.now() - stamp.mtime) < youngMs;
    this.code.put(file, readFileText(absolute, this.#largestFile, stat), isYoung ? undefined : stamp);
  }

  /** A file not listed so far concerns us when the ignore rules let it in. */
  #concerns(absolute: string, file: string): boolean {
    const root = this.workspace.roots.find(({ path: folder }) => !path.relative(folder, absolute).startsWith('..'));
    if (root === undefined) return false;
    const inRoot = this.workspace.roots.length > 1 ? file.slice(root.name.length + 1) : file;
    return standingOf(root.path, inRoot, this.workspace.exclude) === 'in';
  }

  #exists(absolute: string): boolean {
    return this.#unsaved.has(absolute) || fs.existsSync(absolute);
  }
}

/** Paths of several roots begin with the root's name: one that another has already gets a number. */
function withDistinctNames(roots: Workspace['roots']): Workspace['roots'] {
  const taken = new Set<string>();
  return roots.map((root) => {
    let name = root.name;
    for (let number = 2; taken.has(name); number++) name = `${root.name} ${String(number)}`;
    taken.add(name);
    return { ...root, name };
  });
}

/** Undefined where there is none: reading the file will say why. */
function statOf(absolute: string): fs.Stats | undefined {
  try {
    return fs.statSync(absolute, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function abortOf(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener(
      'abort',
      () => {
        reject(signal.reason instanceof Error ? signal.reason : new DOMException('cancelled', 'AbortError'));
      },
      { once: true },
    );
  });
}
