import fs from 'node:fs';
import { compare } from '../broker/contributor.ts';
import { CodeIndex } from '../signals/codeIndex.ts';
import { isIndexed } from '../signals/fileKind.ts';
import { StoreError } from '../signals/fileStore.ts';
import { nameAround } from '../signals/symbols/enclosing.ts';
import { readFileText, statOf, type FileText } from '../workspace/readFile.ts';
import { scanWorkspace } from '../workspace/scan.ts';
import { fewFiles, stampsOf } from '../workspace/stamps.ts';
import type { Change, IndexProgress, IndexSummary, Workspace } from './api.ts';
import { EditorFiles } from './editorFiles.ts';
import { isInMemory } from './isInMemory.ts';
import type { Spot } from './symbolTypes.ts';
import { openStore, reopenStore, storeKey, type OpenedStore } from './openStore.ts';
import { pauses } from './pauses.ts';
import { WorkspaceGraphs } from './workspaceGraphs.ts';
import { ReadingProgress } from './readingProgress.ts';
import { waitFor } from './waitFor.ts';
import { WorkspaceRoots } from './workspaceRoots.ts';

/** Files that an attachment may bring in whole, in bytes. */
const largestAttachment = 8 * 1_048_576;
/** File systems tell times apart from a few milliseconds on: a younger file may change again without its stamp showing it. */
const youngMs = 100;
/** Edits are written when so long none came, in milliseconds. */
const idleMs = 1_000;
/** With the index as it is, with one built anew, and with one in memory. */
const mostTries = 3;

/** The open workspace: which files it has, their present texts and their signals. */
export class WorkspaceIndex {
  readonly roots: WorkspaceRoots;
  readonly code: CodeIndex;
  readonly graphs: WorkspaceGraphs;
  /** Where traces and the index itself are kept. */
  readonly state: string | undefined;
  readonly #workspace: Workspace;
  readonly #largestFile: number;
  readonly #editor: EditorFiles;
  #isOpen = false;
  #idle: NodeJS.Timeout | undefined;
  #failures = 0;
  #users = 0;
  #isClosing = false;
  #storeNotice: string | undefined;
  #paths: readonly string[] = [];
  #listed: ReadonlySet<string> = new Set();
  /** Of the paths those that are read. */
  #indexed: readonly string[] = [];
  #scanProblems: string[] = [];
  #stale = true;
  #running: Promise<void> | undefined;
  readonly #progress = new ReadingProgress();

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
    this.state = workspace.state;
    this.roots = new WorkspaceRoots(workspace);
    this.#editor = new EditorFiles(this.roots);
    this.#largestFile = workspace.maxFileKilobytes * 1_024;
    this.code = new CodeIndex({ tracesTag: workspace.tracesTag, traceId: workspace.traceId }, (file) => this.#contentOf(file));
    this.graphs = new WorkspaceGraphs(this.code, this);
  }

  /** All files of the workspace, sorted. */
  get paths(): readonly string[] {
    return this.#paths;
  }

  get summary(): IndexSummary {
    const store = this.#storeNotice === undefined ? [] : [this.#storeNotice];
    const folders = [...store, ...this.#scanProblems].map((problem) => ({ path: '', problem }));
    return { files: this.code.size, problems: [...folders, ...this.graphs.problems, ...this.code.problems] };
  }

  /** What a turn that does not wait must know: that files are missing, and how many. */
  get unfinished(): string | undefined {
    return this.#running === undefined ? undefined : this.#progress.text;
  }

  /**
   * Does `work` on the finished index, after `patience` milliseconds on the unfinished one; again where what is stored of it turns out to be
   * unusable, or not what it was.
   */
  async whenReady<Result>(
    work: () => Result | Promise<Result>,
    signal?: AbortSignal,
    onProgress?: (progress: IndexProgress) => void,
    patience?: number,
  ): Promise<Result> {
    this.#users++;
    try {
      for (let tries = 1; ; tries++) {
        await this.ready(signal, onProgress, patience);
        try {
          const result = await work();
          if (!this.code.isOutrun || tries === mostTries) return result;
        } catch (error) {
          if (!(error instanceof StoreError) || tries === mostTries) throw error;
          this.#recover(error);
        }
      }
    } finally {
      this.#users--;
      this.#closeUnused();
    }
  }

  /** Resolves once the index is as the disk and the editor are, or `patience` milliseconds are over. A caller that is cancelled only stops waiting. */
  async ready(signal?: AbortSignal, onProgress?: (progress: IndexProgress) => void, patience?: number): Promise<void> {
    signal?.throwIfAborted();
    this.#findReplaced();
    if (!this.#stale && this.#running === undefined) return;
    this.#running ??= this.#refresh().finally(() => {
      this.#running = undefined;
      this.#progress.end();
      this.#closeUnused();
    });
    await this.#progress.during(waitFor(this.#running, signal, patience), onProgress);
  }

