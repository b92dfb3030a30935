import type { FolderList } from '../workspace/folderLists.ts';
import type { DerivedFile, FileHead, FileProblem, FileStore, Frequency } from './fileStore.ts';
import type { FileSignals, Import } from './fileSignals.ts';
import { distinctNames } from './deriveFile.ts';
import { NameTable } from './nameTable.ts';
import { TermTable } from './termTable.ts';
import type { Vocabulary } from './terms.ts';

/** Keeps everything in memory, and so until the end of the process alone. */
export class MemoryStore implements FileStore {
  readonly #files = new Map<string, { readonly hash: string; readonly signals: FileSignals }>();
  readonly #table: TermTable;
  readonly #names = new NameTable();

  constructor(vocabulary: Vocabulary) {
    this.#table = new TermTable(vocabulary);
  }

  load(): readonly FileHead[] {
    return [];
  }

  size(): number {
    return 0;
  }

  problems(): readonly FileProblem[] {
    return [];
  }

  digest(): undefined {
    return undefined; // there is nothing to load
  }

  keepDigest(): void {
    // Nobody will ask for it.
  }

  put({ path, hash, signals, terms }: DerivedFile): void {
    // A copy: parts of the source's text would keep all of it in memory.
    const copy = JSON.parse(JSON.stringify(signals)) as FileSignals;
    this.#files.set(path, { hash, signals: copy });
    this.#table.put(path, terms);
    this.#names.put(path, distinctNames(copy));
  }

  touch(): void {
    // Nobody will load it.
  }

  writtenByOthers(): undefined {
    return undefined; // nobody else has it
  }

  folders(): readonly FolderList[] {
    return [];
  }

  putFolders(): void {
    // Nobody will ask for them.
  }

  remove(path: string): void {
    this.#files.delete(path);
    this.#table.remove(path);
    this.#names.remove(path);
  }

  clear(): void {
    this.#files.clear();
    this.#table.clear();
    this.#names.clear();
  }

  flush(): void {
    // Nothing waits.
  }

  signals(path: string, hash: string): FileSignals | undefined {
    const file = this.#files.get(path);
    return file?.hash === hash ? file.signals : undefined;
  }

  imports(): { path: string; hash: string; imports: readonly Import[] }[] {
    return [...this.#files].map(([path, { hash, signals }]) => ({ path, hash, imports: signals.imports }));
  }

  frequencies(stem: string): Frequency[] {
    return this.#table.frequencies(stem);
  }

  declaring(name: string): string[] {
    return this.#names.declaring(name);
  }

  declaringWords(stems: readonly string[]): string[] {
    return this.#names.declaringWords(stems);
  }

  close(): void {
    this.clear();
  }
}
