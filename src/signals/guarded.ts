import { StoreError } from './fileStore.ts';

/** Result codes of SQLite: a plain error (of its tables), a malformed database, not a database. */
const damage: ReadonlySet<number> = new Set([1, 11, 26]);

/** Turns what SQLite throws, and what cannot be read of what it gives, into a `StoreError`. */
export function guarded<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof StoreError) throw error;
    const code = (error as { readonly errcode?: unknown }).errcode;
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof SyntaxError || (typeof code === 'number' && damage.has(code & 0xff))) throw new StoreError('damaged', message);
    if (typeof code === 'number') throw new StoreError('unavailable', message);
    throw error;
  }
}
