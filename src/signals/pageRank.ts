import type { ImportGraph } from './importGraph.ts';

/** What closeness to others gives to a file. */
export interface Closeness {
  readonly gain: number;
  /** The neighbour that gave most. */
  readonly from: string;
}

/** Share of a file's score that goes on to its neighbours. */
const damping = 0.2;
/** What is left after so many steps is below a thousandth. */
const steps = 8;

/**
 * Personalised PageRank over imports, both ways, by power iteration (Page, Brin, Motwani, Winograd, "The PageRank Citation Ranking", 1998,
 * section 6): r = seeds + damping * A * r. A file's score is shared among what it imports and among what imports it; a hub, that many
 * files are close to, takes less from each (the symmetric normalisation of spectral clustering: divided by the roots of both degrees).
 */
export function pageRank(graph: ImportGraph, seeds: ReadonlyMap<string, number>): Map<string, Closeness> {
  const sides = (path: string): readonly (readonly string[])[] => [graph.imports.get(path) ?? [], graph.importers.get(path) ?? []];
  const degrees = new Map<string, number>();
  const degree = (path: string): number => {
    const known = degrees.get(path) ?? sides(path).reduce((sum, { length }) => sum + length, 0);
    degrees.set(path, known);
    return known;
  };
  let rank: ReadonlyMap<string, number> = seeds;
  let close = new Map<string, { gain: number; from: string; most: number }>();
  for (let step = 0; step < steps; step++) {
    close = new Map();
    for (const [path, score] of rank) {
      for (const side of sides(path)) {
        for (const neighbour of side) {
          const gain = (damping * score) / Math.sqrt(side.length * degree(neighbour));
          const known = close.get(neighbour);
          if (known === undefined) close.set(neighbour, { gain, from: path, most: gain });
          else {
            known.gain += gain;
            if (gain > known.most) [known.from, known.most] = [path, gain];
          }
        }
      }
    }
    const next = new Map(seeds);
    for (const [path, { gain }] of close) next.set(path, (next.get(path) ?? 0) + gain);
    rank = next;
  }
  return close;
}

/** How much of the graph hangs on each file: PageRank from every file alike, along imports. */
export function importance(graph: ImportGraph): Map<string, number> {
  const seeds = new Map([...graph.imports.keys()].map((path) => [path, 1]));
  return new Map([...pageRank({ imports: graph.imports, importers: new Map() }, seeds)].map(([path, { gain }]) => [path, gain]));
}
