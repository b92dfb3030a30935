import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import ignore, { type Ignore } from 'ignore';
import picomatch from 'picomatch';
import { commonGitFolder } from './gitFolder.ts';

/** Never part of a workspace, whatever its ignore files say. */
const never: ReadonlySet<string> = new Set(['.git', '.hg', '.svn', 'node_modules', '.DS_Store']);

interface Level {
  /** Folder of the ignore file, relative to the root, '' or ending in '/'. */
  readonly base: string;
  /** For an ignore file above the root: the way from its folder to the root, ending in '/'. */
  readonly prefix: string;
  /** As they were understood. */
  readonly patterns: readonly string[];
  readonly rules: Ignore;
}

type Warn = (message: string) => void;

/** No path is so long; a pattern that is cannot be compiled, in characters. */
const longestPattern = 4_096;

/** Told from rules that name everything themselves by a remark. */
const everything: readonly string[] = ['*', '# cannot be read'];

const linesOf = (text: string): string[] => text.split(/\r?\n/u);
const isTooLong = (line: string): boolean => line.length >= longestPattern && !line.startsWith('#');

/**
 * What is left out in one folder and below: `.gitignore` files (nested, the nearest decides; those above the root up to the repository's
 * own, and its `info/exclude`), glob patterns from settings, and `.contextignore`, which nothing overrides: one that cannot be read
 * keeps out its whole folder. Immutable: `enter` gives the rules of a subfolder.
 */
export class IgnoreRules {
  readonly #git: readonly Level[];
  readonly #context: readonly Level[];
  readonly #globs: readonly string[];
  readonly #isExcluded: (path: string) => boolean;
  /** The same for the same rules. */
  readonly key: string;

  private constructor(git: readonly Level[], context: readonly Level[], globs: readonly string[], isExcluded: (path: string) => boolean) {
    this.#git = git;
    this.#context = context;
    this.#globs = globs;
    this.#isExcluded = isExcluded;
    const patterns = [git, context].map((levels) => levels.map((level) => [level.base, level.prefix, level.patterns]));
    this.key = createHash('sha1')
      .update(JSON.stringify([globs, ...patterns]))
      .digest('base64');
  }

  /** `globs` as in `files.exclude`; one that cannot be understood is skipped and named through `warn`. */
  static forRoot(root: string, globs: readonly string[], warn: Warn): IgnoreRules {
    const matchers = globs.flatMap((glob) => {
      try {
        return [picomatch(glob, { dot: true, maxLength: 4_096 })];
      } catch (error) {
        warn(`the exclude pattern ${glob.slice(0, 100)} was skipped: ${error instanceof Error ? error.message : String(error)}`);
        return [];
      }
    });
    return new IgnoreRules(levelsAbove(root), [], globs, (file) => matchers.some((matches) => matches(file)));
  }

