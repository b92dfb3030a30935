import path from 'node:path';
import { manifestsFor, objectIn, textIn, type PackageManifest } from './manifests.ts';
import { foldersAround, insideRoot } from './workspaceRoot.ts';

interface ConventionFiles {
  readonly roots: readonly string[];
  text(path: string): string | undefined;
}

/** What the configuration around a file says about working on it; nothing is guessed. */
export interface Conventions {
  /** `npm test (vitest run)`. */
  readonly tests?: string;
  readonly style?: string;
  readonly types?: string;
  readonly commits?: string;
  /** Where all this was found. */
  readonly sources: readonly string[];
  readonly degraded: readonly string[];
}

const formats = ['', '.json', '.yml', '.yaml', '.js', '.cjs', '.mjs', '.ts'];
const modules = ['.js', '.cjs', '.mjs', '.ts', '.mts', '.cts'];

/** Tools by the files that configure them, or the field of a package.json. */
const tools = {
  prettier: { field: 'prettier', files: [...formats.map((end) => `.prettierrc${end}`), ...modules.map((end) => `prettier.config${end}`)] },
  eslint: { field: 'eslintConfig', files: [...formats.map((end) => `.eslintrc${end}`), ...modules.map((end) => `eslint.config${end}`)] },
  biome: { field: undefined, files: ['biome.json', 'biome.jsonc'] },
  oxlint: { field: undefined, files: ['.oxlintrc.json'] },
  dprint: { field: undefined, files: ['dprint.json', '.dprint.json'] },
  commitlint: {
    field: 'commitlint',
    files: [...formats.map((end) => `.commitlintrc${end}`), ...modules.map((end) => `commitlint.config${end}`)],
  },
} as const;

const frameworks = ['vitest', 'jest', 'mocha', 'ava', 'tap', 'jasmine', 'uvu', '@playwright/test'];
const lockFiles = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
] as const;

/** Each convention from the nearest place that states it: a package of a monorepo first, its root last. */
export function conventionsFor(files: ConventionFiles, target: string | undefined): Conventions {
  const { manifests, degraded } = manifestsFor(files, target);
  const { root, inside } = insideRoot(target ?? files.roots[0] ?? '', files.roots);
  const folders = foldersAround(inside).map((folder) => root + folder);
  const sources = new Set<string>();
  const use = (tool: keyof typeof tools): string[] => {
    const source = configurationOf(files, manifests, folders, tool);
    if (source !== undefined) sources.add(source);
    return source === undefined ? [] : [tool];
  };
  const tests = testsOf(files, manifests, folders);
  const lint = scriptOf(files, manifests, folders, 'lint');
  const checkers = (['prettier', 'biome', 'dprint', 'eslint', 'oxlint'] as const).flatMap(use);
  const types = strictnessOf(files, folders);
  const commits = use('commitlint');
  for (const source of [tests?.source, lint?.source, types?.source]) if (source !== undefined) sources.add(source);
  const style = [checkers.join(', '), lint?.command ?? ''].filter((part) => part !== '').join(', checked by ');
  return {
    ...(tests === undefined ? {} : { tests: tests.text }),
    ...(style === '' ? {} : { style }),
    ...(types === undefined ? {} : { types: types.text }),
    ...(commits.length === 0 ? {} : { commits: 'messages are checked by commitlint' }),
    sources: [...sources],
    degraded,
  };
}

function configurationOf(
  files: ConventionFiles,
  manifests: readonly PackageManifest[],
  folders: readonly string[],
  tool: keyof typeof tools,
): string | undefined {
  const { field, files: names } = tools[tool];
  const file = folders.flatMap((folder) => names.map((name) => folder + name)).find((one) => files.text(one) !== undefined);
  return file ?? (field === undefined ? undefined : manifests.find(({ values }) => values[field] !== undefined)?.path);
}

interface Script {
  /** In backticks, with the folder where it is run. */
  readonly command: string;
  readonly runs: string;
  readonly source: string;
}

/** What npm fills in by itself is no script. */
function scriptOf(
  files: ConventionFiles,
  manifests: readonly PackageManifest[],
  folders: readonly string[],
  name: string,
): Script | undefined {
  for (const { path: source, folder, values } of manifests) {
    const runs = textIn(objectIn(values, 'scripts'), name);
    if (runs === undefined || /no test specified/iu.test(runs)) continue;
    const place = manifests.at(-1)?.folder === folder ? '' : ` in ${folder.slice(0, -1)}`;
    const manager = managerOf(files, manifests, folders);
    return { command: `\`${manager} ${name === 'test' ? '' : 'run '}${name}\`${place}`, runs, source };
  }
  return undefined;
}

function managerOf(files: ConventionFiles, manifests: readonly PackageManifest[], folders: readonly string[]): string {
  const named = manifests.map(({ values }) => textIn(values, 'packageManager')).find((one) => one !== undefined);
  const known = /^(npm|pnpm|yarn|bun)@/u.exec(named ?? '')?.[1];
  const isThere = ([lock]: readonly [string, string]): boolean => folders.some((folder) => files.text(folder + lock) !== undefined);
  return known ?? lockFiles.find(isThere)?.[1] ?? 'npm';
}

function testsOf(
  files: ConventionFiles,
  manifests: readonly PackageManifest[],
  folders: readonly string[],
): { text: string; source: string } | undefined {
  const script = scriptOf(files, manifests, folders, 'test');
  const framework = manifests
    .flatMap(({ path: source, values }) =>
      frameworks
        .filter((name) => [objectIn(values, 'devDependencies'), objectIn(values, 'dependencies')].some((all) => name in all))
        .map((name) => ({ name, source })),
    )
    .at(0);
  if (script !== undefined) {
    const extra = framework === undefined || script.runs.includes(framework.name) ? '' : `, ${framework.name}`;
    return { text: `${script.command} runs \`${script.runs}\`${extra}`, source: script.source };
  }
  return framework && { text: framework.name, source: framework.source };
}

const mostExtended = 4;

/** What the nearest tsconfig.json says of `strict`, itself or by a file that it extends. */
function strictnessOf(files: ConventionFiles, folders: readonly string[]): { text: string; source: string } | undefined {
  for (const folder of folders) {
    let file: string | undefined = `${folder}tsconfig.json`;
    for (let depth = 0; file !== undefined && depth < mostExtended; depth++) {
      const text: string = withoutComments(files.text(file) ?? '');
      const strict = /"strict"\s*:\s*(true|false)/u.exec(text)?.[1];
      if (strict !== undefined) return { text: strict === 'true' ? 'strict TypeScript' : 'TypeScript without strict', source: file };
      const extended: string | undefined = /"extends"\s*:\s*"(\.[^"]+)"/u.exec(text)?.[1];
      file = extended && path.posix.join(path.posix.dirname(file), extended.endsWith('.json') ? extended : `${extended}.json`);
    }
  }
  return undefined;
}

const withoutComments = (text: string): string => text.slice(0, 65_536).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gmu, '');
