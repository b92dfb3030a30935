import { customaryEntry, sourceOfBuilt } from './builtFiles.ts';
import { Configuration, isConfiguration, type ConfigurationPort, type ConfigurationProblem } from './configuration.ts';
import { entryPoints, innerTargets } from './entryPoints.ts';
import { FileFinder } from './fileFinder.ts';
import { Packages, type WorkspacePackage } from './packages.ts';
import { folderOf, follow, insideOf, within } from './places.ts';
import { mapped, ProjectConfigs, type ProjectConfig } from './projectConfig.ts';

const relative = /^\.{1,2}(?:\/|$)/u;
/** What bundlers read behind a path: `./worker?url`. */
const query = /[?#].*$/u;
const configName = /^[jt]sconfig[\w.-]*\.json$/u;

/** What is true for all files of one folder. */
interface FolderView {
  readonly found: Map<string, string | undefined>;
  configs: readonly ProjectConfig[] | undefined;
}

/**
 * Finds the code file of the workspace that an import means, from its paths and configuration files alone: relative paths, mappings,
 * base and root folders of `tsconfig.json`, entries of the workspace's packages and their inner `#` names. Entries that are built and
 * not there lead to their sources. Installed packages lead nowhere. One resolver holds for one state of paths and configuration.
 */
export class ModuleResolver {
  readonly #configuration: Configuration;
  readonly #finder: FileFinder;
  readonly #packages: Packages;
  readonly #configs: ProjectConfigs;
  readonly #views = new Map<string, FolderView>();
  readonly #builds = new Map<WorkspacePackage['folder'], readonly ProjectConfig[]>();

  constructor(port: ConfigurationPort) {
    this.#configuration = new Configuration(port);
    this.#finder = new FileFinder(port.paths);
    this.#packages = new Packages(this.#configuration);
    this.#configs = new ProjectConfigs(this.#configuration, (specifier) => this.#packagedFile(specifier));
  }

  /** Of the configuration files that were needed so far. */
  get problems(): ConfigurationProblem[] {
    return this.#configuration.problems;
  }

  /** Whether a change of this file may change where imports lead. */
  dependsOn(path: string): boolean {
    return isConfiguration(path) || this.#configuration.hasRead(path);
  }

  /** The file that `specifier` means in the file `from`; undefined for what is not of the workspace or not there. */
  resolve(from: string, specifier: string): string | undefined {
    const folder = folderOf(from);
    const { found } = this.#view(folder);
    const known = found.get(specifier);
    if (known !== undefined || found.has(specifier)) return known;
    const path = this.#find(folder, specifier) ?? this.#withoutQuery(folder, specifier);
    found.set(specifier, path);
    return path;
  }

  #view(folder: string): FolderView {
    const known = this.#views.get(folder);
    if (known) return known;
    const view: FolderView = { found: new Map(), configs: undefined };
    this.#views.set(folder, view);
    return view;
  }

  #configsOf(folder: string): readonly ProjectConfig[] {
    return (this.#view(folder).configs ??= this.#configs.of(folder));
  }

  #withoutQuery(folder: string, specifier: string): string | undefined {
    const plain = specifier.startsWith('#') ? specifier : specifier.replace(query, '');
    return plain === specifier ? undefined : this.#find(folder, plain);
  }

  #find(folder: string, specifier: string): string | undefined {
    if (relative.test(specifier)) {
      const place = follow(folder, specifier);
      if (place === undefined) return undefined;
      return this.#module(place, specifier.endsWith('/') || /(?:^|\/)\.{1,2}$/u.test(specifier)) ?? this.#beside(folder, place);
    }
    const byConfig = this.#byConfig(folder, specifier);
    if (byConfig !== undefined) return byConfig;
    return specifier.startsWith('#') ? this.#inner(folder, specifier) : this.#packaged(specifier, this.#conditions(folder));
  }

  /** A file, or a folder that is a package or has an index. */
  #module(place: string, isFolder = false): string | undefined {
    const file = isFolder ? undefined : this.#finder.file(place);
    if (file !== undefined) return file;
    const found = this.#packages.at(place);
    return (found && this.#declaredEntry(found, '', [])) ?? this.#finder.index(place);
  }

  /** `rootDirs` lie on top of each other. */
  #beside(folder: string, place: string): string | undefined {
    for (const { rootDirs } of this.#configsOf(folder)) {
      const inside = rootDirs.flatMap((root) => insideOf(root, place) ?? []).sort((a, b) => a.length - b.length)[0];
      if (inside === undefined) continue;
      for (const root of rootDirs) {
        const found = this.#module(within(root, inside));
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  #byConfig(folder: string, specifier: string): string | undefined {
    const configs = this.#configsOf(folder);
    for (const { paths } of configs) {
      // Only the best of the mappings that match counts.
      const places = paths.map((mapping) => mapped(mapping, specifier)).find((targets) => targets !== undefined);
      for (const place of places ?? []) {
        const found = this.#module(place) ?? this.#source(place);
        if (found !== undefined) return found;
      }
    }
    for (const { baseUrl } of configs) {
      const place = baseUrl === undefined ? undefined : follow(baseUrl, specifier);
      const found = place === undefined ? undefined : this.#module(place);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #conditions(folder: string): string[] {
    return this.#configsOf(folder).flatMap(({ conditions }) => conditions);
  }

  #inner(folder: string, specifier: string): string | undefined {
    const own = this.#packages.around(folder);
    if (!own) return undefined;
    const conditions = this.#conditions(folder);
    for (const target of innerTargets(own, specifier, conditions)) {
      const found = relative.test(target) ? this.#builtOrSource(own, target) : this.#packaged(target, conditions);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #packaged(specifier: string, conditions: readonly string[]): string | undefined {
    const { name, sub } = parts(specifier);
    const found = this.#packages.byName(name);
    if (!found) return undefined;
    const entry = this.#declaredEntry(found, sub, conditions);
    if (entry !== undefined) return entry;
    if (sub === '') return customaryEntry(found, this.#finder);
    const place = within(found.folder, sub);
    return this.#module(place) ?? sourceOfBuilt(place, found, this.#buildsOf(found), this.#finder);
  }

  #declaredEntry(found: WorkspacePackage, sub: string, conditions: readonly string[]): string | undefined {
    for (const target of entryPoints(found, sub, conditions)) {
      const entry = this.#builtOrSource(found, target);
      if (entry !== undefined) return entry;
    }
    return undefined;
  }

  #builtOrSource(found: WorkspacePackage, target: string): string | undefined {
    const place = follow(found.folder, target);
    if (place === undefined || place === found.folder) return undefined;
    return this.#finder.file(place) ?? this.#finder.index(place) ?? sourceOfBuilt(place, found, this.#buildsOf(found), this.#finder);
  }

  /** A mapping may name built files as well. */
  #source(place: string): string | undefined {
    const around = this.#packages.around(folderOf(place));
    return around && sourceOfBuilt(place, around, this.#buildsOf(around), this.#finder);
  }

  /** All configurations in the package's folder: often one of them is for the build alone. */
  #buildsOf({ folder }: WorkspacePackage): readonly ProjectConfig[] {
    const known = this.#builds.get(folder);
    if (known) return known;
    const configs = this.#configuration.filesIn(folder).filter((name) => configName.test(name));
    const found = configs.flatMap((name) => this.#configs.get(within(folder, name)) ?? []);
    this.#builds.set(folder, found);
    return found;
  }

  #packagedFile(specifier: string): string[] {
    const { name, sub } = parts(specifier);
    const found = this.#packages.byName(name);
    if (!found) return [];
    const targets = sub === '' ? [] : entryPoints(found, sub, []).flatMap((target) => follow(found.folder, target) ?? []);
    return [...targets, within(found.folder, sub)].map((place) => place.replace(/\/$/u, ''));
  }
}

/** `@scope/name/sub` or `name/sub`. */
function parts(specifier: string): { readonly name: string; readonly sub: string } {
  const steps = specifier.split('/');
  const length = specifier.startsWith('@') ? 2 : 1;
  return { name: steps.slice(0, length).join('/'), sub: steps.slice(length).join('/') };
}
