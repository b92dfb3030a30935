import { compare } from '../broker/contributor.ts';
import type { CodeIndex } from '../signals/codeIndex.ts';
import { importGraph, type ImportGraph } from '../signals/importGraph.ts';
import { importance } from '../signals/pageRank.ts';
import { ModuleResolver } from '../signals/resolution/moduleResolver.ts';
import { SymbolGraph } from '../signals/symbols/symbolGraph.ts';
import { UseReader } from '../signals/symbols/useReader.ts';
import type { IndexSummary } from './api.ts';
import { RootsResolver, type WorkspaceResolver } from './rootsResolver.ts';
import type { WorkspaceRoots } from './workspaceRoots.ts';

/** Of one version of the index and one state of the configuration. */
interface Graphs {
  readonly indexVersion: string;
  readonly resolver: WorkspaceResolver;
  readonly imports: ImportGraph;
  readonly symbols: SymbolGraph;
  importance?: ReadonlyMap<string, number>;
  byImportance?: readonly string[];
}

interface Files {
  readonly roots: WorkspaceRoots;
  readonly paths: readonly string[];
  text(path: string): string | undefined;
}

/** Which files import which, and whose symbols are used where; worked out when asked for, anew when files or configuration have changed. */
export class WorkspaceGraphs {
  /** What files use beside calls: read when asked for. */
  readonly uses: UseReader;
  readonly #code: CodeIndex;
  readonly #files: Files;
  /** Holds as long as the paths and the configuration files are the same. */
  #resolver: WorkspaceResolver | undefined;
  #resolvers = 0;
  #graphs: Graphs | undefined;

  constructor(code: CodeIndex, files: Files) {
    this.#code = code;
    this.#files = files;
    this.uses = new UseReader(code, (file) => files.text(file));
  }

  get imports(): ImportGraph {
    return this.#current().imports;
  }

  get symbols(): SymbolGraph {
    return this.#current().symbols;
  }

  /** Changes when a file does, and may when configuration does that decides where imports lead. */
  get version(): string {
    return `${this.#current().indexVersion}.${String(this.#resolvers)}`;
  }

  /** How much of the project hangs on each file. */
  get importance(): ReadonlyMap<string, number> {
    const current = this.#current();
    return (current.importance ??= importance(current.imports));
  }

  /** All paths, the most important first, then by folder depth and name. */
  get byImportance(): readonly string[] {
    const current = this.#current();
    return (current.byImportance ??= sortedBy(this.importance, this.#files.paths));
  }

  /** Configuration that could not be followed, as far as it was asked for. */
  get problems(): IndexSummary['problems'] {
    return this.#resolver?.problems ?? [];
  }

  /** A file has another content. */
  changed(file: string): void {
    if (this.#resolver?.dependsOn(file) === true) this.#resolver = undefined;
  }

  /** Files have come or gone. */
  listed(): void {
    this.#resolver = undefined;
  }

  #current(): Graphs {
    const resolver = (this.#resolver ??= this.#newResolver());
    const { version } = this.#code;
    if (this.#graphs?.indexVersion === version && this.#graphs.resolver === resolver) return this.#graphs;
    const imports = importGraph(this.#code, resolver);
    return (this.#graphs = { indexVersion: version, resolver, imports, symbols: new SymbolGraph(this.#code, imports, resolver) });
  }

  #newResolver(): WorkspaceResolver {
    this.#resolvers++;
    const { paths, roots } = this.#files;
    const port = { paths, text: (path: string) => this.#files.text(path) };
    return roots.all.length > 1 ? new RootsResolver(port, roots) : new ModuleResolver(port);
  }
}

function sortedBy(importance: ReadonlyMap<string, number>, paths: readonly string[]): string[] {
  return paths
    .map((path) => ({ path, gain: importance.get(path) ?? 0, depth: path.split('/').length }))
    .sort((a, b) => b.gain - a.gain || a.depth - b.depth || compare(a.path, b.path))
    .map(({ path }) => path);
}
