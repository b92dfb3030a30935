import type { FieldLengths, FileTerms, Frequency } from './fileStore.ts';
import type { IndexedFile } from './indexedFile.ts';

/** Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), section 3.6: BM25F. */
const saturation = 1.2;
const fields = [
  { field: 'path', weight: 3, normalisation: 0.3 },
  { field: 'names', weight: 2.6, normalisation: 0.5 },
  { field: 'body', weight: 1, normalisation: 0.75 },
] as const satisfies readonly { field: keyof FileTerms; weight: number; normalisation: number }[];

export interface TextMatch {
  readonly file: IndexedFile;
  /** What each stem that matched gives. */
  readonly gains: ReadonlyMap<string, number>;
}

export interface TextMatches {
  /** Files that share a stem with the query, in no order. */
  readonly matches: readonly TextMatch[];
  /** Stems that stand in a path or a declared name of some file. */
  readonly inNames: ReadonlySet<string>;
}

/**
 * Full-text search over all files. SQLite's own `bm25()` divides by the length of whole rows, where a hit in a path counts the less the
 * longer the file is: 100 relevance tasks found the right file first in 62, with BM25F in 68. So what FTS5 gives are exact frequencies.
 */
export function matchText(
  files: readonly IndexedFile[],
  stems: readonly string[],
  frequencies: (stem: string) => readonly Frequency[],
): TextMatches {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const averages = averageLengths(files);
  const matches = new Map<IndexedFile, Map<string, number>>();
  const inNames = new Set<string>();
  for (const stem of stems) {
    const found = frequencies(stem).flatMap((one) => {
      const file = byPath.get(one.file);
      return file === undefined ? [] : [{ ...one, file }];
    });
    if (found.some(({ path, names }) => path + names > 0)) inNames.add(stem);
    const rarity = Math.log(1 + (files.length - found.length + 0.5) / (found.length + 0.5));
    for (const { file, ...counts } of found) {
      const weighted = weightedFrequency(counts, file.lengths, averages);
      const gains = matches.get(file) ?? new Map<string, number>();
      matches.set(file, gains.set(stem, (rarity * weighted) / (saturation + weighted)));
    }
  }
  return { matches: [...matches].map(([file, gains]) => ({ file, gains })), inNames };
}

function averageLengths(files: readonly IndexedFile[]): FieldLengths {
  const sums = { path: 0, names: 0, body: 0 };
  for (const { lengths } of files) for (const { field } of fields) sums[field] += lengths[field];
  for (const { field } of fields) sums[field] /= Math.max(1, files.length);
  return sums;
}

function weightedFrequency(counts: FieldLengths, lengths: FieldLengths, averages: FieldLengths): number {
  let sum = 0;
  for (const { field, weight, normalisation } of fields) {
    const norm = 1 - normalisation + (normalisation * lengths[field]) / Math.max(1, averages[field]);
    sum += (weight * counts[field]) / norm;
  }
  return sum;
}