  /** Another window may have stored something else, or nothing, in place of what this one did: those files are read again. */
  #findReplaced(): void {
    if (!this.#isOpen || this.#stale || this.#running !== undefined) return;
    this.#guard(() => (this.#stale = this.code.forgetReplaced()));
  }

  /** A turn has shown that the index was built anew: that is said once. What holds on is said in every turn. */
  noticeShown(): void {
    if (!isInMemory({ path: '', problem: this.#storeNotice ?? '' })) this.#storeNotice = undefined;
  }

  /** Everything is read anew at the next `ready`. */
  rebuild(): void {
    this.#guard(() => {
      this.#openOnce();
      this.code.clear();
    });
    this.graphs.listed();
    this.#stale = true;
  }

  /** Nothing new is asked of it; what is under way may end. */
  close(): void {
    this.#isClosing = true;
    clearTimeout(this.#idle);
    this.#closeUnused();
  }

  /** Whoever still comes late finds it opened again. */
  #closeUnused(): void {
    if (!this.#isClosing || !this.#isOpen || this.#users > 0 || this.#running !== undefined) return;
    this.code.close();
    [this.#isOpen, this.#stale] = [false, true];
  }

  update(changes: readonly Change[]): void {
    this.#guard(() => {
      this.#update(changes);
    });
  }

  #update(changes: readonly Change[]): void {
    for (const change of changes) {
      const { path: absolute } = change;
      this.#editor.note(change);
      const stat = statOf(absolute);
      const isGone = stat === undefined && this.#editor.text(absolute) === undefined;
      if (this.roots.all.some((root) => root.path === absolute)) this.#stale = true;
      for (const file of this.roots.names(absolute)) {
        this.graphs.changed(file);
        if (isGone) this.code.remove(file);
        else if (!this.#listed.has(file)) this.#stale ||= this.roots.namesLetIn(absolute).includes(file);
        else if (isIndexed(file)) this.#read(file, stat?.mtimeMs ?? NaN, stat?.size ?? NaN);
        if (isGone || /\.(?:git|context)ignore$/u.test(absolute)) this.#stale = true;
      }
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
        this.#flush();
      });
    }, idleMs);
    this.#idle.unref();
  }

  /** Where a file of the workspace is; undefined for one that it has not. */
  absolute(file: string): string | undefined {
    return this.#listed.has(file) ? this.roots.located(file) : undefined;
  }

  /** The file that a path of the workspace leads to by links. */
  realPath(file: string): string {
    const absolute = this.absolute(file);
    try {
      return absolute === undefined ? file : fs.realpathSync.native(absolute);
    } catch {
      return file; // it is just gone
    }
  }

  /** The name of the declaration around a place. */
  declarationAt({ path: absolute, line }: Spot): string | undefined {
    const signals = this.code.get(this.roots.relative(absolute) ?? '')?.signals;
    return signals && nameAround(signals, line);
  }

  /** The present text of a file of the workspace. */
  text(file: string): string | undefined {
    const content = this.#contentOf(file);
    return 'text' in content ? content.text : undefined;
  }

  /** The present text of a file of the workspace that a person names by hand: ignored or not, but for `.contextignore`. */
  named(file: string): FileText {
    const absolute = this.roots.absolute(file);
    const isInside = absolute !== undefined && this.roots.relative(absolute) !== undefined && !this.roots.leadsOutside(absolute);
    if (!isInside) return { problem: 'is not in the workspace' };
    if (this.roots.isPrivate(absolute)) return { problem: 'is kept out by .contextignore' };
    const content = this.content(absolute, this.#largestFile);
    return 'text' in content && content.text.includes('\0') ? { problem: 'is not text' } : content;
  }

  /** The present text of any file, unsaved changes first. */
  content(absolute: string, mostBytes = largestAttachment): FileText {
    const unsaved = this.#editor.text(absolute);
    return unsaved === undefined ? readFileText(absolute, mostBytes) : { text: unsaved };
  }

  #contentOf(file: string): FileText {
    const absolute = this.absolute(file);
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
    const pause = pauses();
    this.#openOnce();
    const scan = await scanWorkspace(this.roots.all, this.#workspace.exclude, pause, this.code.folders);
    this.code.keepFolders(scan.folders);
    const unwritten = this.#editor.unwritten();
    const paths = unwritten.length === 0 ? scan.files : [...new Set([...scan.files, ...unwritten])].sort(compare);
    this.#indexed = paths.filter(isIndexed);
    const stamps = await stampsOf(this.#indexed, (file) => this.roots.located(file), pause);
    this.#adopt(paths, scan.problems);
    const isAsStored = this.#editor.holdsNone && this.code.isAsStored(this.#indexed, stamps);
    if (!isAsStored) await this.#readAll(this.#indexed, stamps, pause);
  }

  /** `stamps`: of each of the files its time and its size, one after the other. */
  async #readAll(files: readonly string[], stamps: Float64Array, pause: () => Promise<void>): Promise<void> {
    this.code.keepOnly(this.#listed);
    const places = new Map(files.map((file, place) => [file, 2 * place]));
    this.#progress.begin(files.length);
    for (const file of this.#editor.recentFirst(files)) {
      const done = this.#progress.count();
      const place = places.get(file) ?? NaN;
      const isRead = this.#read(file, stamps[place] ?? NaN, stamps[place + 1] ?? NaN);
      if (!isRead && done % fewFiles > 0) continue;
      this.#progress.tell();
      await pause();
    }
    this.#progress.tell();
    this.#flush();
  }

  #flush(): void {
    this.code.flush();
    this.code.keepDigest(this.#indexed);
  }

  #openOnce(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#use(openStore(this.state, storeKey(this.#workspace), this.code.vocabulary));
  }

  #use({ store, notice }: OpenedStore): void {
    this.#storeNotice = notice ?? this.#storeNotice;
    this.code.use(store);
  }

  /** Goes on with a new store, which the next `ready` fills; in memory where the last one was new already. */
  #recover(error: StoreError): void {
    this.code.close();
    const again = this.#failures++ === 0 ? error : new StoreError('unavailable', error.message);
    this.#use(reopenStore(this.state, storeKey(this.#workspace), this.code.vocabulary, again));
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

  /** What the editor alone has is a file of the workspace as long as it is held. */
  #adopt(paths: readonly string[], problems: string[]): void {
    this.#listed = new Set(paths);
    const same = paths.length === this.#paths.length && paths.every((one, place) => one === this.#paths[place]);
    this.#paths = paths;
    if (!same) this.graphs.listed();
    this.#scanProblems = problems;
  }

  /** Parses what changed by time and size (NaN where there is no file) and by content; whether it had to be read for that. What is unsaved is not stored. */
  #read(file: string, mtime: number, size: number): boolean {
    const unsaved = this.#editor.holdsNone ? undefined : this.#editor.text(this.roots.located(file));
    const isOnDisk = !Number.isNaN(size);
    if (unsaved === undefined) this.code.release(file);
    else {
      if (!isOnDisk) this.code.remove(file); // what is stored is on the disk
      this.code.hold(file, unsaved);
      if (!isOnDisk) return true;
    }
    if (this.code.isCurrent(file, mtime, size)) return false;
    const content = readFileText(this.roots.located(file), this.#largestFile, isOnDisk ? size : undefined);
    // What could not be read, other than for its size, is tried again: it may have been missing for this moment alone.
    const isSure = ('text' in content || size > this.#largestFile) && Math.abs(Date.now() - mtime) >= youngMs;
    this.code.put(file, content, isSure ? { mtime, size } : undefined);
    return true;
  }
}
