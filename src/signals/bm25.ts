import type { TextStatistics } from './fileStore.ts';

/** How much a hit counts, by where it is. */
export const columnWeights = { path: 3, names: 2, body: 1 } as const;

const saturation = 1.2;
const normalisation = 0.75;
/** Words of more than half of all files would count against a file. */
const leastRarity = 1e-6;

/** As SQLite's FTS5 has it (its documentation, "The bm25() function"): both stores must choose the same files. */
export function rarity({ files }: TextStatistics, hits: number): number {
  const idf = Math.log((files - hits + 0.5) / (hits + 0.5));
  return idf <= 0 ? leastRarity : idf;
}

/** `frequency` is weighted by column; `length` counts the words of all columns. */
export function gain(ofRarity: number, frequency: number, length: number, { files, tokens }: TextStatistics): number {
  const average = tokens / files;
  return ofRarity * ((frequency * (saturation + 1)) / (frequency + saturation * (1 - normalisation + (normalisation * length) / average)));
}
