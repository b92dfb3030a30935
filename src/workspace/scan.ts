import fs from 'node:fs';
import path from 'node:path';
import { IgnoreRules } from './ignoreRules.ts';

export interface Root {
  /** Shown before paths when there are several roots. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
}

export interface ScannedFile {
  /** Relative to its root, or `root name/...` in a workspace of several; forward slashes. */
  readonly path: string;
  readonly absolute: string;
}

export interface Scan {
  /** Sorted by path. */
  readonly files: ScannedFile[];
  /** What could not be read, for the trace. */
  readonly problems: string[];
}

/** Above this many files the rest is left out, and said so. */
export const mostFiles = 100_000;

/**
 * Lists the files of a workspace that ignore rules leave in. Does not follow links to folders, so loops cannot happen.
 * Calls `pause` now and then so that a long walk can be cancelled.
 */
export async function scanWorkspace(roots: readonly Root[], globs: readonly string[], pause: () => Promise<void>): Promise<Scan> {
  const files: ScannedFile[] = [];
  const problems: string[] = [];
  for (const root of roots) {
    const prefix = roots.length > 1 ? `${root.name}/` : '';
    const open: [folder: string, rules: IgnoreRules][] = [['', IgnoreRules.forRoot(globs, (message) => problems.push(message))]];
    for (let next = open.pop(); next !== undefined && files.length < mostFiles; next = open.pop()) {
      await pause();
      const { folders, found } = listFolder(root.path, ...next, problems);
      open.push(...folders);
      for (const file of found) files.push({ path: prefix + file, absolute: path.join(root.path, file) });
    }
  }
  if (files.length >= mostFiles) problems.push(`only the first ${String(mostFiles)} files were listed`);
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { files, problems };
}

function listFolder(
  root: string,
  folder: string,
  outer: IgnoreRules,
  problems: string[],
): { folders: [string, IgnoreRules][]; found: string[] } {
  const directory = path.join(root, folder);
  let entries: fs.Dirent[];
  try {
    entries = fs.readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    problems.push(`${folder || root}: ${error instanceof Error ? error.message : String(error)}`);
    return { folders: [], found: [] };
  }
  const rules = outer.enter(directory, folder, new Set(entries.map((entry) => entry.name)));
  const folders: [string, IgnoreRules][] = [];
  const found: string[] = [];
  for (const entry of entries) {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory() && !rules.ignores(`${name}/`)) folders.push([name, rules]);
    else if ((entry.isFile() || isLinkToFile(entry, directory)) && !rules.ignores(name)) found.push(name);
  }
  return { folders, found };
}

function isLinkToFile(entry: fs.Dirent, directory: string): boolean {
  if (!entry.isSymbolicLink()) return false;
  try {
    return fs.statSync(path.join(directory, entry.name)).isFile();
  } catch {
    return false; // a dangling link or a loop of links
  }
}

/** How a single path fares under the ignore rules on its way from the root: `private` names it in a `.contextignore`. */
export function standingOf(root: string, file: string, globs: readonly string[]): 'in' | 'ignored' | 'private' {
  const parts = file.split('/');
  let rules = IgnoreRules.forRoot(globs, () => undefined);
  let standing: 'in' | 'ignored' = 'in';
  for (let depth = 0; depth < parts.length; depth++) {
    const folder = parts.slice(0, depth).join('/');
    rules = rules.enter(path.join(root, folder), folder, new Set(['.gitignore', '.contextignore']));
    const name = parts.slice(0, depth + 1).join('/') + (depth === parts.length - 1 ? '' : '/');
    if (rules.isPrivate(name)) return 'private';
    if (rules.ignores(name)) standing = 'ignored';
  }
  return standing;
}
