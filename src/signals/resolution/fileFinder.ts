import { isCode } from '../fileKind.ts';
import { within } from './places.ts';

/** In the order in which the compiler tries them. */
const extensions = ['.ts', '.tsx', '.d.ts', '.js', '.jsx', '.mts', '.d.mts', '.mjs', '.cts', '.d.cts', '.cjs'];

/** What an extension that is written may stand for, before itself. */
const sourcesOf: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.d.ts'],
  '.jsx': ['.tsx', '.ts', '.d.ts'],
  '.mjs': ['.mts', '.d.mts'],
  '.cjs': ['.cts', '.d.cts'],
};

const written = /\.[cm]?jsx?$/u;

/** Finds code files by the names that imports give them. */
export class FileFinder {
  readonly #files = new Set<string>();

  constructor(paths: readonly string[]) {
    for (const path of paths) if (isCode(path)) this.#files.add(path);
  }

  /** A file named with its extension, without it, or with that of the JavaScript it becomes. */
  file(name: string): string | undefined {
    const extension = written.exec(name)?.[0];
    if (extension !== undefined) {
      const stem = name.slice(0, -extension.length);
      for (const source of sourcesOf[extension] ?? []) if (this.#files.has(stem + source)) return stem + source;
    }
    if (this.#files.has(name)) return name;
    for (const one of extensions) if (this.#files.has(name + one)) return name + one;
    return undefined;
  }

  index(folder: string): string | undefined {
    return this.file(within(folder, 'index'));
  }
}
