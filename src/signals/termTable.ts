import type { FileTerms, Frequency } from './fileStore.ts';
import { countTerms, frequency, type TermCounts, type Vocabulary } from './terms.ts';

type Row = Readonly<Record<keyof FileTerms, TermCounts>>;

/** The words of files in memory. */
export class TermTable {
  readonly #vocabulary: Vocabulary;
  readonly #rows = new Map<string, Row>();

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  put(file: string, { path, names, body }: FileTerms): void {
    this.#rows.set(file, { path: countTerms(path), names: countTerms(names), body: countTerms(body) });
  }

  remove(file: string): void {
    this.#rows.delete(file);
  }

  clear(): void {
    this.#rows.clear();
  }

  frequencies(stem: string): Frequency[] {
    const term = this.#vocabulary.find(stem);
    if (term === undefined) return [];
    const found: Frequency[] = [];
    for (const [file, row] of this.#rows) {
      const [path, names, body] = [frequency(row.path, term), frequency(row.names, term), frequency(row.body, term)];
      if (path + names + body > 0) found.push({ file, path, names, body });
    }
    return found;
  }
}
