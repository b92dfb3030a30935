import fs from 'node:fs';
import path from 'node:path';
import { appendLine } from './appendLine.ts';

export interface LineLimits {
  /** The file is set aside beyond this size, in bytes. */
  readonly rotateAt: number;
  /** Files set aside that are kept. */
  readonly kept: number;
}

/**
 * A file of one JSON object a line, `NAME.jsonl` in a folder. Full files are renamed under a name of their own and the oldest removed.
 */
export class JsonLines {
  readonly #name: string;
  readonly #limits: LineLimits;

  constructor(name: string, limits: LineLimits) {
    this.#name = name;
    this.#limits = limits;
  }

  /** Throws where the line cannot be written whole: the caller decides what a lost record costs. */
  append(folder: string, record: object): void {
    makeFolder(folder);
    const file = path.join(folder, this.#current);
    const descriptor = fs.openSync(file, 'a+', 0o600);
    try {
      const { size } = fs.fstatSync(descriptor);
      appendLine(descriptor, record);
      if (size > this.#limits.rotateAt) this.#rotate(folder, file);
    } finally {
      fs.closeSync(descriptor);
    }
  }

  /**
   * Reads records newest first until `limit` are found. Blank, torn and malformed lines are skipped, as are records that `parse` refuses; lines
   * without `containing` are not even parsed.
   */
  read<Item>(folder: string, limit: number, parse: (value: unknown) => Item | undefined, containing = ''): Item[] {
    const found: Item[] = [];
    for (const name of [this.#current, ...this.#rotated(folder)]) {
      const lines = readLines(path.join(folder, name));
      for (let at = lines.length - 1; at >= 0 && found.length < limit; at--) {
        const line = lines[at] ?? '';
        const item = line.includes(containing) ? parseLine(line, parse) : undefined;
        if (item !== undefined) found.push(item);
      }
    }
    return found;
  }

  get #current(): string {
    return `${this.#name}.jsonl`;
  }

  #rotate(folder: string, file: string): void {
    const { rotateAt, kept } = this.#limits;
    if (fs.statSync(file).size <= rotateAt) return; // another window was faster
    const name = `${this.#name}-${new Date().toISOString().replaceAll(':', '-')}-${String(process.pid)}.jsonl`;
    fs.renameSync(file, path.join(folder, name));
    for (const old of this.#rotated(folder).slice(kept)) fs.rmSync(path.join(folder, old), { force: true });
  }

  /** Newest first: their names sort by time. */
  #rotated(folder: string): string[] {
    const ours = (name: string): boolean => name.startsWith(`${this.#name}-`) && /^[\w.-]+\.jsonl$/u.test(name);
    try {
      return fs.readdirSync(folder).filter(ours).sort().reverse();
    } catch {
      return []; // no folder, or none that may be read
    }
  }
}

/** For its owner alone. Level by level: where a file system takes no folders, Node's recursive way tries for ever. */
export function makeFolder(folder: string): void {
  if (fs.existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // another window was faster
  }
}

function readLines(file: string): string[] {
  try {
    return fs.readFileSync(file, 'utf8').split('\n');
  } catch {
    return []; // not there yet, or just rotated away
  }
}

const byteOrderMark = /^\ufeff/u;

function parseLine<Item>(line: string, parse: (value: unknown) => Item | undefined): Item | undefined {
  if (line.trim() === '') return undefined;
  try {
    return parse(JSON.parse(line.replace(byteOrderMark, '')));
  } catch {
    return undefined;
  }
}
