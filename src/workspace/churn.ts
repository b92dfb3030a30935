import { execFile } from 'node:child_process';
import type { Root } from './scan.ts';

/** How often a file was changed lately. */
export interface FileChanges {
  /** Commits that changed it, … */
  readonly changed: number;
  /** … of so many looked at. */
  readonly commits: number;
}

export interface Churn {
  /** By path as the workspace shows it; a file that no commit changed is not in it. */
  readonly files: ReadonlyMap<string, FileChanges>;
  /** Why a folder's history could not be read, the first reason of several. */
  readonly problem?: string;
}

export interface ChurnLimits {
  /** Commits looked at, the latest ones; merges are none. */
  readonly commits: number;
  /** Milliseconds that git may take for one answer. */
  readonly timeLimit: number;
}

type Answer = { readonly kind: 'answered'; readonly text: string } | { readonly kind: 'failed'; readonly reason: string };

/** Older commits say little of what is being worked on. Counted from the latest commit, so that the same commit gives the same answer. */
const longestSeconds = 365 * 24 * 60 * 60;
const mostOutput = 64 * 1_048_576;

/** Reads histories with git itself, each commit's once. */
export class ChurnReader {
  readonly #git: string;
  /** The latest answer for each folder, and the commit and number of commits it is for. */
  readonly #known = new Map<string, { readonly key: string; readonly files: ReadonlyMap<string, FileChanges> }>();

  constructor(git = 'git') {
    this.#git = git;
  }

  /** Rejects only when cancelled. */
  async read(roots: readonly Root[], limits: ChurnLimits, signal: AbortSignal): Promise<Churn> {
    const files = new Map<string, FileChanges>();
    let problem: string | undefined;
    for (const root of roots) {
      const found = await this.#readRoot(root.path, limits, signal);
      if (typeof found === 'string') problem ??= found;
      else for (const [file, changes] of found) files.set(roots.length > 1 ? `${root.name}/${file}` : file, changes);
    }
    return problem === undefined ? { files } : { files, problem };
  }

  async #readRoot(root: string, limits: ChurnLimits, signal: AbortSignal): Promise<ReadonlyMap<string, FileChanges> | string> {
    const head = await this.#ask(root, ['log', '-1', '--no-show-signature', '--format=%H %ct'], limits, signal);
    if (head.kind === 'failed') return head.reason;
    const [commit = '', seconds = ''] = head.text.trim().split(' ');
    const key = `${commit} ${String(limits.commits)}`;
    const known = this.#known.get(root);
    if (known?.key === key) return known.files;
    const answer = await this.#ask(root, logOf(commit, Number(seconds) - longestSeconds, limits.commits), limits, signal);
    if (answer.kind === 'failed') return answer.reason;
    const files = countChanges(answer.text);
    this.#known.set(root, { key, files });
    return files;
  }

  /** The folder is named, not entered: on Windows a program of this name in it would be taken for git. */
  #ask(root: string, command: readonly string[], { timeLimit }: ChurnLimits, signal: AbortSignal): Promise<Answer> {
    const options = ['-C', root, '--no-pager', '--no-optional-locks', '-c', 'core.quotePath=false', '-c', 'core.fsmonitor=false'];
    // Its complaints are looked into, so they are asked for in English.
    const env = { ...process.env, LC_ALL: 'C' };
    const limits = { env, signal, timeout: timeLimit, maxBuffer: mostOutput, killSignal: 'SIGKILL', windowsHide: true } as const;
    return new Promise((resolve, reject) => {
      execFile(this.#git, [...options, ...command], limits, (error, text, complaint) => {
        if (signal.aborted) reject(signal.reason instanceof Error ? signal.reason : new DOMException('cancelled', 'AbortError'));
        else if (error) resolve({ kind: 'failed', reason: reasonOf(error, complaint, timeLimit) });
        else resolve({ kind: 'answered', text });
      });
    });
  }
}

/** Nothing of the user's own configuration changes what comes out, and no other program is run. */
function logOf(commit: string, since: number, commits: number): string[] {
  const bounds = ['-n', String(commits), `--since=@${String(Math.max(since, 0))}`, '--no-merges'];
  const form = ['--name-only', '--relative', '--no-renames', '--no-ext-diff', '--no-textconv', '--no-show-signature', '--no-color'];
  return ['log', ...bounds, ...form, '--format=%x00', commit, '--'];
}

/** A NUL begins each commit; its files follow, one a line. */
function countChanges(log: string): ReadonlyMap<string, FileChanges> {
  const all = log.split('\0').slice(1);
  const counts = new Map<string, number>();
  for (const commit of all) {
    for (const file of new Set(commit.split('\n'))) if (file !== '') counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  return new Map([...counts].map(([file, changed]) => [file, { changed, commits: all.length }]));
}

function reasonOf(error: Error & { readonly code?: unknown; readonly killed?: boolean }, complaint: string, timeLimit: number): string {
  if (error.code === 'ENOENT') return 'git is not installed';
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return 'the git history is too long to be read';
  if (error.killed === true) return `git did not answer within ${String(timeLimit)} ms`;
  if (complaint.includes('not a git repository')) return 'the folder is in no git repository';
  return `git: ${complaint.trim().split('\n')[0] ?? error.message}`;
}
