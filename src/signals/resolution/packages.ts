import picomatch from 'picomatch';
import { parse } from 'yaml';
import { compare } from '../../broker/contributor.ts';
import { fileKind } from '../fileKind.ts';
import { fieldsIn, stringIn, stringsIn, type Configuration, type Fields } from './configuration.ts';
import { folderOf, upwards, within } from './places.ts';

/** A folder of the workspace with a `package.json`. */
export interface WorkspacePackage {
  readonly folder: string;
  readonly name?: string;
  readonly manifest: Fields;
}

const manifestName = 'package.json';
const pnpm = 'pnpm-workspace.yaml';

/** The packages that the workspace consists of. */
export class Packages {
  readonly #configuration: Configuration;
  #named: ReadonlyMap<string, WorkspacePackage> | undefined;

  constructor(configuration: Configuration) {
    this.#configuration = configuration;
  }

  /** The package of this name. Of several the one that is a declared member of a workspace, no fixture, closest to the root. */
  byName(name: string): WorkspacePackage | undefined {
    return (this.#named ??= this.#byNames()).get(name);
  }

  at(folder: string): WorkspacePackage | undefined {
    const manifest = this.#configuration.json(within(folder, manifestName));
    if (!manifest) return undefined;
    const name = stringIn(manifest['name']);
    return name === undefined ? { folder, manifest } : { folder, name, manifest };
  }

  /** The innermost package that holds the folder. */
  around(folder: string): WorkspacePackage | undefined {
    for (const at of upwards(folder)) {
      const found = this.at(at);
      if (found) return found;
    }
    return undefined;
  }

  #byNames(): Map<string, WorkspacePackage> {
    const manifests = [...this.#configuration.paths].filter((path) => path === manifestName || path.endsWith(`/${manifestName}`));
    const all = manifests.flatMap((path) => this.at(folderOf(path)) ?? []);
    const isMember = this.#membership(all);
    const cost = ({ folder }: WorkspacePackage): number =>
      (isMember(folder) ? 0 : 2_000) + (fileKind(`${folder}/index.ts`) === 'source' ? 0 : 1_000) + folder.split('/').length;
    const best = all.map((one) => ({ one, cost: cost(one) })).sort((a, b) => a.cost - b.cost || compare(a.one.folder, b.one.folder));
    const named = new Map<string, WorkspacePackage>();
    for (const { one } of best) if (one.name !== undefined && !named.has(one.name)) named.set(one.name, one);
    return named;
  }

  /** By the globs of npm, yarn and pnpm workspaces. */
  #membership(all: readonly WorkspacePackage[]): (folder: string) => boolean {
    const globs = all.flatMap(({ folder, manifest }) => {
      const { workspaces } = manifest;
      return stringsIn(Array.isArray(workspaces) ? workspaces : fieldsIn(workspaces)['packages']).map((glob) => ({ folder, glob }));
    });
    for (const path of this.#configuration.paths) {
      if (path !== pnpm && !path.endsWith(`/${pnpm}`)) continue;
      globs.push(...this.#pnpmGlobs(path).map((glob) => ({ folder: folderOf(path), glob })));
    }
    const rooted = globs.map(({ folder, glob }) => {
      const isNot = glob.startsWith('!');
      return (
        (isNot ? '!' : '') +
        within(
          folder,
          glob
            .slice(isNot ? 1 : 0)
            .replace(/^\.\//u, '')
            .replace(/\/$/u, ''),
        )
      );
    });
    const wanted = rooted.filter((glob) => !glob.startsWith('!'));
    const unwanted = rooted.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
    if (wanted.length === 0) return () => true;
    const [isWanted, isUnwanted] = [picomatch(wanted), picomatch(unwanted)];
    return (folder) => folder === '' || (isWanted(folder) && !isUnwanted(folder));
  }

  #pnpmGlobs(path: string): string[] {
    try {
      return stringsIn(fieldsIn(parse(this.#configuration.text(path) ?? ''))['packages']);
    } catch (error) {
      this.#configuration.note(path, `is ignored: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}`);
      return [];
    }
  }
}
