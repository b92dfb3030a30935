import type { ImportGraph } from './importGraph.ts';

/** An import graph as numbers: who walks it often does without looking names up. */
export interface NumberedGraph {
  readonly paths: readonly string[];
  readonly numbers: ReadonlyMap<string, number>;
  /** Where in `neighbours` those of each file begin, what it imports before what imports it; one more for the end. */
  readonly starts: Uint32Array;
  readonly neighbours: Uint32Array;
  /** Of each neighbour the root of the product of how many it shares its side with and of its own degree. */
  readonly roots: Float64Array;
}

const known = new WeakMap<ImportGraph, NumberedGraph>();

/** Made once for each graph. */
export function numberedGraph(graph: ImportGraph): NumberedGraph {
  const made = known.get(graph) ?? numbered(graph);
  known.set(graph, made);
  return made;
}

function numbered({ imports, importers }: ImportGraph): NumberedGraph {
  const paths = [...new Set([...imports.keys(), ...importers.keys()])];
  const numbers = new Map(paths.map((path, number) => [path, number]));
  const sides = paths.map((path) => [imports.get(path) ?? [], importers.get(path) ?? []] as const);
  const degrees = sides.map(([out, into]) => out.length + into.length);
  const edges = degrees.reduce((sum, degree) => sum + degree, 0);
  const [starts, neighbours, roots] = [new Uint32Array(paths.length + 1), new Uint32Array(edges), new Float64Array(edges)];
  let at = 0;
  for (const [number, both] of sides.entries()) {
    starts[number] = at;
    for (const side of both) {
      for (const path of side) {
        const neighbour = numbers.get(path) ?? 0;
        neighbours[at] = neighbour;
        roots[at++] = Math.sqrt(side.length * (degrees[neighbour] ?? 0));
      }
    }
  }
  starts[paths.length] = at;
  return { paths, numbers, starts, neighbours, roots };
}
