import { grown } from './grown.ts';
import { mostCounted, type Vocabulary } from './terms.ts';

/** Behind a word that is written once for all its occurrences: this character, which is no letter, or one of those after it. */
const firstMark = 0xe0_00;
/** In UTF-8. */
const markBytes = 3;

/** Between which all the marked forms of a stem lie, and no other stem. */
export const markedRange = (stem: string): [from: string, to: string] => [
  stem + String.fromCharCode(firstMark),
  stem + String.fromCharCode(firstMark + mostCounted),
];

/** How often a word occurs that was written once. */
export const markedCount = (word: string): number => word.charCodeAt(word.length - 1) - firstMark;

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
  #counts = new Uint32Array(1 << 13);
  #distinct = new Uint32Array(1 << 13);

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

  /** Each word once, with a mark that says how often it occurs: a sixth of the words to be indexed. Valid until `clear`. */
  counted(terms: Uint32Array): Uint8Array {
    this.#learn();
    const distinct = this.#count(terms);
    const counts = this.#counts;
    const start = this.#used;
    let to = start;
    let room = this.#written;
    for (let at = 0; at < distinct; at++) {
      const term = this.#distinct[at] ?? 0;
      const count = firstMark + Math.min(counts[term] ?? 0, mostCounted);
      counts[term] = 0;
      const end = (this.#ends[term] ?? 0) - 1;
      let from = term === 0 ? 0 : (this.#ends[term - 1] ?? 0);
      if (to + end - from + markBytes >= room.length) room = this.#makeRoom(to + end - from + markBytes + 1);
      while (from < end) room[to++] = this.#stems[from++] ?? 0;
      room[to++] = 0xe0 | (count >> 12);
      room[to++] = 0x80 | ((count >> 6) & 0x3f);
      room[to++] = 0x80 | (count & 0x3f);
      room[to++] = 0x20;
    }
    this.#used = to;
    return room.subarray(start, to);
  }

  #count(terms: Uint32Array): number {
    while (this.#counts.length < this.#known) [this.#counts, this.#distinct] = [grown(this.#counts), grown(this.#distinct)];
    const counts = this.#counts;
    let distinct = 0;
    for (const term of terms) {
      const count = counts[term] ?? 0;
      if (count === 0) this.#distinct[distinct++] = term;
      counts[term] = count + 1;
    }
    return distinct;
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
