import type { ImportGraph } from './importGraph.ts';
import { numberedGraph, type NumberedGraph } from './numberedGraph.ts';

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
  const { paths, numbers, ...edges } = numberedGraph(graph);
  const own = new Float64Array(paths.length);
  const seeded: number[] = [];
  for (const [path, score] of seeds) {
    const number = numbers.get(path);
    if (number === undefined) continue; // no file of the graph: nothing goes on from there
    own[number] = score;
    seeded.push(number);
  }
  const spread = new Spread(paths.length);
  const isSeed = new Set(seeded);
  const rank = own.slice();
  let holders = seeded;
  for (let step = 0; step < steps; step++) {
    spread.step(edges, holders, rank);
    rank.fill(0);
    for (const number of seeded) rank[number] = own[number] ?? 0;
    for (const number of spread.reached) rank[number] = (rank[number] ?? 0) + (spread.gains[number] ?? 0);
    holders = [...seeded, ...spread.reached.filter((number) => !isSeed.has(number))];
  }
  const nameOf = (number: number): string => paths[number] ?? '';
  return new Map(
    spread.reached.map((number) => [nameOf(number), { gain: spread.gains[number] ?? 0, from: nameOf(spread.from[number] ?? 0) }]),
  );
}

/** What files give to their neighbours in one step. */
class Spread {
  readonly gains: Float64Array;
  /** The neighbour that gave most. */
  readonly from: Uint32Array;
  /** In the order in which they were reached. */
  reached: number[] = [];
  readonly #most: Float64Array;
  readonly #isReached: Uint8Array;

  constructor(files: number) {
    this.gains = new Float64Array(files);
    this.from = new Uint32Array(files);
    this.#most = new Float64Array(files);
    this.#isReached = new Uint8Array(files);
  }

  /** From the `holders` of the scores in `rank`. */
  step(edges: Pick<NumberedGraph, 'starts' | 'neighbours' | 'roots'>, holders: readonly number[], rank: Float64Array): void {
    const { starts, neighbours, roots } = edges;
    this.reached = [];
    this.#isReached.fill(0);
    for (const holder of holders) {
      const share = damping * (rank[holder] ?? 0);
      const end = starts[holder + 1] ?? 0;
      for (let at = starts[holder] ?? 0; at < end; at++) this.#give(holder, neighbours[at] ?? 0, share / (roots[at] ?? 1));
    }
  }

  #give(holder: number, to: number, gain: number): void {
    if (this.#isReached[to] === 0) {
      this.#isReached[to] = 1;
      this.reached.push(to);
      this.gains[to] = this.#most[to] = gain;
      this.from[to] = holder;
      return;
    }
    this.gains[to] = (this.gains[to] ?? 0) + gain;
    if (gain <= (this.#most[to] ?? 0)) return;
    this.#most[to] = gain;
    this.from[to] = holder;
  }
}

/** How much of the graph hangs on each file: PageRank from every file alike, along imports. */
export function importance(graph: ImportGraph): Map<string, number> {
  const seeds = new Map([...graph.imports.keys()].map((path) => [path, 1]));
  return new Map([...pageRank({ imports: graph.imports, importers: new Map() }, seeds)].map(([path, { gain }]) => [path, gain]));
}
