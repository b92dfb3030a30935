import { columnWeights, gain, rarity } from './bm25.ts';
import type { FileTerms, TextStatistics } from './fileStore.ts';
import { countTerms, frequency, type TermCounts, type Vocabulary } from './terms.ts';

type Row = Readonly<Record<keyof FileTerms, TermCounts>> & { readonly length: number };

const columns = Object.entries(columnWeights) as (readonly [keyof FileTerms, number])[];

/** Full-text search in memory. */
export class TermTable {
  readonly #vocabulary: Vocabulary;
  readonly #rows = new Map<string, Row>();
  #tokens = 0;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  get statistics(): TextStatistics {
    return { files: this.#rows.size, tokens: this.#tokens };
  }

  put(path: string, terms: FileTerms): void {
    this.remove(path);
    const length = terms.path.length + terms.names.length + terms.body.length;
    this.#rows.set(path, { path: countTerms(terms.path), names: countTerms(terms.names), body: countTerms(terms.body), length });
    this.#tokens += length;
  }

  remove(path: string): void {
    this.#tokens -= this.#rows.get(path)?.length ?? 0;
    this.#rows.delete(path);
  }

  clear(): void {
    this.#rows.clear();
    this.#tokens = 0;
  }

  /** Scored among its own rows, or as if they belonged to others, of which `hits` have the stem. */
  matches(stem: string, among?: TextStatistics & { readonly hits: number }): (readonly [path: string, gain: number])[] {
    const term = this.#vocabulary.find(stem);
    if (term === undefined) return [];
    const found: { path: string; weighted: number; length: number }[] = [];
    for (const [path, row] of this.#rows) {
      const weighted = columns.reduce((sum, [column, weight]) => sum + weight * frequency(row[column], term), 0);
      if (weighted > 0) found.push({ path, weighted, length: row.length });
    }
    const statistics = among ?? this.statistics;
    const ofRarity = rarity(statistics, among?.hits ?? found.length);
    return found.map(({ path, weighted, length }) => [path, gain(ofRarity, weighted, length, statistics)]);
  }
}
