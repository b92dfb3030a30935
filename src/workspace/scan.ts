import fs from 'node:fs';
import path from 'node:path';
import { deviceOf, isSettled, markOf, type FolderList, type FolderLists, type FolderMark } from './folderLists.ts';
import { IgnoreRules } from './ignoreRules.ts';
import { leadsOut } from './leadsOut.ts';

export interface Root {
  /** Shown before paths when there are several roots. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
}

export interface Scan {
  /** Paths relative to their root, or `root name/...` in a workspace of several; forward slashes; sorted. */
  readonly files: string[];
  /** What could not be read, for the trace. */
  readonly problems: string[];
  /** Of folders that need not be listed again while they do not change. */
  readonly folders: FolderLists;
}

export const controlCharacters = /\p{Cc}/u;

/** Above this many files the rest is left out, and said so. */
export const mostFiles = 100_000;

/**
 * Lists the files of a workspace that ignore rules leave in. Follows links to files of the
 * workspace alone, so nothing comes in from outside and loops cannot happen.
 * Folders that are as they were when they were listed last, under the same rules, are taken from `known`.
 * Calls `pause` now and then so that a long walk can be cancelled.
 */
export async function scanWorkspace(
  roots: readonly Root[],
  globs: readonly string[],
  pause: () => Promise<void>,
  known: FolderLists = new Map(),
): Promise<Scan> {
  const files: string[] = [];
  const problems: string[] = [];
  const lists = new Map<string, FolderList>();
  for (const root of roots) {
    const prefix = roots.length > 1 ? `${root.name}/` : '';
    const device = deviceOf(root.path);
    const open: [folder: string, rules: IgnoreRules][] = [['', IgnoreRules.forRoot(root.path, globs, (message) => problems.push(message))]];
    for (let next = open.pop(); next !== undefined && files.length < mostFiles; next = open.pop()) {
      await pause();
      const [folder, outer] = next;
      const directory = folder === '' ? root.path : `${root.path}/${folder}`; // not joined: it is asked of every folder
      const mark = device === undefined ? undefined : markOf(directory, device);
      const place: Place = { root: root.path, folder, directory, mark };
      const { rules, list, isWhole } = asKnown(place, outer, known.get(keyOf(place))) ?? listFolder(place, outer, problems);
      if (isWhole && mark !== undefined && isSettled(mark)) lists.set(list.place, list);
      // In this order most is sorted already.
      for (const name of namesIn(list.folders).reverse()) open.push([name, rules]);
      for (const name of namesIn(list.files)) files.push(prefix === '' ? name : prefix + name);
    }
  }
  if (files.length >= mostFiles) problems.push(`only the first ${String(mostFiles)} files were listed`);
  files.sort((a, b) => (a < b ? -1 : 1));
  return { files, problems, folders: lists };
}

const namesIn = (list: string): string[] => (list === '' ? [] : list.split('\n'));

interface Place {
  /** Absolute, as `directory`. */
  readonly root: string;
  /** From the root, '' for the root itself. */
  readonly folder: string;
  readonly directory: string;
  /** Asked before it is listed; undefined where it says nothing. */
  readonly mark: FolderMark | undefined;
}

const keyOf = ({ root, folder }: Place): string => `${root}\n${folder}`;

interface Listed {
  /** Inside the folder. */
  readonly rules: IgnoreRules;
  readonly list: FolderList;
  /** Whether nothing but the folder itself and the rules say what is in it. */
  readonly isWhole: boolean;
}

function asKnown({ directory, folder, mark }: Place, outer: IgnoreRules, list: FolderList | undefined): Listed | undefined {
  if (list === undefined || list.mark !== mark?.text) return undefined;
  const silent = (): void => undefined; // what there is to say is said when it is listed
  const rules = list.hasRules ? outer.enter(directory, folder, () => true, silent) : outer;
  return rules.key === list.rules ? { rules, list, isWhole: true } : undefined;
}

