import { grown } from './grown.ts';
import { WordScanner } from './wordScanner.ts';
import { stem, wordPattern } from './words.ts';

/** Words of a text as term numbers with their counts, sorted by term. */
export interface TermCounts {
  readonly terms: Uint32Array;
  readonly counts: Uint16Array;
  /** How many words the text has. */
  readonly length: number;
}

/** The table of words has four places for each: its hash, its stem's number plus one (0: a free slot), where its units begin and end. */
const stride = 4;

/**
 * Gives every stem a number, and a text's words as such numbers. The words are those of `wordPattern`, found by a scanner that hashes
 * while it reads: a word that was met before costs no string.
 */
export class Vocabulary {
  readonly #scanner = new WordScanner();
  readonly #stems: string[] = [];
  readonly #byStem = new Map<string, number>();
  #table = new Int32Array(stride << 14);
  #words = 0;
  #units = new Uint16Array(1 << 16);
  #unitsUsed = 0;
  #found = new Uint32Array(1 << 14);

  /** All numbers are below. */
  get size(): number {
    return this.#stems.length;
  }

  /** The number of a stem that some text has, else undefined. */
  find(ofStem: string): number | undefined {
    return this.#byStem.get(ofStem);
  }

  stemOf(term: number): string {
    return this.#stems[term] ?? '';
  }

  /** The words of a text, in order. Valid until the next call. */
  scan(text: string): Uint32Array {
    while (this.#found.length < text.length) this.#found = grown(this.#found);
    return this.#found.subarray(0, this.#scanUnits(text) ?? this.#scanByPattern(text));
  }

  /** How many words; undefined where a letter lies outside the basic plane: there the pattern itself is needed. */
  #scanUnits(text: string): number | undefined {
    const { length } = text;
    const [scanner, found] = [this.#scanner, this.#found];
    const units = scanner.load(text);
    let count = 0;
    let at = scanner.next(units, 0, length);
    while (at < length) {
      if (scanner.isSurrogate(units[at] ?? 0)) {
        if (/^\p{L}/u.test(text.slice(at, at + 2))) return undefined;
        at = scanner.next(units, at + 1, length);
      } else {
        const { end } = scanner;
        found[count++] = this.#termAt(units, at, end, scanner.hash);
        at = scanner.next(units, end, length);
      }
    }
    return count;
  }

  #scanByPattern(text: string): number {
    let count = 0;
    for (const [word] of text.matchAll(wordPattern)) this.#found[count++] = this.#intern(stem(word.toLowerCase()));
    return count;
  }

  #termAt(units: Uint16Array, from: number, end: number, hash: number): number {
    const [table, known] = [this.#table, this.#units];
    const mask = table.length - 1;
    let slot = (hash * stride) & mask;
    for (let term = table[slot + 1] ?? 0; term !== 0; term = table[slot + 1] ?? 0) {
      if (table[slot] === hash) {
        const start = table[slot + 2] ?? 0;
        if ((table[slot + 3] ?? 0) - start === end - from) {
          let at = 0;
          while (from + at < end && known[start + at] === units[from + at]) at++;
          if (from + at === end) return term - 1;
        }
      }
      slot = (slot + stride) & mask;
    }
    return this.#learn(slot, units.subarray(from, end), hash);
  }

  #learn(slot: number, units: Uint16Array, hash: number): number {
    const term = this.#intern(stem(Buffer.from(units.slice().buffer).toString('utf16le').toLowerCase()));
    const start = this.#unitsUsed;
    this.#unitsUsed += units.length;
    while (this.#unitsUsed > this.#units.length) this.#units = grown(this.#units);
    this.#units.set(units, start);
    this.#table.set([hash, term + 1, start, this.#unitsUsed], slot);
    if (2 * stride * ++this.#words > this.#table.length) this.#grow();
    return term;
  }

  #intern(ofStem: string): number {
    const known = this.#byStem.get(ofStem);
    if (known !== undefined) return known;
    // A copy: a part of a text would keep all of the text in memory.
    const copy = Buffer.from(ofStem).toString();
    this.#byStem.set(copy, this.#stems.length);
    return this.#stems.push(copy) - 1;
  }

  #grow(): void {
    const old = this.#table;
    const table = new Int32Array(2 * old.length);
    const mask = table.length - 1;
    for (let from = 0; from < old.length; from += stride) {
      if (old[from + 1] === 0) continue;
      let slot = ((old[from] ?? 0) * stride) & mask;
      while (table[slot + 1] !== 0) slot = (slot + stride) & mask;
      table.set(old.subarray(from, from + stride), slot);
    }
    this.#table = table;
  }
}

/** Counts equal terms. */
export function countTerms(found: Uint32Array): TermCounts {
  const sorted = found.slice().sort();
  let distinct = 0;
  for (let at = 0; at < sorted.length; at++) if (at === 0 || sorted[at] !== sorted[at - 1]) distinct++;
  const terms = new Uint32Array(distinct);
  const counts = new Uint16Array(distinct);
  let place = -1;
  for (const term of sorted) {
    if (place < 0 || terms[place] !== term) terms[++place] = term;
    counts[place] = Math.min((counts[place] ?? 0) + 1, 65_535);
  }
  return { terms, counts, length: found.length };
}

/** How often `term` occurs; a binary search. */
export function frequency({ terms, counts }: TermCounts, term: number): number {
  let low = 0;
  let high = terms.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((terms[middle] ?? 0) < term) low = middle + 1;
    else high = middle;
  }
  return terms[low] === term ? (counts[low] ?? 0) : 0;
}
