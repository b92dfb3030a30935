import crypto from 'node:crypto';
import { compare } from '../broker/contributor.ts';
import type { FolderLists } from '../workspace/folderLists.ts';
import { deriveFile, type FileContent, type SignalOptions } from './deriveFile.ts';
import { isIndexed } from './fileKind.ts';
import type { FileSignals, Import } from './fileSignals.ts';
import type { DerivedFile, FileProblem, FileStore, Stamp, StoreError } from './fileStore.ts';
import { StoredFile, type IndexedFile } from './indexedFile.ts';
import { MemoryStore } from './memoryStore.ts';
import { EditedTree } from './parseSource.ts';
import { Vocabulary } from './terms.ts';
import { matchText, type TextMatches } from './textMatch.ts';

export type { FileContent, SignalOptions } from './deriveFile.ts';
export type { IndexedFile } from './indexedFile.ts';

/** Signals that were asked for stay at hand, of so many files. */
const mostCached = 200;

/**
 * The code files and documents of a workspace with their signals and words, in a store or in memory. An edit re-derives one file; the same text is
 * never parsed twice. What the editor holds unsaved lies over what is stored and never enters the store, which others may share.
 */
export class CodeIndex {
  readonly vocabulary = new Vocabulary();
  readonly #options: SignalOptions;
  readonly #read: (path: string) => FileContent;
  /** What the store has, once somebody asked; use `#saved`. */
  #loaded: Map<string, StoredFile> | undefined = new Map();
  readonly #held = new Map<string, StoredFile>();
  readonly #unsaved = new MemoryStore(this.vocabulary);
  readonly #cache = new Map<string, FileSignals>();
  readonly #edited = new EditedTree();
  #store: FileStore = new MemoryStore(this.vocabulary);
  #folders: FolderLists = new Map();
  #isOutrun = false;
  #imports: Map<string, { readonly hash: string; readonly imports: readonly Import[] }> | undefined;
  #sorted: readonly IndexedFile[] | undefined;
  #version: string | undefined;

  /** `read` gives the present content of a file whose signals the store has lost. */
  constructor(options: SignalOptions, read: (path: string) => FileContent = () => ({ problem: 'is not there any more' })) {
    this.#options = options;
    this.#read = read;
  }

  /** Takes another store, and with it what an earlier run left. */
  use(store: FileStore): void {
    this.#store.close();
    this.#store = store;
    this.#loaded = undefined;
    this.#isOutrun = false;
    this.#cache.clear();
    this.#imports = undefined;
    this.#folders = new Map(store.folders().map((one) => [one.place, one]));
    this.#changed();
  }

