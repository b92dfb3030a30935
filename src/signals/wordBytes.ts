import { grown } from './grown.ts';
import type { Vocabulary } from './terms.ts';

/** Writes words as UTF-8, parted by blanks, without a string in between. */
export class WordBytes {
  readonly #vocabulary: Vocabulary;
  readonly #encoder = new TextEncoder();
  /** The stems' bytes one behind the other, each with its blank, and where each ends. */
  #stems = new Uint8Array(1 << 16);
  #ends = new Uint32Array(1 << 13);
  #known = 0;
  #written: Uint8Array = new Uint8Array(1 << 16);
  #used = 0;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /** All words in order. Valid until `clear`. */
  of(terms: Uint32Array): Uint8Array {
    this.#learn();
    const stems = this.#stems;
    const ends = this.#ends;
    const start = this.#used;
    let to = start;
    let room = this.#written;
    for (const term of terms) {
      const end = ends[term] ?? 0;
      let from = term === 0 ? 0 : (ends[term - 1] ?? 0);
      if (to + end - from > room.length) room = this.#makeRoom(to + end - from);
      while (from < end) room[to++] = stems[from++] ?? 0;
    }
    this.#used = to;
    return room.subarray(start, to);
  }

  /** Gives the room back. */
  clear(): void {
    this.#used = 0;
  }

  /** What was given out stays valid: it keeps the room it was written to. */
  #makeRoom(length: number): Uint8Array {
    const larger = new Uint8Array(Math.max(length, 2 * this.#written.length));
    larger.set(this.#written);
    return (this.#written = larger);
  }

  #learn(): void {
    for (; this.#known < this.#vocabulary.size; this.#known++) {
      const bytes = this.#encoder.encode(`${this.#vocabulary.stemOf(this.#known)} `);
      const start = this.#known === 0 ? 0 : (this.#ends[this.#known - 1] ?? 0);
      while (start + bytes.length > this.#stems.length) this.#stems = grown(this.#stems);
      if (this.#known === this.#ends.length) this.#ends = grown(this.#ends);
      this.#stems.set(bytes, start);
      this.#ends[this.#known] = start + bytes.length;
    }
  }
}
