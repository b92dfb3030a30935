import fs from 'node:fs';
import path from 'node:path';
import { gitFolder } from './gitFolder.ts';

/** The git branch that is checked out in `root` or above it, or the commit; undefined outside a repository. */
export function currentBranch(root: string): string | undefined {
  for (let folder = root; ; folder = path.dirname(folder)) {
    const head = readHead(path.join(folder, '.git'));
    if (head !== undefined) return head.startsWith('ref: refs/heads/') ? head.slice('ref: refs/heads/'.length) : head.slice(0, 12);
    if (path.dirname(folder) === folder) return undefined;
  }
}

function readHead(git: string): string | undefined {
  try {
    return fs.readFileSync(path.join(gitFolder(git), 'HEAD'), 'utf8').trim();
  } catch {
    return undefined; // not a repository
  }
}
