import type { FolderList } from '../workspace/folderLists.ts';
import { distinctNames } from './deriveFile.ts';
import { packImports, packSignals, unpackImports, unpackSignals } from './packSignals.ts';
import { StoreError, type DerivedFile, type FileHead, type FileProblem, type FileStore, type Frequency, type Stamp } from './fileStore.ts';
import type { FileSignals, Import } from './fileSignals.ts';
import { guarded } from './guarded.ts';
import { folderOf, folderRow, headOf, headRow } from './rows.ts';
import type { Database, SqlValue, Statement } from './sqlite.ts';
import { emptied, queries, schema, settings, vocabulary as places } from './sqliteSchema.ts';
import type { Vocabulary } from './terms.ts';
import { markedCount, markedRange, WordBytes } from './wordBytes.ts';
import { isMadeOf, wordsOf } from './words.ts';

/** Files are written together, so that a kill costs at most these. */
const batch = 200;

type Query = keyof typeof queries;

interface Touch {
  readonly touched: Stamp;
  readonly hash: string;
}

/** A file that waits to be written. */
interface Waiting extends FileHead {
  readonly imports: string;
  readonly names: string;
  readonly signals: string;
  readonly words: readonly [path: Uint8Array, names: Uint8Array, body: Uint8Array];
}

/**
 * Keeps everything in a database, which other windows may be using as well: rows are valid only for the hash they carry, transactions
 * are short. What was put is written when a batch is full, and at `flush`.
 */
export class SqliteStore implements FileStore {
  failure: StoreError | undefined;
  readonly #database: Database;
  readonly #bytes: WordBytes;
  readonly #statements = new Map<Query, Statement>();
  readonly #waiting = new Map<string, Waiting | Touch | 'removed'>();
  readonly #paths = new Map<number, string>();
  #hasPlaces = false;
  #others: SqlValue | undefined;
  #compared: SqlValue | undefined;

