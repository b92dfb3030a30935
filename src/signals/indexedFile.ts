import type { FieldLengths, FileHead } from './fileStore.ts';
import { fileKind, type FileKind } from './fileKind.ts';
import type { FileSignals, Import } from './fileSignals.ts';

/** A code file of the index. */
export interface IndexedFile {
  /** Workspace-relative, forward slashes. */
  readonly path: string;
  readonly kind: FileKind;
  readonly generated: boolean;
  readonly hash: string;
  readonly lines: number;
  /** How many words each field has. */
  readonly lengths: FieldLengths;
  /** Loaded when asked for: ask for those of few files. */
  readonly signals: FileSignals;
  /** The same as in `signals`, cheap for all files. */
  readonly imports: readonly Import[];
  /** Why signals are missing or incomplete, for people. */
  readonly problem?: string;
}

/** Where a file's signals come from. */
export interface SignalSource {
  signals(file: IndexedFile): FileSignals;
  imports(file: IndexedFile): readonly Import[];
}

/** A file whose signals are in a store. */
export class StoredFile implements IndexedFile {
  readonly path: string;
  readonly generated: boolean;
  readonly hash: string;
  readonly lines: number;
  readonly lengths: FieldLengths;
  readonly problem?: string;
  /** When it was last found unchanged. */
  stamp: FileHead['stamp'];
  readonly #source: SignalSource;

  constructor({ path, generated, hash, lines, lengths, problem, stamp }: FileHead, source: SignalSource) {
    this.path = path;
    this.generated = generated;
    this.hash = hash;
    this.lines = lines;
    this.lengths = lengths;
    if (problem !== undefined) this.problem = problem;
    this.stamp = stamp;
    this.#source = source;
  }

  get kind(): FileKind {
    return fileKind(this.path);
  }

  get signals(): FileSignals {
    return this.#source.signals(this);
  }

  get imports(): readonly Import[] {
    return this.#source.imports(this);
  }
}
