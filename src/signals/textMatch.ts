import type { CodeIndex, IndexedFile } from './codeIndex.ts';
import { frequency, type TermCounts } from './terms.ts';

/** Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), section 3.6: BM25F. */
const saturation = 1.2;
const fields = [
  { of: (file: IndexedFile): TermCounts => file.pathTerms, weight: 3, normalisation: 0.3 },
  { of: (file: IndexedFile): TermCounts => file.nameTerms, weight: 2, normalisation: 0.5 },
  { of: (file: IndexedFile): TermCounts => file.bodyTerms, weight: 1, normalisation: 0.75 },
] as const;

export interface TextMatch {
  readonly file: IndexedFile;
  /** What each word that matched gives. */
  readonly gains: ReadonlyMap<string, number>;
}

export interface TextMatches {
  /** Files that share a word with the query, in no order. */
  readonly matches: readonly TextMatch[];
  /** Words that stand in a path or a declared name of some file. */
  readonly inNames: ReadonlySet<string>;
}

/** Scores the files that share a word with the query; those without are left out. */
export function bm25(index: CodeIndex, words: readonly string[]): TextMatches {
  const { files } = index;
  const averages = fields.map(({ of }) => files.reduce((sum, file) => sum + of(file).length, 0) / Math.max(1, files.length));
  const matches = new Map<IndexedFile, Map<string, number>>();
  const inNames = new Set<string>();
  for (const word of words) {
    const term = index.vocabulary.find(word);
    if (term === undefined) continue;
    const found = files.map((file) => ({ file, weighted: weightedFrequency(file, term, averages) })).filter(({ weighted }) => weighted > 0);
    const rarity = Math.log(1 + (files.length - found.length + 0.5) / (found.length + 0.5));
    if (found.some(({ file }) => frequency(file.pathTerms, term) + frequency(file.nameTerms, term) > 0)) inNames.add(word);
    for (const { file, weighted } of found) {
      const gains = matches.get(file) ?? new Map<string, number>();
      matches.set(file, gains.set(word, (rarity * weighted) / (saturation + weighted)));
    }
  }
  return { matches: [...matches].map(([file, gains]) => ({ file, gains })), inNames };
}

function weightedFrequency(file: IndexedFile, term: number, averages: readonly number[]): number {
  let sum = 0;
  for (const [place, { of, weight, normalisation }] of fields.entries()) {
    const counts = of(file);
    const count = frequency(counts, term);
    if (count > 0) sum += (weight * count) / (1 - normalisation + (normalisation * counts.length) / Math.max(1, averages[place] ?? 1));
  }
  return sum;
}
