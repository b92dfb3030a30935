/** What we use of `node:sqlite`, which the types of the oldest Node.js do not have. */
export interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

export type SqlValue = string | number | null | Uint8Array;

export interface Statement {
  run(...values: SqlValue[]): { readonly lastInsertRowid: number | bigint };
  /** Rows as arrays, once that was set. */
  all(...values: SqlValue[]): SqlValue[][];
  get(...values: SqlValue[]): SqlValue[] | undefined;
  setReturnArrays(enabled: boolean): void;
}

type DatabaseClass = new (file: string) => Database;

let loaded: { readonly Database: DatabaseClass | undefined } | undefined;

/** Loaded on first use; undefined where this Node.js has none that we can use (before 22.16, or 24 without it). */
export function sqliteDatabase(): DatabaseClass | undefined {
  loaded ??= { Database: load() };
  return loaded.Database;
}

function load(): DatabaseClass | undefined {
  // It announces itself as experimental: nothing that whoever runs the command line could act upon.
  const emitWarning = Object.getOwnPropertyDescriptor(process, 'emitWarning');
  process.emitWarning = () => undefined;
  try {
    const { DatabaseSync, StatementSync } = process.getBuiltinModule('node:sqlite') as {
      readonly DatabaseSync: DatabaseClass;
      readonly StatementSync: { readonly prototype: object };
    };
    return 'setReturnArrays' in StatementSync.prototype ? DatabaseSync : undefined;
  } catch {
    return undefined; // an older Node.js
  } finally {
    if (emitWarning !== undefined) Object.defineProperty(process, 'emitWarning', emitWarning);
  }
}
