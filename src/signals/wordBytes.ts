import type { FileTerms } from './fileStore.ts';
import type { Vocabulary } from './terms.ts';

/** Writes words as UTF-8, parted by blanks, without a string in between. */
export class WordBytes {
  readonly #vocabulary: Vocabulary;
  readonly #encoder = new TextEncoder();
  /** The stems' bytes one behind the other, each with its blank. */
  #stems = new Uint8Array(1 << 16);
  #ends = new Uint32Array(1 << 13);
  #known = 0;
  #written = new Uint8Array(1 << 16);

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /** The bytes are valid during the call alone. */
  with(terms: FileTerms, use: (path: Uint8Array, names: Uint8Array, body: Uint8Array) => void): void {
    this.#learn();
    const path = this.#write(terms.path, 0);
    const names = this.#write(terms.names, path);
    const body = this.#write(terms.body, names);
    use(this.#written.subarray(0, path), this.#written.subarray(path, names), this.#written.subarray(names, body));
  }

  #learn(): void {
    for (; this.#known < this.#vocabulary.size; this.#known++) {
      const bytes = this.#encoder.encode(`${this.#vocabulary.stemOf(this.#known)} `);
      const start = this.#known === 0 ? 0 : (this.#ends[this.#known - 1] ?? 0);
      this.#stems = withRoom(this.#stems, start + bytes.length);
      this.#stems.set(bytes, start);
      if (this.#known === this.#ends.length) {
        const ends = new Uint32Array(2 * this.#ends.length);
        ends.set(this.#ends);
        this.#ends = ends;
      }
      this.#ends[this.#known] = start + bytes.length;
    }
  }

  #write(terms: Uint32Array, from: number): number {
    let at = from;
    for (const term of terms) {
      const end = this.#ends[term] ?? 0;
      const start = term === 0 ? 0 : (this.#ends[term - 1] ?? 0);
      if (at + end - start > this.#written.length) this.#written = withRoom(this.#written, at + end - start);
      for (let byte = start; byte < end; byte++) this.#written[at++] = this.#stems[byte] ?? 0;
    }
    return at;
  }
}

function withRoom(bytes: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  if (length <= bytes.length) return bytes;
  const larger = new Uint8Array(Math.max(length, 2 * bytes.length));
  larger.set(bytes);
  return larger;
}
