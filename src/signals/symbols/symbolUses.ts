import { compare } from '../../broker/contributor.ts';
import type { FileUse } from './fileUses.ts';
import { distinctCallers, type Caller, type Form, type SymbolGraph } from './symbolGraph.ts';
import { containerOf, type SymbolName } from './symbolSource.ts';
import type { ReadingAllowance, UseReader } from './useReader.ts';

/** A line that uses a symbol and does not call it. */
export interface UsePlace {
  readonly path: string;
  /** The declaration around it; absent at top level. */
  readonly name?: string;
  readonly line: number;
}

export interface SymbolUses {
  /** By path and line, each line once. */
  readonly uses: readonly UsePlace[];
  /** As the index has them, without those that call what an inner scope has under the name. */
  readonly calls: readonly Caller[];
  /** Files that know the symbol and were not read: too many, or not to be parsed. */
  readonly unread: number;
}

/** What the files that know a symbol do with it, in all lines. */
export interface ReadPlaces {
  readonly used: readonly UsePlace[];
  readonly called: readonly UsePlace[];
  readonly read: ReadonlySet<string>;
  readonly unread: number;
}

/** Reads the files that know a symbol, its own first and then the closest. `pause` is awaited before each. */
export async function readPlaces(
  graph: SymbolGraph,
  reader: UseReader,
  symbol: SymbolName,
  allowance: ReadingAllowance,
  pause: () => Promise<void>,
): Promise<ReadPlaces> {
  const [used, called]: [UsePlace[], UsePlace[]] = [[], []];
  const read = new Set<string>();
  const files = graph.filesKnowing(symbol);
  for (const { path, forms } of files) {
    await pause();
    const found = reader.uses(path, allowance);
    if (found) read.add(path);
    for (const use of found ?? []) {
      const length = lengthIn(graph, symbol, path, forms, use);
      const line = use.lines[length - 1];
      if (line === undefined) continue;
      const around = graph.around(path, line);
      const place = { path, line, ...(around === undefined ? {} : { name: around }) };
      if (use.called && length === use.names.length) called.push(place);
      else used.push(place);
    }
  }
  return { used, called, read, unread: files.length - read.size };
}

/** Of those what a list shows: each line once, and of calls one for each declaration. */
export function symbolUses(graph: SymbolGraph, symbol: SymbolName, { used, called, read, unread }: ReadPlaces): SymbolUses {
  return { uses: eachLineOnce(used), calls: callsOf(graph.callersOf(symbol), symbol, read, called), unread };
}

/** How many of the names together mean the symbol; 0 where they mean another. */
function lengthIn(graph: SymbolGraph, symbol: SymbolName, path: string, forms: readonly Form[], use: FileUse): number {
  if (use.loaded) return graph.lengthOfLoaded(symbol, path, use.loaded, use.names);
  const fits = ({ names, within }: Form): boolean =>
    names.every((name, place) => use.names[place] === name) &&
    (within === undefined || containerOf(graph.around(path, use.lines[0] ?? 0) ?? '') === within);
  return forms.find(fits)?.names.length ?? 0;
}

function eachLineOnce(uses: readonly UsePlace[]): UsePlace[] {
  const lines = new Map(uses.map((one) => [`${one.path}\0${String(one.line)}`, one]));
  return [...lines.values()].sort((a, b) => compare(a.path, b.path) || a.line - b.line);
}

/** Calls of members depend on what they are called on, which only the index follows. */
function callsOf(
  known: readonly Caller[],
  { name }: SymbolName,
  read: ReadonlySet<string>,
  called: readonly UsePlace[],
): readonly Caller[] {
  if (containerOf(name) !== undefined) return known;
  const certain = called.map((one): Caller => ({ ...one, certainty: 'certain' }));
  return distinctCallers([...known.filter(({ path }) => !read.has(path)), ...certain]);
}
