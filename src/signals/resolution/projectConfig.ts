import { fieldsIn, isFields, stringIn, stringsIn, type Configuration, type Fields } from './configuration.ts';
import { folderOf, follow, upwards, within } from './places.ts';

/** What a `tsconfig.json` says about modules, with what it extends. Folders are workspace-relative. */
export interface ProjectConfig {
  readonly folder: string;
  readonly baseUrl?: string;
  /** Exact patterns first, then those with the longest text before the `*`. */
  readonly paths: readonly PathMapping[];
  readonly rootDirs: readonly string[];
  readonly rootDir?: string;
  /** Where compiled files and declarations go. */
  readonly outDirs: readonly string[];
  readonly conditions: readonly string[];
  /** Paths of the configurations that it refers to. */
  readonly references: readonly string[];
}

export interface PathMapping {
  readonly before: string;
  /** Absent: the pattern has no `*` and stands for one module. */
  readonly after?: string;
  /** Workspace-relative, with `*` where the pattern has it. */
  readonly targets: readonly string[];
}

/** Options as a chain of `extends` leaves them; where a folder is named, it is found already. */
interface Options {
  readonly baseUrl?: string;
  readonly paths?: { readonly fields: Fields; readonly folder: string };
  readonly rootDirs?: readonly string[];
  readonly rootDir?: string;
  readonly outDir?: string;
  readonly declarationDir?: string;
  readonly conditions?: readonly string[];
}

const configDir = /^\$\{configDir\}/u;
const names = ['tsconfig.json', 'jsconfig.json'];

/** The configurations of a workspace, each with what it extends. */
export class ProjectConfigs {
  readonly #configuration: Configuration;
  /** Finds the file that a name such as `@scope/config/base.json` means, where a package of the workspace has it. */
  readonly #packaged: (specifier: string) => readonly string[];
  readonly #known = new Map<string, ProjectConfig | undefined>();

  constructor(configuration: Configuration, packaged: (specifier: string) => readonly string[]) {
    this.#configuration = configuration;
    this.#packaged = packaged;
  }

