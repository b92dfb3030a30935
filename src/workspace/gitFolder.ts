import fs from 'node:fs';
import path from 'node:path';

/** What a `.git` stands for: the folder itself, or the one that a file names in a worktree or submodule. Throws where there is none. */
export function gitFolder(git: string): string {
  if (fs.statSync(git).isDirectory()) return git;
  const named = fs.readFileSync(git, 'utf8').replace(/^gitdir:\s*/u, '');
  return path.resolve(path.dirname(git), named.trim());
}

/** Where what all worktrees share is kept. Throws as `gitFolder`. */
export function commonGitFolder(git: string): string {
  const folder = gitFolder(git);
  const file = path.join(folder, 'commondir');
  return fs.existsSync(file) ? path.resolve(folder, fs.readFileSync(file, 'utf8').trim()) : folder;
}
