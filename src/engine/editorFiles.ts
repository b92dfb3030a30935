import fs from 'node:fs';
import path from 'node:path';
import { plainText } from '../workspace/readFile.ts';
import type { Change } from './api.ts';
import type { WorkspaceRoots } from './workspaceRoots.ts';

/** Changes that are remembered as the most recent. */
const mostRecent = 50;

/** What the editor has beyond the disk: what it holds unsaved, and which files changed lately. */
export class EditorFiles {
  readonly #roots: WorkspaceRoots;
  readonly #unsaved = new Map<string, string>();
  /** In the order of change. */
  readonly #recent = new Set<string>();

  constructor(roots: WorkspaceRoots) {
    this.#roots = roots;
  }

  note({ path: absolute, text }: Change): void {
    if (text === undefined) this.#unsaved.delete(absolute);
    else this.#unsaved.set(absolute, plainText(text));
    this.#recent.delete(absolute);
    this.#recent.add(absolute);
    for (const oldest of this.#recent) if (this.#recent.size > mostRecent) this.#recent.delete(oldest);
  }

  /** Whether nothing is unsaved. */
  get holdsNone(): boolean {
    return this.#unsaved.size === 0;
  }

  /** What is held unsaved of a file. */
  text(absolute: string): string | undefined {
    return this.#unsaved.get(absolute);
  }

  /** Files of the workspace that are not on the disk yet, or not any more. */
  unwritten(): string[] {
    return [...this.#unsaved.keys()].filter((absolute) => this.#hasRoom(absolute)).flatMap((absolute) => this.#roots.namesLetIn(absolute));
  }

  /** What a person works on is answered from first. */
  recentFirst(files: readonly string[]): readonly string[] {
    const recent = [...this.#unsaved.keys(), ...[...this.#recent].reverse()];
    if (recent.length === 0) return files;
    const first = new Set(recent.flatMap((absolute) => this.#roots.names(absolute)));
    return [...files.filter((file) => first.has(file)), ...files.filter((file) => !first.has(file))];
  }

  /** Whether a file may come to lie there: what is on the way are folders, and no links, which are not followed. */
  #hasRoom(absolute: string): boolean {
    const root = this.#roots.all.find((one) => absolute.startsWith(path.join(one.path, path.sep)));
    if (root === undefined || linkStat(absolute) !== undefined) return false;
    for (let at = path.dirname(absolute); at.length > root.path.length; at = path.dirname(at))
      if (linkStat(at)?.isDirectory() === false) return false;
    return true;
  }
}

/** Undefined where there is none. */
function linkStat(absolute: string): fs.Stats | undefined {
  try {
    return fs.lstatSync(absolute, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