  constructor(database: Database, vocabulary: Vocabulary) {
    this.#database = database;
    this.#bytes = new WordBytes(vocabulary);
    try {
      guarded(() => {
        database.exec(settings);
        if (!this.#isComplete())
          this.#transaction(() => {
            this.#create();
          });
      });
    } catch (error) {
      this.close();
      throw error;
    }
  }

  load(): readonly FileHead[] {
    return this.#guarded(() => {
      this.#others = this.#version();
      this.#compared ??= this.#others; // else the digest told what is stored, and whoever wrote since is still to be noticed
      this.#paths.clear();
      return this.#rows('heads').map((row) => {
        this.#paths.set(Number(row[0]), String(row[1]));
        return headOf(row);
      });
    });
  }

  size(): number {
    return this.#guarded(() => Number(this.#query('size').get()?.[0]));
  }

  problems(): FileProblem[] {
    return this.#guarded(() => this.#rows('problems').map(([path, problem]) => ({ path: String(path), problem: String(problem) })));
  }

  digest(): string | undefined {
    return this.#guarded(() => {
      this.#compared = this.#version();
      const digest = this.#query('digest').get()?.[0];
      return typeof digest === 'string' ? digest : undefined;
    });
  }

  keepDigest(digest: string): void {
    this.#guarded(() => {
      if (this.#query('digest').get()?.[0] === digest) return;
      this.#transaction(() => {
        if (this.#version() !== this.#compared) return;
        this.#query('removeDigest').run();
        this.#query('putDigest').run(digest);
      });
    });
  }

  put(file: DerivedFile): void {
    const { signals, terms, ...head } = file;
    const bytes = this.#bytes;
    this.#waiting.set(file.path, {
      ...head,
      imports: packImports(signals.imports),
      names: `\n${distinctNames(signals).join('\n')}\n`,
      signals: packSignals(signals),
      words: [bytes.of(terms.path), bytes.of(terms.names), bytes.counted(terms.body)],
    });
    if (this.#waiting.size >= batch) this.flush();
  }

  touch(path: string, hash: string, stamp: Stamp): void {
    const waiting = this.#waiting.get(path);
    const isHere = typeof waiting === 'object' && 'words' in waiting;
    this.#waiting.set(path, isHere ? { ...waiting, stamp } : { touched: stamp, hash });
  }

  remove(path: string): void {
    this.#waiting.set(path, 'removed');
  }

  clear(): void {
    this.#forget();
    this.#paths.clear();
    this.#guarded(() => {
      this.#transaction(() => {
        this.#database.exec(emptied);
      });
    });
  }

  folders(): FolderList[] {
    return this.#guarded(() => this.#rows('folders').map(folderOf));
  }

  putFolders(changed: readonly FolderList[], gone: readonly string[]): void {
    this.#guarded(() => {
      this.#transaction(() => {
        for (const one of changed) this.#query('putFolder').run(...folderRow(one));
        for (const place of gone) this.#query('removeFolder').run(place);
      });
    });
  }

  flush(): void {
    if (this.#waiting.size === 0) return;
    this.#guarded(() => {
      this.#transaction(() => {
        this.#query('removeDigest').run();
        for (const [path, change] of this.#waiting) this.#write(path, change);
      });
    });
    this.#forget();
  }

  writtenByOthers(): ReadonlyMap<string, string> | undefined {
    return this.#guarded(() => {
      const version = this.#version();
      if (version === this.#compared) return undefined;
      this.flush();
      this.#compared = version;
      return new Map(this.#rows('hashes').map(([path, hash]) => [String(path), String(hash)]));
    });
  }

  signals(path: string, hash: string): FileSignals | undefined {
    this.flush();
    return this.#guarded(() => {
      const row = this.#query('signals').get(path, hash);
      if (row === undefined) return undefined;
      return unpackSignals(String(row[0]), unpackImports(JSON.parse(String(row[1])) as unknown[]));
    });
  }

  imports(): { path: string; hash: string; imports: readonly Import[] }[] {
    this.flush();
    return this.#guarded(() => {
      const rows = this.#rows('imports');
      const all = JSON.parse(`[${rows.map((row) => String(row[2])).join()}]`) as unknown[][];
      return rows.map(([path, hash], place) => ({ path: String(path), hash: String(hash), imports: unpackImports(all[place] ?? []) }));
    });
  }

  frequencies(stem: string): Frequency[] {
    this.flush();
    return this.#guarded(() => {
      this.#openPlaces();
      const found = new Map<SqlValue | undefined, { path: number; names: number; body: number }>();
      for (const [id, path, names] of this.#rows('frequencies', stem)) found.set(id, { path: Number(path), names: Number(names), body: 0 });
      for (const [id, word] of this.#rows('counts', ...markedRange(stem))) {
        const body = markedCount(String(word));
        found.set(id, { path: 0, names: 0, ...found.get(id), body });
      }
      return [...found].flatMap(([id, counts]) => this.#pathOf(id).map((file) => ({ file, ...counts })));
    });
  }

  declaring(name: string): string[] {
    this.flush();
    const stems = wordsOf(name);
    const line = `\n${name}\n`;
    return this.#guarded(() => {
      const rows =
        stems.length === 0 ? this.#rows('declaringAny', line) : this.#rows('declaring', `names : ${quoted(stems.join(' '))}`, line);
      return rows.flatMap(([id]) => this.#pathOf(id));
    });
  }

  declaringWords(stems: readonly string[]): string[] {
    this.flush();
    return this.#guarded(() =>
      this.#rows('declaredNames', `names : ${quoted(stems.join(' '))}`).flatMap(([id, names]) =>
        String(names)
          .split('\n')
          .some((name) => isMadeOf(name, stems))
          ? this.#pathOf(id)
          : [],
      ),
    );
  }

  close(): void {
    try {
      this.#database.close();
    } catch {
      // it was of no use any more
    }
  }

  /** A start does without. */
  #openPlaces(): void {
    if (!this.#hasPlaces) this.#database.exec(places);
    this.#hasPlaces = true;
  }

  /** Remembers what went wrong: whoever catches it for one block must not hide it from the index. */
  #guarded<Result>(work: () => Result): Result {
    try {
      return guarded(work);
    } catch (error) {
      if (error instanceof StoreError) this.failure ??= error;
      throw error;
    }
  }

  #forget(): void {
    this.#waiting.clear();
    this.#bytes.clear();
  }

  /** Another window may have been faster. */
  #create(): void {
    if (!this.#isComplete()) this.#database.exec(schema);
  }

  /** A file that has lost a table says of what it still has that all is well. */
  #isComplete(): boolean {
    const found = this.#database
      .prepare("SELECT name FROM sqlite_schema WHERE name IN ('files', 'facts', 'folders', 'digest', 'words')")
      .all().length;
    if (found > 0 && found < 5) throw new StoreError('damaged', 'tables are missing');
    return found === 5;
  }

  #transaction(work: () => void): void {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      work();
      this.#database.exec('COMMIT');
    } catch (error) {
      try {
        this.#database.exec('ROLLBACK');
      } catch {
        // the first error says what is wrong
      }
      throw error;
    }
  }

  #write(path: string, change: Waiting | Touch | 'removed'): void {
    const [id, hash] = this.#query('known').get(path) ?? [];
    if (change === 'removed') {
      if (id !== undefined) this.#remove(id);
    } else if ('touched' in change) {
      if (id !== undefined && hash === change.hash) this.#query('touch').run(change.touched.mtime, change.touched.size, id);
    } else if (id === undefined || hash !== change.hash) this.#replace(change, id);
    else {
      // Another window was faster.
      this.#paths.set(Number(id), path);
      this.#query('touch').run(change.stamp?.mtime ?? null, change.stamp?.size ?? null, id);
    }
  }

  #remove(id: SqlValue): void {
    this.#query('removeWords').run(id);
    this.#query('removeFacts').run(id);
    this.#query('removeFile').run(id);
    this.#paths.delete(Number(id));
  }

  #replace(file: Waiting, known: SqlValue | undefined): void {
    if (known !== undefined) this.#query('removeWords').run(known);
    const { lastInsertRowid } = this.#query(known === undefined ? 'insertFile' : 'updateFile').run(...headRow(file, file.imports));
    const id = known ?? Number(lastInsertRowid);
    this.#query('putFacts').run(file.names, file.signals, id);
    this.#query('insertWords').run(...file.words, id);
    this.#paths.set(Number(id), file.path);
  }

  /** Of rows that another window wrote, ids are looked up again. */
  #pathOf(id: SqlValue | undefined): string[] {
    let path = this.#paths.get(Number(id));
    if (path === undefined && this.#others !== (this.#others = this.#version())) {
      for (const [other, its] of this.#rows('ids')) this.#paths.set(Number(other), String(its));
      path = this.#paths.get(Number(id));
    }
    return path === undefined ? [] : [path];
  }

  /** Changes when another connection writes. */
  #version(): SqlValue | undefined {
    return this.#query('version').get()?.[0];
  }

  #rows(query: Query, ...values: SqlValue[]): SqlValue[][] {
    return this.#query(query).all(...values);
  }

  #query(name: Query): Statement {
    const known = this.#statements.get(name);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(queries[name]);
    statement.setReturnArrays(true);
    this.#statements.set(name, statement);
    return statement;
  }
}

const quoted = (text: string): string => `"${text}"`;
