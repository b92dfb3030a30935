import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { EditBuffer } from '../signals/editBuffer.ts';
import { extractorVersion } from '../signals/deriveFile.ts';
import { StoreError, type FileStore } from '../signals/fileStore.ts';
import { guarded } from '../signals/guarded.ts';
import { MemoryStore } from '../signals/memoryStore.ts';
import { sqliteDatabase } from '../signals/sqlite.ts';
import { SqliteStore } from '../signals/sqliteStore.ts';
import type { Vocabulary } from '../signals/terms.ts';
import { makeFolder } from '../telemetry/jsonLines.ts';
import type { Workspace } from './api.ts';
import { memoryNotice } from './isInMemory.ts';

export interface OpenedStore {
  readonly store: FileStore;
  /** What people should know of it, following `index: `. */
  readonly notice?: string;
}

/** What decides, beside a text, what is derived from it. */
export const storeKey = ({ tracesTag, traceId, maxFileKilobytes }: Workspace): string =>
  createHash('sha1')
    .update(JSON.stringify([extractorVersion, tracesTag, traceId, maxFileKilobytes]))
    .digest('hex')
    .slice(0, 12);

const tooOld = `this Node.js ${process.versions.node} has no SQLite that fits; 22.16, 24 or newer keeps it between starts`;
const rebuilt = 'its file was damaged and has been built anew';

/**
 * Opens the index file of a state folder for one `key`: that of other keys (another extractor, other settings) is removed. Falls back to
 * memory and says so. Never throws.
 */
export function openStore(folder: string | undefined, key: string, vocabulary: Vocabulary): OpenedStore {
  if (folder === undefined) return { store: new MemoryStore(vocabulary) };
  const Database = sqliteDatabase();
  if (Database === undefined) return inMemory(vocabulary, tooOld);
  const file = path.join(folder, `index-${key}.db`);
  const open = (): FileStore => {
    prepareFile(folder, file);
    const store = new SqliteStore(
      guarded(() => new Database(file)),
      vocabulary,
    );
    return new EditBuffer(store, vocabulary);
  };
  try {
    return { store: open() };
  } catch (error) {
    if (!(error instanceof StoreError && error.kind === 'damaged') && !isFolder(file)) return inMemory(vocabulary, reasonOf(error));
  }
  return rebuiltStore(file, open, vocabulary);
}

/** After a `StoreError` in use: anew where the file was damaged, else in memory. */
export function reopenStore(folder: string | undefined, key: string, vocabulary: Vocabulary, error: StoreError): OpenedStore {
  if (folder === undefined || error.kind === 'unavailable') return inMemory(vocabulary, reasonOf(error));
  const file = path.join(folder, `index-${key}.db`);
  return rebuiltStore(file, () => openStore(folder, key, vocabulary).store, vocabulary);
}

function rebuiltStore(file: string, open: () => FileStore, vocabulary: Vocabulary): OpenedStore {
  try {
    removeFile(file);
    return { store: open(), notice: rebuilt };
  } catch (error) {
    return inMemory(vocabulary, reasonOf(error));
  }
}

const inMemory = (vocabulary: Vocabulary, reason: string): OpenedStore => ({
  store: new MemoryStore(vocabulary),
  notice: memoryNotice + reason,
});

const reasonOf = (error: unknown): string => `its file cannot be used (${error instanceof Error ? error.message : String(error)})`;

/** Readable by its owner alone, like every file of the state folder; SQLite gives its own files the same rights. */
function prepareFile(folder: string, file: string): void {
  makeFolder(folder);
  for (const name of fs.readdirSync(folder)) {
    if (/^index-\w+\.db$/u.test(name) && name !== path.basename(file)) removeFile(path.join(folder, name));
  }
  fs.closeSync(fs.openSync(file, 'a', 0o600));
}

function removeFile(file: string): void {
  for (const part of [file, `${file}-wal`, `${file}-shm`]) fs.rmSync(part, { recursive: true, force: true });
}

function isFolder(file: string): boolean {
  try {
    return fs.statSync(file).isDirectory();
  } catch {
    return false; // missing, or not ours to look at
  }
}
