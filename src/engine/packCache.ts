import { createHash } from 'node:crypto';
import type { CacheUse } from './api.ts';

/** Entries hold the texts of whole blocks. */
const mostEntries = 24;

/** What earlier turns worked out and a turn with the same question on the same files need not work out again. */
export class PackCache {
  readonly #entries = new Map<string, unknown>();

  /** The view of one turn, which counts its hits and misses. */
  turn(): TurnCache {
    return new TurnCache(this.#entries);
  }
}

/** Stands for plain data, however large, in a key. */
export const fingerprintOf = (data: readonly unknown[]): string => createHash('sha1').update(JSON.stringify(data)).digest('hex');

export class TurnCache {
  readonly #entries: Map<string, unknown>;
  #hits = 0;
  #misses = 0;

  constructor(entries: Map<string, unknown>) {
    this.#entries = entries;
  }

  get use(): CacheUse {
    return { hits: this.#hits, misses: this.#misses };
  }

  /** `compute` must depend on nothing but `key`, which is plain data. */
  get<Value>(key: readonly unknown[], compute: () => Value): Value {
    const hash = fingerprintOf(key);
    const isKnown = this.#entries.has(hash);
    if (isKnown) this.#hits++;
    else this.#misses++;
    const value = isKnown ? (this.#entries.get(hash) as Value) : compute();
    this.#entries.delete(hash);
    this.#entries.set(hash, value);
    for (const oldest of this.#entries.keys()) if (this.#entries.size > mostEntries) this.#entries.delete(oldest);
    return value;
  }
}
