import { unitKind, unitKinds, wordEnd } from './wordEnd.ts';
import { stem, wordPattern } from './words.ts';

/** Words of a text as term numbers with their counts, sorted by term. */
export interface TermCounts {
  readonly terms: Uint32Array;
  readonly counts: Uint16Array;
  /** How many words the text has. */
  readonly length: number;
}

/**
 * Gives every stem a number, and a text's words as such numbers. The words are those of `wordPattern`, found by a scanner that hashes
 * while it reads: a word that was met before costs no string.
 */
export class Vocabulary {
  readonly #stems: string[] = [];
  readonly #byStem = new Map<string, number>();
  /** Open addressing: a slot holds the number of a word plus one. */
  #slots = new Uint32Array(1 << 14);
  #words = 0;
  /** Of each word: its hash, its stem, and where its units begin. */
  #hashes = new Uint32Array(1 << 13);
  #terms = new Uint32Array(1 << 13);
  #starts = new Uint32Array((1 << 13) + 1);
  #units = new Uint16Array(1 << 16);
  #found = new Uint32Array(1 << 14);
  #length = 0;

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
    this.#length = 0;
    if (!this.#scanUnits(text)) this.#scanByPattern(text);
    return this.#found.subarray(0, this.#length);
  }

  /** False where a letter lies outside the basic plane: there the pattern itself is needed. */
  #scanUnits(text: string): boolean {
    let at = 0;
    while (at < text.length) {
      const kind = unitKind(text.charCodeAt(at));
      if (kind === unitKinds.other || kind === unitKinds.digit) at++;
      else if (kind === unitKinds.surrogate) {
        if (/^\p{L}/u.test(text.slice(at, at + 2))) return false;
        at++;
      } else {
        const end = wordEnd(text, at);
        this.#add(this.#termAt(text, at, end));
        at = end;
      }
    }
    return true;
  }

  #scanByPattern(text: string): void {
    this.#length = 0;
    for (const [word] of text.matchAll(wordPattern)) this.#add(this.#intern(stem(word.toLowerCase())));
  }

  #add(term: number): void {
    if (this.#length === this.#found.length) this.#found = grown(this.#found);
    this.#found[this.#length++] = term;
  }

  #termAt(text: string, from: number, end: number): number {
    let hash = 0;
    for (let at = from; at < end; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
    hash = (hash ^ (hash >>> 15)) >>> 0;
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let word = this.#slots[slot] ?? 0; word !== 0; word = this.#slots[slot] ?? 0) {
      if (this.#hashes[word - 1] === hash && this.#isWord(word - 1, text, from, end)) return this.#terms[word - 1] ?? 0;
      slot = (slot + 1) & mask;
    }
    this.#slots[slot] = this.#words + 1;
    return this.#learn(text, from, end, hash);
  }

  #isWord(word: number, text: string, from: number, end: number): boolean {
    const start = this.#starts[word] ?? 0;
    if ((this.#starts[word + 1] ?? 0) - start !== end - from) return false;
    for (let at = from; at < end; at++) if (this.#units[start + at - from] !== text.charCodeAt(at)) return false;
    return true;
  }

  #learn(text: string, from: number, end: number, hash: number): number {
    const word = this.#words++;
    const term = this.#intern(stem(text.slice(from, end).toLowerCase()));
    const start = this.#starts[word] ?? 0;
    while (start + end - from > this.#units.length) this.#units = grown(this.#units);
    for (let at = from; at < end; at++) this.#units[start + at - from] = text.charCodeAt(at);
    this.#starts[word + 1] = start + end - from;
    this.#hashes[word] = hash;
    this.#terms[word] = term;
    if (this.#words === this.#hashes.length) this.#grow();
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
    [this.#hashes, this.#terms, this.#starts] = [grown(this.#hashes), grown(this.#terms), grown(this.#starts)];
    this.#slots = new Uint32Array(2 * this.#slots.length);
    const mask = this.#slots.length - 1;
    for (let word = 0; word < this.#words; word++) {
      let slot = (this.#hashes[word] ?? 0) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = word + 1;
    }
  }
}

/** Twice as long, with the same begin. */
function grown<Numbers extends Uint16Array | Uint32Array>(numbers: Numbers): Numbers {
  const larger = new (numbers.constructor as new (length: number) => Numbers)(2 * numbers.length);
  larger.set(numbers);
  return larger;
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
