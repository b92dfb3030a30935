import { allUnits } from './allUnits.ts';
import { grown } from './grown.ts';
import { stem, wordPattern } from './words.ts';

/** What occurs more often in a text is said to occur so often. */
export const mostCounted = 6_000;

/** Words of a text as term numbers with their counts, sorted by term. */
export interface TermCounts {
  readonly terms: Uint32Array;
  readonly counts: Uint16Array;
  /** How many words the text has. */
  readonly length: number;
}

/** For each UTF-16 unit whether it may be part of a word: letters, digits, and the halves of letters outside the basic plane. */
const inRun = new Uint8Array(65_536);
for (const { 0: run, index } of allUnits.matchAll(/[\p{L}0-9]+/gu)) inRun.fill(1, index, index + run.length);
inRun.fill(1, 0xd8_00, 0xe0_00);

/** What `wordPattern` means for letters of English. */
const plainWord = /[A-Z]+(?![a-z])\d*|[A-Z]?[a-z]+\d*/g;
const plain = /^[A-Za-z\d]*$/;

/** From which length on V8 makes a part of a string by pointing into it. */
const shortestPart = 13;

/** The table of runs has five places for each: its hash, where its units begin and end, where its terms begin and end. Free is what ends at 0. */
const stride = 8;

/**
 * Gives every stem a number, and a text's words as such numbers. The words are those of `wordPattern`, which cannot reach over what is
 * neither letter nor digit: so whole runs of those are hashed while the text is read, and the pattern is asked once for each new run.
 */
export class Vocabulary {
  readonly #stems: string[] = [];
  readonly #byStem = new Map<string, number>();
  readonly #byWord = new Map<string, number>();
  #table = new Int32Array(0);
  #runs = 0;
  #units = new Uint16Array(0);
  #unitsUsed = 1;
  #terms = new Uint32Array(0);
  #termsUsed = 0;
  #text = new Uint16Array(0);
  #bytes = Buffer.from(this.#text.buffer);
  #found = new Uint32Array(0);

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
    if (this.#table.length === 0) this.#begin();
    const { length } = text;
    const units = this.#load(text);
    let count = 0;
    for (let at = 0; at < length; at++) {
      if (inRun[units[at] ?? 0] === 0) continue;
      const from = at;
      let hash = 0;
      for (let unit = units[at] ?? 0; inRun[unit] === 1; unit = units[++at] ?? 0) hash = (Math.imul(hash, 31) + unit) | 0;
      const slot = this.#slotOf(units, from, at, (hash ^ (hash >>> 15)) & 0xff_ff_ff);
      count = this.#addTerms(slot < 0 ? this.#learn(~slot, text.slice(from, at), (hash ^ (hash >>> 15)) & 0xff_ff_ff) : slot, count);
    }
    return this.#found.subarray(0, count);
  }

  /** Room for the words of most workspaces: V8 compiles anew when it is replaced by larger one. A start that finds all as it was needs none. */
  #begin(): void {
    this.#table = new Int32Array(stride << 16);
    this.#units = new Uint16Array(1 << 18);
    this.#terms = new Uint32Array(1 << 17);
    this.#text = new Uint16Array(1 << 20);
    this.#bytes = Buffer.from(this.#text.buffer);
    this.#found = new Uint32Array(1 << 20);
  }

  /** Reading units from an array is several times faster than from a string. There is a 0 behind them. */
  #load(text: string): Uint16Array {
    while (this.#text.length <= text.length) {
      [this.#text, this.#found] = [grown(this.#text), grown(this.#found)];
      this.#bytes = Buffer.from(this.#text.buffer);
    }
    this.#bytes.write(text, 'utf16le');
    this.#text[text.length] = 0;
    return this.#text;
  }

  #addTerms(slot: number, count: number): number {
    const terms = this.#terms;
    const found = this.#found;
    const last = this.#table[slot + 4] ?? 0;
    let to = count;
    for (let at = this.#table[slot + 3] ?? 0; at < last; at++) found[to++] = terms[at] ?? 0;
    return to;
  }

  /** Where the run is in the table, or the complement of where it would be. */
  #slotOf(units: Uint16Array, from: number, end: number, hash: number): number {
    const table = this.#table;
    const known = this.#units;
    const mask = table.length - 1;
    let slot = (hash * stride) & mask;
    for (let last = table[slot + 2] ?? 0; last !== 0; last = table[slot + 2] ?? 0) {
      const start = table[slot + 1] ?? 0;
      if (table[slot] === hash && last - start === end - from) {
        let at = 0;
        while (from + at < end && known[start + at] === units[from + at]) at++;
        if (from + at === end) return slot;
      }
      slot = (slot + stride) & mask;
    }
    return ~slot;
  }

  /** Gives the run its place, which is the slot unless the table grew. */
  #learn(slot: number, run: string, hash: number): number {
    const start = this.#unitsUsed;
    const first = this.#termsUsed;
    this.#unitsUsed += run.length;
    while (this.#unitsUsed > this.#units.length) this.#units = grown(this.#units);
    for (let at = 0; at < run.length; at++) this.#units[start + at] = run.charCodeAt(at);
    for (const word of run.match(plain.test(run) ? plainWord : wordPattern) ?? []) {
      if (this.#termsUsed === this.#terms.length) this.#terms = grown(this.#terms);
      this.#terms[this.#termsUsed++] = this.#byWord.get(word) ?? this.#meet(word);
    }
    const table = this.#table;
    table[slot] = hash;
    table[slot + 1] = start;
    table[slot + 2] = this.#unitsUsed;
    table[slot + 3] = first;
    table[slot + 4] = this.#termsUsed;
    if (2 * stride * ++this.#runs <= this.#table.length) return slot;
    this.#grow();
    return this.#slotOf(this.#units.subarray(start, this.#unitsUsed), 0, run.length, hash);
  }

  #meet(word: string): number {
    // A copy: a part of a text would keep all of the text in memory. What is shorter is copied anyway.
    const copy = word.length < shortestPart ? word : Buffer.from(word).toString();
    const term = this.#intern(stem(copy.toLowerCase()));
    this.#byWord.set(copy, term);
    return term;
  }

  #intern(ofStem: string): number {
    const known = this.#byStem.get(ofStem);
    if (known !== undefined) return known;
    this.#byStem.set(ofStem, this.#stems.length);
    return this.#stems.push(ofStem) - 1;
  }

  #grow(): void {
    const old = this.#table;
    const table = new Int32Array(2 * old.length);
    const mask = table.length - 1;
    for (let from = 0; from < old.length; from += stride) {
      if (old[from + 2] === 0) continue;
      let slot = ((old[from] ?? 0) * stride) & mask;
      while (table[slot + 2] !== 0) slot = (slot + stride) & mask;
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
    counts[place] = Math.min((counts[place] ?? 0) + 1, mostCounted);
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
