import fs from 'node:fs';
import path from 'node:path';
import ignore, { type Ignore } from 'ignore';
import picomatch from 'picomatch';

/** Never part of a workspace, whatever its ignore files say. */
const never: ReadonlySet<string> = new Set(['.git', '.hg', '.svn', 'node_modules', '.DS_Store']);

interface Level {
  /** Folder of the ignore file, relative to the root, '' or ending in '/'. */
  readonly base: string;
  readonly rules: Ignore;
}

/**
 * What is left out in one folder and below: `.gitignore` files (nested, the nearest decides), glob patterns from settings,
 * and `.contextignore`, which nothing overrides. Immutable: `enter` gives the rules of a subfolder.
 */
export class IgnoreRules {
  readonly #git: readonly Level[];
  readonly #context: readonly Level[];
  readonly #isExcluded: (path: string) => boolean;

  private constructor(git: readonly Level[], context: readonly Level[], isExcluded: (path: string) => boolean) {
    this.#git = git;
    this.#context = context;
    this.#isExcluded = isExcluded;
  }

  /** `globs` as in `files.exclude`; one that cannot be understood is skipped and named through `warn`. */
  static forRoot(globs: readonly string[], warn: (message: string) => void): IgnoreRules {
    const matchers = globs.flatMap((glob) => {
      try {
        return [picomatch(glob, { dot: true, maxLength: 4_096 })];
      } catch (error) {
        warn(`the exclude pattern ${glob} was skipped: ${String(error)}`);
        return [];
      }
    });
    return new IgnoreRules([], [], (file) => matchers.some((matches) => matches(file)));
  }

  /** The rules inside `folder` (relative, '' for the root), whose ignore files are read from `directory`. */
  enter(directory: string, folder: string, names: ReadonlySet<string>): IgnoreRules {
    const base = folder === '' ? '' : `${folder}/`;
    const level = (name: string): Level[] => {
      if (!names.has(name)) return [];
      const text = readText(path.join(directory, name));
      return text === undefined ? [] : [{ base, rules: ignore({ allowRelativePaths: true }).add(text) }];
    };
    const [git, context] = [level('.gitignore'), level('.contextignore')];
    return git.length + context.length === 0
      ? this
      : new IgnoreRules([...this.#git, ...git], [...this.#context, ...context], this.#isExcluded);
  }

  /** Left out of the workspace. Folders are asked with a trailing slash. */
  ignores(file: string): boolean {
    return (
      never.has(path.posix.basename(file)) || this.#isExcluded(file.replace(/\/$/, '')) || decides(this.#git, file) || this.isPrivate(file)
    );
  }

  /** Named in a `.contextignore`: stays out even when attached by hand. */
  isPrivate(file: string): boolean {
    return decides(this.#context, file);
  }
}

function decides(levels: readonly Level[], file: string): boolean {
  let ignored = false;
  for (const { base, rules } of levels) {
    if (!file.startsWith(base) || file.length === base.length) continue;
    const result = rules.test(file.slice(base.length));
    if (result.ignored) ignored = true;
    else if (result.unignored) ignored = false;
  }
  return ignored;
}

function readText(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch {
    return undefined; // an unreadable ignore file ignores nothing
  }
}
