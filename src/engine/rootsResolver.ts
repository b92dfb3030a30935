import { compare } from '../broker/contributor.ts';
import type { ConfigurationPort, ConfigurationProblem } from '../signals/resolution/configuration.ts';
import { ModuleResolver } from '../signals/resolution/moduleResolver.ts';
import type { WorkspaceRoots } from './workspaceRoots.ts';

/** Where the imports of a workspace lead, for one state of its paths and configuration. */
export type WorkspaceResolver = Pick<ModuleResolver, 'resolve' | 'problems' | 'dependsOn'>;

/** Resolves in a workspace of several folders by where they lie: what they are called there is no part of any import. */
export class RootsResolver implements WorkspaceResolver {
  readonly #roots: WorkspaceRoots;
  /** By place: a folder that lies in another one has its files twice. */
  readonly #paths = new Map<string, string[]>();
  readonly #resolver: ModuleResolver;

  constructor(port: ConfigurationPort, roots: WorkspaceRoots) {
    this.#roots = roots;
    for (const path of port.paths) {
      const place = roots.placed(path);
      const known = this.#paths.get(place);
      if (known === undefined) this.#paths.set(place, [path]);
      else known.push(path);
    }
    const places = [...this.#paths.keys()].sort(compare);
    this.#resolver = new ModuleResolver({ paths: places, text: (place) => port.text(this.#path(place)) });
  }

  get problems(): ConfigurationProblem[] {
    return this.#resolver.problems.map(({ path, problem }) => ({ path: this.#path(path), problem }));
  }

  dependsOn(path: string): boolean {
    return this.#resolver.dependsOn(this.#roots.placed(path));
  }

  /** Of the paths of one file that of the importing file's own folder. */
  resolve(from: string, specifier: string): string | undefined {
    const found = this.#resolver.resolve(this.#roots.placed(from), specifier);
    if (found === undefined) return undefined;
    const own = this.#roots.prefixOf(from);
    return this.#paths.get(found)?.find((path) => this.#roots.prefixOf(path) === own) ?? this.#path(found);
  }

  #path(place: string): string {
    return this.#paths.get(place)?.[0] ?? place;
  }
}
