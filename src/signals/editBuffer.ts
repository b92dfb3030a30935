import type { FolderList } from '../workspace/folderLists.ts';
import { distinctNames } from './deriveFile.ts';
import type { FileSignals, Import } from './fileSignals.ts';
import {
  StoreError,
  type DerivedFile,
  type FileHead,
  type FileProblem,
  type FileStore,
  type FileTerms,
  type Frequency,
  type Stamp,
} from './fileStore.ts';
import { TermTable } from './termTable.ts';
import type { Vocabulary } from './terms.ts';
import { isMadeOf } from './words.ts';

/** More files than are edited by hand go to the store at once. */
const mostKept = 20;

/**
 * Files that were put lately, in front of the store that keeps them: they are found at once and written when `flush` is called, which may
 * be when nobody waits. Whoever is killed before that loses nothing but time: what the store has of such a file bears another stamp.
 */
export class EditBuffer implements FileStore {
  readonly #store: FileStore;
  readonly #files = new Map<string, DerivedFile>();
  readonly #words: TermTable;
  /** Their words are counted when somebody searches. */
  readonly #uncounted = new Set<string>();

  /** Since the last `flush`: a folder is being indexed. */
  #isFull = false;

  constructor(store: FileStore, vocabulary: Vocabulary) {
    this.#store = store;
    this.#words = new TermTable(vocabulary);
  }

  get failure(): StoreError | undefined {
    return this.#store.failure;
  }

  load(): readonly FileHead[] {
    return this.#store.load();
  }

  size(): number {
    return this.#store.size();
  }

  problems(): readonly FileProblem[] {
    return this.#store.problems();
  }

  digest(): string | undefined {
    return this.#store.digest();
  }

  keepDigest(digest: string): void {
    this.#store.keepDigest(digest);
  }

  put(file: DerivedFile): void {
    this.#forget(file.path);
    if (this.#isFull) {
      this.#store.put(file);
      return;
    }
    this.#files.set(file.path, { ...file, terms: copied(file.terms) });
    this.#uncounted.add(file.path);
    if (this.#files.size < mostKept) return;
    this.#hand();
    this.#isFull = true;
  }

  touch(path: string, hash: string, stamp: Stamp): void {
    const file = this.#files.get(path);
    if (file === undefined) this.#store.touch(path, hash, stamp);
    else this.#files.set(path, { ...file, stamp });
  }

  remove(path: string): void {
    this.#forget(path);
    this.#store.remove(path);
  }

  clear(): void {
    for (const path of [...this.#files.keys()]) this.#forget(path);
    this.#store.clear();
  }

  folders(): readonly FolderList[] {
    return this.#store.folders();
  }

  putFolders(changed: readonly FolderList[], gone: readonly string[]): void {
    this.#store.putFolders(changed, gone);
  }

  flush(): void {
    this.#isFull = false;
    this.#hand();
    this.#store.flush();
  }

  writtenByOthers(): ReadonlyMap<string, string> | undefined {
    const stored = this.#store.writtenByOthers();
    return stored && new Map([...stored, ...[...this.#files.values()].map(({ path, hash }) => [path, hash] as const)]);
  }

  signals(path: string, hash: string): FileSignals | undefined {
    const file = this.#files.get(path);
    return file?.hash === hash ? file.signals : this.#store.signals(path, hash);
  }

  imports(): { path: string; hash: string; imports: readonly Import[] }[] {
    const mine = [...this.#files.values()].map(({ path, hash, signals }) => ({ path, hash, imports: signals.imports }));
    return [...this.#store.imports().filter(({ path }) => !this.#files.has(path)), ...mine];
  }

  frequencies(stem: string): Frequency[] {
    for (const path of this.#uncounted) {
      const file = this.#files.get(path);
      if (file !== undefined) this.#words.put(path, file.terms);
    }
    this.#uncounted.clear();
    return [...this.#store.frequencies(stem).filter(({ file }) => !this.#files.has(file)), ...this.#words.frequencies(stem)];
  }

  declaring(name: string): string[] {
    return this.#declaring((one) => one === name, this.#store.declaring(name));
  }

  declaringWords(stems: readonly string[]): string[] {
    return this.#declaring((name) => isMadeOf(name, stems), this.#store.declaringWords(stems));
  }

  /** What cannot be written any more is derived again at the next start. */
  close(): void {
    try {
      if (this.#files.size > 0) this.flush();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
    } finally {
      this.#store.close();
    }
  }

  #declaring(fits: (name: string) => boolean, stored: readonly string[]): string[] {
    const mine = [...this.#files.values()].flatMap(({ path, signals }) => (distinctNames(signals).some(fits) ? [path] : []));
    return [...stored.filter((path) => !this.#files.has(path)), ...mine];
  }

  #hand(): void {
    for (const file of this.#files.values()) this.#store.put(file);
    for (const path of [...this.#files.keys()]) this.#forget(path);
  }

  #forget(path: string): void {
    this.#files.delete(path);
    this.#uncounted.delete(path);
    this.#words.remove(path);
  }
}

const copied = ({ path, names, body }: FileTerms): FileTerms => ({ path: path.slice(), names: names.slice(), body: body.slice() });
