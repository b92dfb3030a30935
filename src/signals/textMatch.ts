import type { IndexedFile } from './codeIndex.ts';

export interface TextMatch {
  readonly file: IndexedFile;
  readonly score: number;
  /** The words that matched, the most telling first. */
  readonly words: readonly string[];
}

/** Adds up what each word of a query gives to files. */
export class MatchSum {
  readonly #gains = new Map<string, { readonly word: string; readonly gain: number }[]>();

  add(path: string, word: string, gain: number): void {
    const all = this.#gains.get(path);
    if (all === undefined) this.#gains.set(path, [{ word, gain }]);
    else all.push({ word, gain });
  }

  /** In no order; files that are not there any more are left out. */
  matches(fileAt: (path: string) => IndexedFile | undefined): TextMatch[] {
    const matches: TextMatch[] = [];
    for (const [path, gains] of this.#gains) {
      const file = fileAt(path);
      if (file === undefined) continue;
      const score = gains.reduce((sum, { gain }) => sum + gain, 0);
      matches.push({ file, score, words: gains.sort((a, b) => b.gain - a.gain).map(({ word }) => word) });
    }
    return matches;
  }
}
