import { deepest, heirsIn } from './inheritance.ts';
import type { SymbolGraph } from './symbolGraph.ts';
import { containerOf, type SymbolName, type SymbolSource } from './symbolSource.ts';

export interface Heirs {
  /** The member under the name of every class that has it as it is, its own first: `B.send` where B extends A. */
  readonly inheriting: readonly SymbolName[];
  /** Classes that extend one of those, with a member of that name or without. */
  readonly classes: readonly SymbolName[];
}

/** Who inherits a member, from class to class; `mostFiles` of those that know a class are looked at, the closest first. */
export function heirsOf(graph: SymbolGraph, source: SymbolSource, symbol: SymbolName, mostFiles: number): Heirs {
  const container = containerOf(symbol.name);
  if (container === undefined) return { inheriting: [symbol], classes: [] };
  const member = symbol.name.slice(container.length + 1);
  const classes = new Map<string, SymbolName>();
  const inheriting = [symbol];
  let parents: SymbolName[] = [{ path: symbol.path, name: container }];
  for (let steps = 0; parents.length > 0 && steps < deepest; steps++) {
    const found = parents.flatMap((parent) => directHeirs(graph, source, parent, mostFiles));
    const fresh = found.filter((one) => !classes.has(keyOf(one)) && (one.path !== symbol.path || one.name !== container));
    for (const one of fresh) classes.set(keyOf(one), one);
    parents = fresh.filter(({ path, name }) => source.place({ path, name: `${name}.${member}` }) === undefined);
    inheriting.push(...parents.map(({ path, name }) => ({ path, name: `${name}.${member}` })));
  }
  return { inheriting, classes: [...classes.values()] };
}

const keyOf = ({ path, name }: SymbolName): string => `${path}\0${name}`;

function directHeirs(graph: SymbolGraph, source: SymbolSource, parent: SymbolName, mostFiles: number): SymbolName[] {
  const files = graph.filesKnowing(parent).slice(0, mostFiles);
  return files.flatMap(({ path, forms }) => {
    const signals = source.signals(path);
    const written = new Set(forms.map(({ names }) => names.join('.')));
    const heirs = signals ? heirsIn(signals).filter(({ base }) => written.has(base)) : [];
    return heirs.map(({ name }) => ({ path, name }));
  });
}
