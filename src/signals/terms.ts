import { stem, wordPattern } from './words.ts';

/** Words of a text as term numbers with their counts, sorted by term. */
export interface TermCounts {
  readonly terms: Uint32Array;
  readonly counts: Uint16Array;
  /** How many words the text has. */
  readonly length: number;
}

/** Gives every stem a number, so that an index of many files stays small. */
export class Vocabulary {
  readonly #byWord = new Map<string, number>();
  readonly #byStem = new Map<string, number>();

  /** The number of a stem that some text has, else undefined. */
  find(ofStem: string): number | undefined {
    return this.#byStem.get(ofStem);
  }

  count(text: string): TermCounts {
    const counts = new Map<number, number>();
    let length = 0;
    for (const [match] of text.matchAll(wordPattern)) {
      const term = this.#termOf(match);
      counts.set(term, (counts.get(term) ?? 0) + 1);
      length++;
    }
    const terms = Uint32Array.from(counts.keys()).sort();
    return { terms, counts: Uint16Array.from(terms, (term) => Math.min(counts.get(term) ?? 0, 65_535)), length };
  }

  #termOf(raw: string): number {
    const known = this.#byWord.get(raw);
    if (known !== undefined) return known;
    const stemmed = stem(raw.toLowerCase());
    const term = this.#byStem.get(stemmed) ?? this.#byStem.size;
    this.#byStem.set(stemmed, term);
    this.#byWord.set(raw, term);
    return term;
  }
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
