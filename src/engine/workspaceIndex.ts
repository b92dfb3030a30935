import fs from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { CodeIndex } from '../signals/codeIndex.ts';
import { isCode } from '../signals/fileKind.ts';
import { importGraph, type ImportGraph } from '../signals/importGraph.ts';
import { readFileText, plainText, type FileText } from '../workspace/readFile.ts';
import { isPrivateIn, scanWorkspace, standingOf } from '../workspace/scan.ts';
import type { Change, IndexProgress, IndexSummary, Workspace } from './api.ts';

/** Files that an attachment may bring in whole, in bytes. */
const largestAttachment = 8 * 1_048_576;
/** Longest stretch without yielding, in milliseconds: calls and cancellation get through meanwhile. */
const sliceMs = 15;

/** The open workspace: which files it has, their present texts and their signals. */
export class WorkspaceIndex {
  readonly workspace: Workspace;
  readonly code: CodeIndex;
  readonly #largestFile: number;
  readonly #unsaved = new Map<string, string>();
  readonly #absolute = new Map<string, string>();
  readonly #stamps = new Map<string, string>();
  #paths: string[] = [];
  #scanProblems: string[] = [];
  #stale = true;
  #running: Promise<void> | undefined;
  #listeners = new Set<(progress: IndexProgress) => void>();
  #graph: { version: string; graph: ImportGraph } | undefined;

  constructor(workspace: Workspace) {
    this.workspace = workspace;
    this.#largestFile = workspace.maxFileKilobytes * 1_024;
    this.code = new CodeIndex({ tracesTag: workspace.tracesTag, traceId: workspace.traceId });
  }

  /** All files of the workspace, sorted. */
  get paths(): readonly string[] {
    return this.#paths;
  }

  get graph(): ImportGraph {
    if (this.#graph?.version !== this.code.version) this.#graph = { version: this.code.version, graph: importGraph(this.code) };
    return this.#graph.graph;
  }

  get summary(): IndexSummary {
    const files = this.code.files.flatMap(({ path: file, problem }) => (problem === undefined ? [] : [{ path: file, problem }]));
    const folders = this.#scanProblems.map((problem) => ({ path: '', problem }));
    return { files: this.code.files.length, problems: [...folders, ...files], version: this.code.version };
  }

  /** Resolves once the index is as the disk and the editor are. A caller that is cancelled only stops waiting. */
  async ready(signal?: AbortSignal, onProgress?: (progress: IndexProgress) => void): Promise<void> {
    signal?.throwIfAborted();
    if (!this.#stale && this.#running === undefined) return;
    this.#running ??= this.#refresh().finally(() => (this.#running = undefined));
    if (onProgress !== undefined) this.#listeners.add(onProgress);
    try {
      await Promise.race([this.#running, abortOf(signal)]);
    } finally {
      if (onProgress !== undefined) this.#listeners.delete(onProgress);
    }
  }

  /** Everything is read anew at the next `ready`. */
  rebuild(): void {
    this.code.clear();
    this.#stamps.clear();
    this.#stale = true;
  }

  update(changes: readonly Change[]): void {
    for (const { path: absolute, text } of changes) {
      if (typeof text === 'string') this.#unsaved.set(absolute, plainText(text));
      else if (text === null) this.#unsaved.delete(absolute);
      const file = this.relative(absolute);
      if (file === undefined) continue;
      if (this.#absolute.has(file)) this.#read(file, absolute);
      else if (text === undefined || typeof text === 'string') this.#stale ||= this.#concerns(absolute, file);
      if (/\.(?:git|context)ignore$/u.test(absolute) || !this.#exists(absolute)) this.#stale = true;
    }
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

  /** The same, and for a root itself '', for what lies outside the way to it from the first root. */
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

  async #refresh(): Promise<void> {
    let slice = performance.now();
    const pause = async (): Promise<void> => {
      if (performance.now() - slice < sliceMs) return;
      await setImmediate();
      slice = performance.now();
    };
    while (this.#stale) {
      this.#stale = false;
      const { files, problems } = await scanWorkspace(this.workspace.roots, this.workspace.exclude, pause);
      this.#adopt(files, problems);
      const code = files.filter((file) => isCode(file.path));
      for (const [done, file] of code.entries()) {
        await pause();
        this.#read(file.path, file.absolute);
        for (const listener of this.#listeners) listener({ done: done + 1, total: code.length });
      }
    }
  }

  #adopt(files: readonly { path: string; absolute: string }[], problems: string[]): void {
    const present = new Set(files.map((file) => file.path));
    for (const { path: gone } of this.code.files.filter((file) => !present.has(file.path))) this.code.remove(gone);
    this.#absolute.clear();
    for (const file of files) this.#absolute.set(file.path, file.absolute);
    this.#paths = files.map((file) => file.path);
    this.#scanProblems = problems;
  }

  /** Parses only what changed: first by time and size, then by content. */
  #read(file: string, absolute: string): void {
    if (!isCode(file)) return;
    const stamp = this.#unsaved.has(absolute) ? undefined : stampOf(absolute);
    if (stamp !== undefined && this.#stamps.get(file) === stamp) return;
    if (stamp === undefined) this.#stamps.delete(file);
    else this.#stamps.set(file, stamp);
    this.code.put(file, this.content(absolute, this.#largestFile));
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

function stampOf(absolute: string): string | undefined {
  try {
    const { mtimeNs, size } = fs.statSync(absolute, { bigint: true });
    return `${String(mtimeNs)}:${String(size)}`;
  } catch {
    return undefined; // reading it will say why
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
