import type { CodeIndex } from '../codeIndex.ts';
import { fileUses, type FileUse } from './fileUses.ts';

/** What files use stays at hand, of so many. */
const mostKept = 500;

/** How much may be parsed for one answer: files that are at hand cost nothing. */
export class ReadingAllowance {
  #files: number;
  #characters: number;

  /** In UTF-16 units. */
  constructor(files: number, characters: number) {
    this.#files = files;
    this.#characters = characters;
  }

  /** Whether a text may be parsed still. The first one always may. */
  take({ length }: string): boolean {
    if (this.#files <= 0 || this.#characters <= 0) return false;
    this.#files--;
    this.#characters -= length;
    return true;
  }
}

/** Reads what files use, when asked: the index keeps none of it. A text is parsed once. */
export class UseReader {
  readonly #index: Pick<CodeIndex, 'get'>;
  readonly #text: (path: string) => string | undefined;
  readonly #kept = new Map<string, { readonly hash: string; readonly uses: readonly FileUse[] | undefined }>();

  /** `text`: the present one, unsaved changes first. */
  constructor(index: Pick<CodeIndex, 'get'>, text: (path: string) => string | undefined) {
    this.#index = index;
    this.#text = text;
  }

  /** Undefined where a file cannot be read or parsed, or the allowance is used up. */
  uses(path: string, allowance: ReadingAllowance): readonly FileUse[] | undefined {
    const hash = this.#index.get(path)?.hash;
    if (hash === undefined) return undefined;
    const known = this.#kept.get(path);
    if (known?.hash === hash) return known.uses;
    const text = this.#text(path);
    if (text === undefined || !allowance.take(text)) return undefined;
    const uses = fileUses(path, text);
    this.#kept.delete(path);
    for (const oldest of this.#kept.keys()) if (this.#kept.size >= mostKept) this.#kept.delete(oldest);
    this.#kept.set(path, { hash, uses });
    return uses;
  }
}
