import { baseOf, deepest, heirsIn, type Heir } from './inheritance.ts';
import type { Origin } from './origin.ts';
import type { SymbolGraph } from './symbolGraph.ts';
import { containerOf, grouped, type SymbolName, type SymbolSource } from './symbolSource.ts';

export interface Heirs {
  /** The member under the name of every class that has it as it is, its own first: `B.send` where B extends A. */
  readonly inheriting: readonly SymbolName[];
  /** Classes that extend one of those, with a member of that name or without. */
  readonly classes: readonly SymbolName[];
}

/** Who inherits what. Members of one class ask for the same classes again, which are kept. */
export class HeirFinder {
  readonly #graph: Pick<SymbolGraph, 'filesKnowing'>;
  readonly #source: SymbolSource;
  readonly #inFiles = new Map<string, ReadonlyMap<string, readonly Heir[]>>();
  readonly #direct = new Map<string, readonly SymbolName[]>();

  constructor(graph: Pick<SymbolGraph, 'filesKnowing'>, source: SymbolSource) {
    this.#graph = graph;
    this.#source = source;
  }

  /** From class to class; `mostFiles` of those that know a class are looked at, the closest first. */
  heirsOf(symbol: SymbolName, mostFiles: number): Heirs {
    const container = containerOf(symbol.name);
    if (container === undefined) return { inheriting: [symbol], classes: [] };
    const member = symbol.name.slice(container.length + 1);
    const own = { path: symbol.path, name: container };
    const classes = new Map([[keyOf(own), own]]);
    const inheriting = [symbol];
    let parents: SymbolName[] = [own];
    for (let steps = 0; parents.length > 0 && steps < deepest; steps++) {
      const found = parents.flatMap((parent) => this.#directHeirs(parent, mostFiles));
      const fresh = found.filter((one) => !classes.has(keyOf(one)));
      for (const one of fresh) classes.set(keyOf(one), one);
      parents = fresh.filter(({ path, name }) => this.#source.place({ path, name: `${name}.${member}` }) === undefined);
      inheriting.push(...parents.map(({ path, name }) => ({ path, name: `${name}.${member}` })));
    }
    classes.delete(keyOf(own));
    return { inheriting, classes: [...classes.values()] };
  }

  #directHeirs(parent: SymbolName, mostFiles: number): readonly SymbolName[] {
    const key = `${keyOf(parent)}\0${String(mostFiles)}`;
    const known = this.#direct.get(key);
    if (known) return known;
    const files = this.#graph.filesKnowing(parent).slice(0, mostFiles);
    const heirs = files.flatMap(({ path, forms }) => {
      const written = new Set(forms.map(({ names }) => names.join('.')));
      // What lies beside it in a namespace names it alone.
      if (path === parent.path) written.add(parent.name.slice(parent.name.lastIndexOf('.') + 1));
      const heirs = [...written].flatMap((base) => this.#in(path).get(base) ?? []).map(({ name }) => ({ path, name }));
      return heirs.filter((one) => isSame(baseOf(this.#source, one), parent));
    });
    this.#direct.set(key, heirs);
    return heirs;
  }

  /** Those of a file, by what they extend. */
  #in(path: string): ReadonlyMap<string, readonly Heir[]> {
    const known = this.#inFiles.get(path);
    if (known) return known;
    const signals = this.#source.signals(path);
    const heirs = grouped((signals ? heirsIn(signals) : []).map((one) => [one.base, one] as const));
    this.#inFiles.set(path, heirs);
    return heirs;
  }
}

const isSame = (origin: Origin | undefined, { path, name }: SymbolName): boolean =>
  origin?.kind === 'symbol' && origin.path === path && origin.name === name;

const keyOf = ({ path, name }: SymbolName): string => `${path}\0${name}`;