  /** The rules inside `folder` (relative, '' for the root), whose ignore files are read from `directory` where it `has` them. */
  enter(directory: string, folder: string, has: (name: string) => boolean, warn: Warn): IgnoreRules {
    const base = folder === '' ? '' : `${folder}/`;
    const git = has('.gitignore') ? gitLevel(path.join(directory, '.gitignore'), base, '') : [];
    const context = has('.contextignore') ? contextLevel(path.join(directory, '.contextignore'), base, warn) : [];
    if (git.length + context.length === 0) return this;
    return new IgnoreRules([...this.#git, ...git], [...this.#context, ...context], this.#globs, this.#isExcluded);
  }

  /** Left out of the workspace. Folders are asked with a trailing slash. */
  ignores(file: string): boolean {
    const name = file.endsWith('/') ? file.slice(0, -1) : file;
    return never.has(name.slice(name.lastIndexOf('/') + 1)) || this.#isExcluded(name) || decides(this.#git, file) || this.isPrivate(file);
  }

  /** Named in a `.contextignore`: stays out even when attached by hand. */
  isPrivate(file: string): boolean {
    return decides(this.#context, file);
  }
}

/** Asked from the top down: where a folder was let in, what only its match says of a file does not count. */
function decides(levels: readonly Level[], file: string): boolean {
  if (levels.length === 0) return false; // as for most files: a loop would cost more than the answer
  let ignored = false;
  for (const { base, prefix, rules } of levels) {
    if (!file.startsWith(base) || file.length === base.length) continue;
    const inside = prefix + file.slice(base.length);
    const result = rules.test(inside);
    if (result.unignored) ignored = false;
    else if (result.ignored && !isInherited(rules, inside, levels.length)) ignored = true;
  }
  return ignored;
}

/** Only a deeper ignore file can have let the folder around a file in again; a pattern for names still holds in it. */
function isInherited(rules: Ignore, inside: string, levels: number): boolean {
  const folder = path.posix.dirname(inside);
  return levels > 1 && folder !== '.' && rules.test(`${folder}/`).ignored && !rules.test(path.posix.basename(inside)).ignored;
}

function gitLevel(file: string, base: string, prefix: string): Level[] {
  const text = readRules(file);
  if (typeof text !== 'string') return [];
  const patterns = linesOf(text).filter((line) => !isTooLong(line));
  return [{ base, prefix, patterns, rules: ignore({ allowRelativePaths: true, ignorecase: false }).add(patterns) }];
}

/** Without regard to case, and everything where it cannot be read: here a mistake must not send what should stay. */
function contextLevel(file: string, base: string, warn: Warn): Level[] {
  const read = readRules(file);
  if (read === undefined) return [];
  const lines = read === null ? undefined : looseLines(read);
  const isUsable = lines !== undefined && !lines.some(isTooLong);
  if (!isUsable) warn(`${base}.contextignore cannot be read, so nothing of its folder is used`);
  const patterns = isUsable ? lines.flatMap(readings) : everything;
  return [{ base, prefix: '', patterns, rules: ignore({ allowRelativePaths: true, ignorecase: true }).add(patterns) }];
}

/** With all that anyone takes for the end of a line. */
const looseLines = (text: string): string[] => text.split(/\r\n?|[\n\u2028\u2029]/u);

/** What a line may mean: without the blanks around it, a remark behind it and a `./` before it, which git takes as part of a name; then as git reads it. */
function readings(line: string): string[] {
  const meant = line
    .trim()
    .replace(/\s+#.*$/u, '')
    .replace(/^(?:\.[\\/]|\/\/)+/u, '/');
  return meant === line || meant.startsWith('!') ? [line] : [meant, line];
}

/**
 * Ignore files between the root of the repository and the root of the workspace, and the repository's own exclusions.
 * None where they leave out the workspace itself: who opens it wants it.
 */
function levelsAbove(root: string): Level[] {
  const above: string[] = [];
  for (let folder = root; ; folder = path.dirname(folder)) {
    if (fs.existsSync(path.join(folder, '.git'))) {
      const prefix = (directory: string): string =>
        path.relative(directory, root).split(path.sep).join('/') + (directory === root ? '' : '/');
      const exclude = excludeLevel(path.join(folder, '.git'), prefix(folder));
      const levels = [
        ...exclude,
        ...above.reverse().flatMap((directory) => gitLevel(path.join(directory, '.gitignore'), '', prefix(directory))),
      ];
      return levels.some(({ prefix: way, rules }) => way !== '' && rules.test(way).ignored) ? [] : levels;
    }
    if (path.dirname(folder) === folder) return []; // not a repository
    above.push(path.dirname(folder));
  }
}

/** The repository's own exclusions, which its worktrees share. */
function excludeLevel(git: string, prefix: string): Level[] {
  try {
    return gitLevel(path.join(commonGitFolder(git), 'info', 'exclude'), '', prefix);
  } catch {
    return []; // a `.git` that leads nowhere
  }
}

/** A link that leads nowhere is there, but cannot be read. */
function isLink(file: string): boolean {
  try {
    return fs.lstatSync(file).isSymbolicLink();
  } catch {
    return false; // it is missing
  }
}

/** The text; undefined where there is no such file, null where it cannot be read as text. UTF-16 with its mark is text, too. */
function readRules(file: string): string | null | undefined {
  try {
    const bytes = fs.readFileSync(file);
    const text = bytes[0] === 0xff && bytes[1] === 0xfe ? bytes.toString('utf16le') : bytes.toString('utf8');
    return text.includes('\0') ? null : text.replace(/^\uFEFF/u, '');
  } catch (error) {
    const isMissing = ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
    return isMissing && !isLink(file) ? undefined : null;
  }
}