function listFolder(place: Place, outer: IgnoreRules, problems: string[]): Listed {
  const { root, folder, directory, mark } = place;
  const said = problems.length;
  let entries: fs.Dirent[] = [];
  try {
    entries = fs.readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    problems.push(`${folder || root}: ${error instanceof Error ? error.message : String(error)}`);
  }
  const has = (name: string): boolean => entries.some((entry) => entry.name === name);
  const rules = outer.enter(directory, folder, has, (message) => problems.push(message));
  const folders: string[] = [];
  const files: string[] = [];
  for (const entry of entries) {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (controlCharacters.test(entry.name)) problems.push(`${JSON.stringify(name)} has control characters in its name and is left out`);
    else if (entry.isDirectory() && !rules.ignores(`${name}/`)) folders.push(name);
    else if ((entry.isFile() || isLinkInside(root, name, entry)) && !rules.ignores(name)) files.push(name);
  }
  const hasRules = has('.gitignore') || has('.contextignore');
  const names = { files: files.join('\n'), folders: folders.join('\n') };
  const list = { place: keyOf(place), mark: mark?.text ?? '', rules: rules.key, hasRules, ...names };
  const isWhole = problems.length === said && !entries.some((entry) => entry.isSymbolicLink());
  return { rules, list, isWhole };
}

/** A link to a file of the same workspace that may be used. One that leads outside could bring in anything. */
function isLinkInside(root: string, name: string, entry: fs.Dirent): boolean {
  if (!entry.isSymbolicLink()) return false;
  const target = realPath(path.join(root, name));
  return (
    target !== undefined &&
    fs.statSync(target).isFile() &&
    standingOf(root, name, []) !== 'private' &&
    isInside(realPath(root) ?? root, target)
  );
}

const isInside = (folder: string, file: string): boolean => {
  const way = path.relative(folder, file);
  return way !== '' && !leadsOut(way);
};

/** Undefined where a link leads nowhere or in a circle. */
function realPath(file: string): string | undefined {
  try {
    return fs.realpathSync.native(file);
  } catch {
    return undefined;
  }
}

/**
 * How a single path (relative) fares under the ignore rules on its way from the root. `private`: a `.contextignore` names it,
 * or the file that it leads to by links.
 */
export function standingOf(root: string, file: string, globs: readonly string[]): 'in' | 'ignored' | 'private' {
  const [realRoot, real] = [realPath(root), realPath(path.join(root, file))];
  const standing = lexicalStanding(root, file, globs);
  if (standing === 'private' || realRoot === undefined || real === undefined || !isInside(realRoot, real)) return standing;
  const target = path.relative(realRoot, real).split(path.sep).join('/');
  return lexicalStanding(realRoot, target, []) === 'private' ? 'private' : standing;
}

function lexicalStanding(root: string, file: string, globs: readonly string[]): 'in' | 'ignored' | 'private' {
  const parts = file.split('/');
  let rules = IgnoreRules.forRoot(root, globs, () => undefined);
  let standing: 'in' | 'ignored' = 'in';
  for (let depth = 0; depth < parts.length; depth++) {
    const folder = parts.slice(0, depth).join('/');
    rules = rules.enter(
      path.join(root, folder),
      folder,
      () => true,
      () => undefined,
    );
    const name = parts.slice(0, depth + 1).join('/') + (depth === parts.length - 1 ? '' : '/');
    if (rules.isPrivate(name)) return 'private';
    if (rules.ignores(name)) standing = 'ignored';
  }
  return standing;
}

/** Whether a `.contextignore` of the workspace keeps `absolute` from ever being sent, by whatever way it is reached. */
export function isPrivateIn(root: string, absolute: string): boolean {
  const [realRoot, real] = [realPath(root) ?? root, realPath(absolute) ?? absolute];
  const ways = [path.relative(root, absolute), path.relative(realRoot, real)];
  return ways.some((way) => way !== '' && !leadsOut(way) && standingOf(root, way.split(path.sep).join('/'), []) === 'private');
}