  /** The configuration of the nearest folder that has one, and those of the same files that it refers to. */
  of(folder: string): ProjectConfig[] {
    for (const at of upwards(folder)) {
      const path = names.map((name) => within(at, name)).find((one) => this.#configuration.paths.has(one));
      const config = path === undefined ? undefined : this.get(path);
      if (config) return [config, ...this.#parts(config)];
    }
    return [];
  }

  get(path: string): ProjectConfig | undefined {
    if (!this.#known.has(path)) this.#known.set(path, this.#read(path));
    return this.#known.get(path);
  }

  /** `tsconfig.json` with references to `tsconfig.app.json` beside it says nothing of modules itself. */
  #parts(config: ProjectConfig): ProjectConfig[] {
    return config.references.filter((path) => folderOf(path) === config.folder).flatMap((path) => this.get(path) ?? []);
  }

  #read(path: string): ProjectConfig | undefined {
    const fields = this.#configuration.json(path);
    if (!fields) return undefined;
    const folder = folderOf(path);
    const { baseUrl, paths, rootDirs = [], rootDir, outDir, declarationDir, conditions = [] } = this.#options(path, folder, []);
    return {
      folder,
      ...(baseUrl === undefined ? {} : { baseUrl }),
      paths: paths === undefined ? [] : mappings(paths.fields, baseUrl ?? paths.folder, folder),
      rootDirs,
      ...(rootDir === undefined ? {} : { rootDir }),
      outDirs: [outDir, declarationDir].filter((one) => one !== undefined),
      conditions,
      references: this.#references(fields, folder),
    };
  }

  /** A later configuration of the chain replaces what an earlier one says. `leaf` is the folder of the one that is being read. */
  #options(path: string, leaf: string, chain: readonly string[]): Options {
    const fields = this.#configuration.json(path);
    if (!fields) return {};
    const extended = stringsIn(fields['extends']).flatMap((name) => this.#extended(path, name) ?? []);
    let options: Options = {};
    for (const base of extended) {
      if (base === path || chain.includes(base)) this.#configuration.note(path, 'extends itself');
      else options = { ...options, ...this.#options(base, leaf, [...chain, path]) };
    }
    return { ...options, ...ownOptions(fieldsIn(fields['compilerOptions']), folderOf(path), leaf) };
  }

  /** Configurations of installed packages are not there, and are not missed. */
  #extended(path: string, name: string): string | undefined {
    const { paths } = this.#configuration;
    const isPlace = /^\.{1,2}(?:\/|$)/u.test(name);
    const place = isPlace ? follow(folderOf(path), name) : undefined;
    const candidates = isPlace ? (place === undefined ? [] : filesOf(place)) : this.#packaged(name).flatMap(filesOf);
    const found = candidates.find((one) => paths.has(one));
    if (found === undefined && isPlace) this.#configuration.note(path, `extends ${name}, which is not there`);
    return found;
  }

  #references(fields: Fields, folder: string): string[] {
    const all = Array.isArray(fields['references']) ? (fields['references'] as unknown[]) : [];
    return all.flatMap((reference) => {
      const named = isFields(reference) ? stringIn(reference['path']) : undefined;
      const place = named === undefined ? undefined : follow(folder, named);
      const found = place === undefined ? undefined : filesOf(place).find((one) => this.#configuration.paths.has(one));
      return found ?? [];
    });
  }
}

const filesOf = (place: string): string[] => [place, `${place}.json`, within(place, 'tsconfig.json')];

function ownOptions(fields: Fields, folder: string, leaf: string): Options {
  const place = (value: unknown): string | undefined => {
    const text = stringIn(value);
    if (text === undefined) return undefined;
    return configDir.test(text) ? follow(leaf, text.replace(configDir, '.')) : follow(folder, text);
  };
  const baseUrl = place(fields['baseUrl']);
  const rootDir = place(fields['rootDir']);
  const outDir = place(fields['outDir']);
  const declarationDir = place(fields['declarationDir']);
  return {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(isFields(fields['paths']) ? { paths: { fields: fields['paths'], folder } } : {}),
    ...(Array.isArray(fields['rootDirs']) ? { rootDirs: stringsIn(fields['rootDirs']).flatMap((one) => place(one) ?? []) } : {}),
    ...(rootDir === undefined ? {} : { rootDir }),
    ...(outDir === undefined ? {} : { outDir }),
    ...(declarationDir === undefined ? {} : { declarationDir }),
    ...(Array.isArray(fields['customConditions']) ? { conditions: stringsIn(fields['customConditions']) } : {}),
  };
}

function mappings(fields: Fields, base: string, leaf: string): PathMapping[] {
  const all = Object.entries(fields).map(([pattern, value]): PathMapping => {
    const star = pattern.indexOf('*');
    const targets = stringsIn(value).flatMap(
      (target) => (configDir.test(target) ? follow(leaf, target.replace(configDir, '.')) : follow(base, target)) ?? [],
    );
    return star < 0 ? { before: pattern, targets } : { before: pattern.slice(0, star), after: pattern.slice(star + 1), targets };
  });
  const weight = ({ before, after }: PathMapping): number => (after === undefined ? Infinity : before.length);
  return all.sort((a, b) => (weight(a) === weight(b) ? 0 : weight(b) - weight(a)));
}

/** Where a mapping sends a specifier; undefined where it does not match. */
export function mapped({ before, after, targets }: PathMapping, specifier: string): string[] | undefined {
  if (after === undefined) return specifier === before ? [...targets] : undefined;
  const fits = specifier.length >= before.length + after.length && specifier.startsWith(before) && specifier.endsWith(after);
  if (!fits) return undefined;
  const star = specifier.slice(before.length, specifier.length - after.length);
  return targets.map((target) => target.replace('*', () => star));
}