  /** Loaded when it is asked for first: a start that finds nothing changed needs none of it. */
  get #saved(): Map<string, StoredFile> {
    if (this.#loaded === undefined) {
      this.#loaded = new Map(this.#store.load().map((head) => [head.path, new StoredFile(head, this.#storedSource)]));
      this.#isOutrun = this.#store.writtenByOthers() !== undefined;
    }
    return this.#loaded;
  }

  /** What was loaded is not what the digest told: another window has written in between. Until `forgetReplaced`. */
  get isOutrun(): boolean {
    return this.#isOutrun;
  }

  /**
   * Whether just these files with these stamps are stored, which is told without loading anything; not once it is loaded. `stamps`: of each
   * its time in milliseconds and its size.
   */
  isAsStored(paths: readonly string[], stamps: Float64Array): boolean {
    if (this.#loaded !== undefined) return false;
    const stored = this.#store.digest();
    return stored !== undefined && this.#store.size() === paths.length && stored === digestOf(paths, stamps);
  }

  /** `paths`: all that should be stored. Where they are, with a stamp each, the next start need not load them to know. */
  keepDigest(paths: readonly string[]): void {
    if (this.#loaded?.size !== paths.length) return;
    const stamps = new Float64Array(2 * paths.length);
    let place = 0;
    for (const path of paths) {
      const stamp = this.#loaded.get(path)?.stamp;
      if (stamp === undefined) return;
      stamps[place++] = stamp.mtime;
      stamps[place++] = stamp.size;
    }
    this.#store.keepDigest(digestOf(paths, stamps));
  }

  /** How the folders of the workspace were listed last. */
  get folders(): FolderLists {
    return this.#folders;
  }

  keepFolders(folders: FolderLists): void {
    const changed = [...folders.values()].filter((one) => this.#folders.get(one.place) !== one);
    const gone = [...this.#folders.keys()].filter((place) => !folders.has(place));
    this.#folders = folders;
    if (changed.length + gone.length > 0) this.#store.putFolders(changed, gone);
  }

  /** What made its store unusable, even where it cost only a part of an answer. */
  get failure(): StoreError | undefined {
    return this.#store.failure;
  }

  /** Sorted by path. */
  get files(): readonly IndexedFile[] {
    return (this.#sorted ??= [...this.#saved.values()]
      .map((file) => this.#held.get(file.path) ?? file)
      .concat(this.#alone())
      .sort((a, b) => compare(a.path, b.path)));
  }

  get size(): number {
    return this.#loaded === undefined ? this.#store.size() : this.#loaded.size + this.#alone().length;
  }

  /** Files of which signals are missing or incomplete, by path, and why. */
  get problems(): FileProblem[] {
    const found: FileProblem[] = this.#loaded === undefined ? [...this.#store.problems()] : [];
    for (const file of this.#loaded?.values() ?? []) {
      const { path, problem } = this.#held.get(file.path) ?? file;
      if (problem !== undefined) found.push({ path, problem });
    }
    for (const { path, problem } of this.#alone()) if (problem !== undefined) found.push({ path, problem });
    return found.sort((a, b) => compare(a.path, b.path));
  }

  /** What is held unsaved and not saved anywhere. */
  #alone(): StoredFile[] {
    return [...this.#held.values()].filter(({ path }) => !this.#saved.has(path));
  }

  get(path: string): IndexedFile | undefined {
    return this.#held.get(path) ?? this.#saved.get(path);
  }

  /** Full-text search. */
  search(stems: readonly string[]): TextMatches {
    return matchText(this.files, stems, (stem) => [
      ...this.#store.frequencies(stem).filter(({ file }) => !this.#held.has(file)),
      ...this.#unsaved.frequencies(stem),
    ]);
  }

  /** The files that declare the name, sorted by path. */
  declaring(name: string): IndexedFile[] {
    return this.#merged(this.#store.declaring(name), this.#unsaved.declaring(name));
  }

  /** The files that declare a name of just these words: `retryDelay` for the stems of "retry delay". Sorted by path. */
  declaringWords(stems: readonly string[]): IndexedFile[] {
    return this.#merged(this.#store.declaringWords(stems), this.#unsaved.declaringWords(stems));
  }

  /** Where something is unsaved, what is stored of it does not count. */
  #merged(stored: readonly string[], unsaved: readonly string[]): IndexedFile[] {
    const paths = [...unsaved, ...stored.filter((path) => !this.#held.has(path))];
    return paths.sort(compare).flatMap((path) => this.get(path) ?? []);
  }

  /** Changes exactly when a file's path or content does. */
  get version(): string {
    if (this.#version === undefined) {
      const all = this.files.map((file) => `${file.path}\0${file.hash}\0`).join('');
      this.#version = sha1(all).slice(0, 16);
    }
    return this.#version;
  }

  /** Forgets every file: the next `put` derives anew. */
  clear(): void {
    for (const path of this.#held.keys()) this.release(path);
    this.#store.clear();
    this.#loaded = new Map();
    this.#folders = new Map();
    this.#cache.clear();
    this.#imports = undefined;
    this.#changed();
  }

  /**
   * Forgets the files of which another window has stored another content, or nothing any more; whether there may be such: the next `put` stores
   * them again.
   */
  forgetReplaced(): boolean {
    const stored = this.#store.writtenByOthers();
    if (this.#isOutrun) {
      this.#isOutrun = false;
      return true;
    }
    if (stored === undefined) return false;
    if (this.#loaded === undefined) return true;
    const replaced = [...this.#saved.values()].filter(({ path, hash }) => stored.get(path) !== hash);
    for (const { path } of replaced) {
      this.#saved.delete(path);
      this.#imports?.delete(path);
    }
    if (replaced.length > 0) this.#changed();
    return replaced.length > 0;
  }

  /** Forgets what is not among `paths`. */
  keepOnly(paths: ReadonlySet<string>): void {
    for (const known of [this.#saved, this.#held]) for (const path of known.keys()) if (!paths.has(path)) this.remove(path);
  }

  remove(path: string): void {
    this.release(path);
    if (!this.#saved.delete(path)) return;
    this.#store.remove(path);
    this.#imports?.delete(path);
    this.#changed();
  }

  /** Whether the file was taken in with this time and size. */
  isCurrent(path: string, mtime: number, size: number): boolean {
    const known = this.#saved.get(path)?.stamp;
    return known !== undefined && known.mtime === mtime && known.size === size;
  }

  /** Takes in a file's saved content; what is neither code nor a document is ignored. */
  put(path: string, content: FileContent, stamp?: Stamp): void {
    if (!isIndexed(path)) return;
    const hash = hashOf(content);
    const known = this.#saved.get(path);
    if (known?.hash === hash) {
      if (stamp !== undefined) this.#store.touch(path, hash, stamp);
      known.stamp = stamp;
      return;
    }
    const file = this.#derive(path, content, hash, stamp, known && this.#edited);
    this.#store.put(file);
    this.#saved.set(path, new StoredFile(file, this.#storedSource));
    this.#imports?.set(path, { hash, imports: file.signals.imports });
    this.#changed();
  }

  /** Takes in what the editor holds unsaved. */
  hold(path: string, text: string): void {
    if (!isIndexed(path)) return;
    const hash = hashOf({ text });
    if (this.get(path)?.hash === hash) return;
    this.release(path);
    if (this.#saved.get(path)?.hash === hash) return;
    const file = this.#derive(path, { text }, hash, undefined, this.#edited);
    this.#unsaved.put(file);
    this.#held.set(path, new StoredFile(file, this.#heldSource));
    this.#changed();
  }

  /** The editor holds nothing of its own any more. */
  release(path: string): void {
    if (!this.#held.delete(path)) return;
    this.#unsaved.remove(path);
    this.#changed();
  }

  /** What was put is kept from here on. */
  flush(): void {
    this.#store.flush();
  }

  close(): void {
    this.#store.close();
  }

  readonly #heldSource = {
    signals: ({ path, hash }: IndexedFile): FileSignals => this.#unsaved.signals(path, hash) ?? this.#lost(path, hash),
    imports: (file: IndexedFile): readonly Import[] => file.signals.imports,
  };

  readonly #storedSource = {
    signals: ({ path, hash }: IndexedFile): FileSignals => {
      const known = this.#cache.get(`${path}\0${hash}`);
      if (known !== undefined) return known;
      const signals = this.#store.signals(path, hash) ?? this.#lost(path, hash);
      for (const oldest of this.#cache.keys()) if (this.#cache.size >= mostCached) this.#cache.delete(oldest);
      this.#cache.set(`${path}\0${hash}`, signals);
      return signals;
    },
    imports: (file: IndexedFile): readonly Import[] => {
      this.#imports ??= new Map(this.#store.imports().map((one) => [one.path, one]));
      const known = this.#imports.get(file.path);
      return known?.hash === file.hash ? known.imports : file.signals.imports;
    },
  };

  /** Another window has stored another content of it meanwhile. */
  #lost(path: string, hash: string): FileSignals {
    return this.#derive(path, this.#read(path), hash).signals;
  }

  #derive(path: string, content: FileContent, hash: string, stamp?: Stamp, edited?: EditedTree): DerivedFile {
    return deriveFile(path, content, hash, this.#options, this.vocabulary, stamp, edited);
  }

  #changed(): void {
    this.#sorted = undefined;
    this.#version = undefined;
  }
}

const hashOf = (content: FileContent): string => sha1('text' in content ? content.text : `\0${content.problem}`);

/** In one call where the Node.js is new enough: three times as fast on small texts. */
const sha1 =
  'hash' in crypto
    ? (text: string): string => crypto.hash('sha1', text)
    : (text: string): string => crypto.createHash('sha1').update(text).digest('hex');

const digestOf = (paths: readonly string[], stamps: Float64Array): string =>
  crypto.createHash('sha1').update(paths.join('\n')).update(new Uint8Array(stamps.buffer)).digest('base64');
