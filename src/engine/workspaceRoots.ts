import fs from 'node:fs';
import path from 'node:path';
import { leadsOut } from '../workspace/leadsOut.ts';
import { controlCharacters, isPrivateIn, standingOf } from '../workspace/scan.ts';
import type { Workspace } from './api.ts';

/** The folders of a workspace, and what files in them are called: by their path in the folder, behind its name where there are several. */
export class WorkspaceRoots {
  readonly all: Workspace['roots'];
  /** What the paths of each root begin with. */
  readonly prefixes: readonly string[];
  readonly #exclude: readonly string[];
  /** Of each root, with a separator at its end. */
  readonly #folders: readonly string[];
  /** How much of the path of each file is that of the innermost folder around all roots, in characters. */
  readonly #shared: number;

  constructor({ roots, exclude }: Workspace) {
    this.all = withDistinctNames(roots);
    this.#exclude = exclude;
    this.prefixes = this.all.map((root) => this.#prefixOf(root));
    this.#folders = this.all.map((root) => path.join(root.path, path.sep));
    this.#shared = sharedLength(this.#folders);
  }

  /** Workspace-relative with forward slashes; undefined outside the workspace. */
  relative(absolute: string): string | undefined {
    return this.names(absolute)[0];
  }

  /** The same below each root: one may lie in another. */
  names(absolute: string): string[] {
    return this.#insides(absolute).map(({ root, inside }) => this.#prefixOf(root) + inside);
  }

  /** Those of its names that the ignore rules let in. */
  namesLetIn(absolute: string): string[] {
    const letIn = this.#insides(absolute).filter(
      ({ root, inside }) => !controlCharacters.test(inside) && standingOf(root.path, inside, this.#exclude) === 'in',
    );
    return letIn.map(({ root, inside }) => this.#prefixOf(root) + inside);
  }

  #insides(absolute: string): { readonly root: Workspace['roots'][number]; readonly inside: string }[] {
    const all = this.all.map((root) => ({ root, inside: withSlashes(path.relative(root.path, absolute)) }));
    return all.filter(({ inside }) => inside !== '' && !leadsOut(inside));
  }

  /** Where a file is that `relative` would call so, whether it is there or not. What is absolute stays as it is; undefined without a root. */
  absolute(file: string): string | undefined {
    if (path.isAbsolute(file)) return path.normalize(file);
    const named = this.all.length > 1 ? this.all.find((root) => file.startsWith(this.#prefixOf(root))) : undefined;
    const root = named ?? this.all[0];
    return root && path.join(root.path, named === undefined ? file : file.slice(this.#prefixOf(named).length));
  }

  /** The same of a file that the workspace has: quick, as it is asked of all of them. */
  located(file: string): string {
    const place = this.prefixes.findIndex((prefix) => file.startsWith(prefix));
    const inside = file.slice(this.prefixes[place]?.length ?? 0);
    return (this.#folders[place] ?? '') + (path.sep === '/' ? inside : inside.replaceAll('/', path.sep));
  }

  /** Where a file that the workspace has lies, below the innermost folder around all roots. */
  placed(file: string): string {
    const steps = this.located(file).slice(this.#shared).split(path.sep);
    return steps.filter((step) => step !== '').join('/');
  }

  /** What the paths of the root begin with to which a file belongs. */
  prefixOf(file: string): string | undefined {
    return this.prefixes.find((prefix) => file.startsWith(prefix));
  }

  /** As `relative`, and for a root itself '', for what lies outside the way to it from the first root. */
  placeOf(absolute: string): string {
    const root = this.all.find((one) => one.path === absolute);
    if (root !== undefined) return this.#prefixOf(root).slice(0, -1);
    return this.relative(absolute) ?? withSlashes(path.relative(this.all[0]?.path ?? '/', absolute));
  }

  /** Whether a `.contextignore` keeps the file from ever being sent. */
  isPrivate(absolute: string): boolean {
    return this.all.some((root) => isPrivateIn(root.path, absolute));
  }

  /** Whether a link takes a file of the workspace out of it. What does not exist leads nowhere. */
  leadsOutside(absolute: string): boolean {
    try {
      const real = fs.realpathSync.native(absolute);
      return !this.all.some((root) => real.startsWith(path.join(fs.realpathSync.native(root.path), path.sep)));
    } catch {
      return false;
    }
  }

  #prefixOf({ name }: Workspace['roots'][number]): string {
    return this.all.length > 1 ? `${name}/` : '';
  }
}

/** Drives have no folder in common. */
function sharedLength(folders: readonly string[]): number {
  const [first = [], ...others] = folders.map((folder) => folder.split(path.sep).slice(0, -1));
  const end = first.findIndex((step, place) => others.some((steps) => steps[place] !== step));
  const shared = end < 0 ? first : first.slice(0, end);
  return shared.reduce((length, step) => length + step.length + path.sep.length, 0);
}

const withSlashes = (file: string): string => file.split(path.sep).join('/');

/** A name that another root has already gets a number. */
function withDistinctNames(roots: Workspace['roots']): Workspace['roots'] {
  const taken = new Set<string>();
  return roots.map((root) => {
    let name = root.name;
    for (let number = 2; taken.has(name); number++) name = `${root.name} ${String(number)}`;
    taken.add(name);
    return { ...root, name };
  });
}
