import { wordsOf } from './words.ts';

/** Which files declare which names, in memory. */
export class NameTable {
  readonly #byName = new Map<string, Set<string>>();
  readonly #byWords = new Map<string, Set<string>>();
  readonly #namesOf = new Map<string, readonly string[]>();

  put(file: string, names: readonly string[]): void {
    this.remove(file);
    this.#namesOf.set(file, names);
    for (const name of names) {
      add(this.#byName, name, file);
      add(this.#byWords, wordsOf(name).join(' '), file);
    }
  }

  remove(file: string): void {
    for (const name of this.#namesOf.get(file) ?? []) {
      this.#byName.get(name)?.delete(file);
      this.#byWords.get(wordsOf(name).join(' '))?.delete(file);
    }
    this.#namesOf.delete(file);
  }

  clear(): void {
    for (const table of [this.#byName, this.#byWords, this.#namesOf]) table.clear();
  }

  declaring(name: string): string[] {
    return [...(this.#byName.get(name) ?? [])];
  }

  declaringWords(stems: readonly string[]): string[] {
    return [...(this.#byWords.get(stems.join(' ')) ?? [])];
  }
}

function add(table: Map<string, Set<string>>, key: string, file: string): void {
  const files = table.get(key);
  if (files === undefined) table.set(key, new Set([file]));
  else files.add(file);
}
