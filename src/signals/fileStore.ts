import type { FolderList } from '../workspace/folderLists.ts';
import type { FileSignals, Import } from './fileSignals.ts';

/** What tells without reading it that a file is the same. */
export interface Stamp {
  /** Milliseconds. */
  readonly mtime: number;
  readonly size: number;
}

/** What is known of a file apart from its signals and words. */
export interface FileHead {
  /** Workspace-relative, forward slashes. */
  readonly path: string;
  readonly hash: string;
  readonly lines: number;
  readonly generated: boolean;
  /** Why signals are missing or incomplete, for people. */
  readonly problem?: string | undefined;
  /** Absent where the file was too young to be told from its next version by it. */
  readonly stamp?: Stamp | undefined;
  /** How many words each field has. */
  readonly lengths: FieldLengths;
}

export interface FileProblem {
  readonly path: string;
  readonly problem: string;
}

export type FieldLengths = Readonly<Record<keyof FileTerms, number>>;

/** Words as numbers of the vocabulary; to be used at once, the next text is written over them. */
export interface FileTerms {
  readonly path: Uint32Array;
  readonly names: Uint32Array;
  readonly body: Uint32Array;
}

export interface DerivedFile extends FileHead {
  readonly signals: FileSignals;
  readonly terms: FileTerms;
}

/** How often a file has a stem, by field. */
export interface Frequency extends Readonly<Record<keyof FileTerms, number>> {
  /** Workspace-relative, forward slashes. */
  readonly file: string;
}

/** Where derived files are kept. A store that can fail throws `StoreError` and is of no use from then on. */
export interface FileStore {
  /** What an earlier run left. */
  load(): readonly FileHead[];
  /** How many files that is. */
  size(): number;
  /** Of these the ones with a problem. */
  problems(): readonly FileProblem[];
  /** What `keepDigest` was given, where nothing was stored since. */
  digest(): string | undefined;
  /** Tells what is stored without loading it. Not kept where somebody else has written meanwhile. */
  keepDigest(digest: string): void;
  /** Replaces what was stored of the path. */
  put(file: DerivedFile): void;
  /** The content is the same, its stamp another; nothing changes where another content was stored meanwhile. */
  touch(path: string, hash: string, stamp: Stamp): void;
  remove(path: string): void;
  clear(): void;
  /** How folders were listed at an earlier start. */
  folders(): readonly FolderList[];
  /** At once. `gone`: their places. */
  putFolders(changed: readonly FolderList[], gone: readonly string[]): void;
  /** From here on it is kept, and found. */
  flush(): void;
  /** The hash of each file that is stored, by path; undefined where nobody else has written since this was last asked. */
  writtenByOthers(): ReadonlyMap<string, string> | undefined;
  /** Undefined where another content was stored meanwhile. */
  signals(path: string, hash: string): FileSignals | undefined;
  imports(): readonly { readonly path: string; readonly hash: string; readonly imports: readonly Import[] }[];
  /** The files with this stem, in no order. */
  frequencies(stem: string): readonly Frequency[];
  /** Paths of the files that declare the name. */
  declaring(name: string): readonly string[];
  /** Paths of the files that declare a name of just these words: `retryDelay` for the stems of "retry delay". */
  declaringWords(stems: readonly string[]): readonly string[];
  close(): void;
  /** The first `StoreError` that it threw. */
  readonly failure?: StoreError | undefined;
}

/** `damaged`: a new store may do; `unavailable`: there is none to be had (full disk, no rights). */
export class StoreError extends Error {
  readonly kind: 'damaged' | 'unavailable';

  constructor(kind: 'damaged' | 'unavailable', message: string) {
    super(message);
    this.kind = kind;
  }
}
