import { createHash } from 'node:crypto';
import { compare } from '../broker/contributor.ts';
import { extractSignals } from './extractSignals.ts';
import { fileKind, isCode, isGenerated, unreadableText, type FileKind } from './fileKind.ts';
import { noSignals, type FileSignals } from './fileSignals.ts';
import { foldName } from './query.ts';
import { Vocabulary, type TermCounts } from './terms.ts';
import { bm25, type TextMatches } from './textMatch.ts';

/** A code file of the index. */
export interface IndexedFile {
  /** Workspace-relative, forward slashes. */
  readonly path: string;
  readonly kind: FileKind;
  readonly generated: boolean;
  readonly hash: string;
  readonly lines: number;
  readonly signals: FileSignals;
  /** Why signals are missing or incomplete, for people. */
  readonly problem?: string;
  readonly pathTerms: TermCounts;
  readonly nameTerms: TermCounts;
  readonly bodyTerms: TermCounts;
}

export interface SignalOptions {
  readonly tracesTag: string;
  readonly traceId: string;
}

/** What the reader of a file found: its text, or why there is none. */
export type FileContent = { readonly text: string } | { readonly problem: string };

/** The code files of a workspace with their signals and words, in memory. An edit re-derives one file; the same text is never parsed twice. */
export class CodeIndex {
  readonly vocabulary = new Vocabulary();
  readonly #files = new Map<string, IndexedFile>();
  readonly #options: SignalOptions;
  #sorted: IndexedFile[] | undefined;
  #version: string | undefined;

  constructor(options: SignalOptions) {
    this.#options = options;
  }

  /** Sorted by path. */
  get files(): readonly IndexedFile[] {
    return (this.#sorted ??= [...this.#files.values()].sort((a, b) => compare(a.path, b.path)));
  }

  get(path: string): IndexedFile | undefined {
    return this.#files.get(path);
  }

  /** Full-text search. */
  search(stems: readonly string[]): TextMatches {
    return bm25(this, stems);
  }

  /** The files that declare the name, sorted by path. */
  declaring(name: string): IndexedFile[] {
    return this.files.filter(({ signals }) => signals.declarations.some((declaration) => declaration.name === name));
  }

  /** The files that declare the name in whatever spelling (see `foldName`), sorted by path. */
  declaringFolded(folded: string): IndexedFile[] {
    return this.files.filter(({ signals }) => signals.declarations.some(({ name }) => foldName(name) === folded));
  }

  /** Changes exactly when a file's path or content does. */
  get version(): string {
    if (this.#version === undefined) {
      const hash = createHash('sha1');
      for (const file of this.files) hash.update(`${file.path}\0${file.hash}\0`);
      this.#version = hash.digest('hex').slice(0, 16);
    }
    return this.#version;
  }

  /** Forgets every file: the next `put` derives anew. */
  clear(): void {
    this.#files.clear();
    this.#changed();
  }

  remove(path: string): void {
    if (this.#files.delete(path)) this.#changed();
  }

  /** Takes in a file's present content; not code is ignored. */
  put(path: string, content: FileContent): void {
    if (!isCode(path)) return;
    const text = 'text' in content ? content.text : '';
    const hash = createHash('sha1')
      .update('text' in content ? content.text : content.problem)
      .digest('hex');
    if (this.#files.get(path)?.hash === hash) return;
    const problem = 'problem' in content ? content.problem : unreadableText(text);
    this.#files.set(path, problem === undefined ? this.#derive(path, text, hash) : this.#unread(path, hash, problem));
    this.#changed();
  }

  #derive(path: string, text: string, hash: string): IndexedFile {
    // A copy: parts of the source's text would keep all of it in memory.
    const signals = JSON.parse(JSON.stringify(extractSignals(path, text, this.#options))) as FileSignals;
    return {
      path,
      kind: fileKind(path),
      generated: isGenerated(text),
      hash,
      lines: text.split('\n').length,
      signals,
      ...(signals.notes.length > 0 ? { problem: signals.notes.join('; ') } : {}),
      pathTerms: this.vocabulary.count(path),
      nameTerms: this.vocabulary.count(signals.declarations.map(({ name }) => name).join(' ')),
      bodyTerms: this.vocabulary.count(text),
    };
  }

  #unread(path: string, hash: string, problem: string): IndexedFile {
    const none = this.vocabulary.count('');
    const pathTerms = this.vocabulary.count(path);
    return {
      path,
      kind: fileKind(path),
      generated: true,
      hash,
      lines: 0,
      signals: noSignals,
      problem,
      pathTerms,
      nameTerms: none,
      bodyTerms: none,
    };
  }

  #changed(): void {
    this.#sorted = undefined;
    this.#version = undefined;
  }
}
