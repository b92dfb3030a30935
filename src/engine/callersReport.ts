import { readPlaces, symbolUses } from '../signals/symbols/symbolUses.ts';
import type { SymbolPlace } from '../signals/symbols/symbolSource.ts';
import { ReadingAllowance } from '../signals/symbols/useReader.ts';
import { pauses } from './pauses.ts';
import type { CallersOptions, CallersReport, Spot, SymbolCallers, SymbolQuestion } from './symbolTypes.ts';
import type { WorkspaceIndex } from './workspaceIndex.ts';

/** Nobody reads more in a list. */
export const mostPlaces = 500;
/** A common name says little about which symbol is meant. */
export const mostSymbols = 20;

interface Reading {
  readonly allowance: ReadingAllowance;
  readonly pause: () => Promise<void>;
}

/** What is parsed for the uses of one question, in files and in UTF-16 units: a second or two. */
const mostFiles = 500;
const mostCharacters = 6_000_000;

/** Answers from the index as it is now; `uses` are read from the files that know the symbol. */
export async function callersReport(
  index: WorkspaceIndex,
  question: SymbolQuestion,
  { uses = false, signal }: Pick<CallersOptions, 'uses' | 'signal'> = {},
): Promise<CallersReport> {
  const { unfinished } = index;
  const asked = symbolsOf(index, question).slice(0, mostSymbols);
  const reading = uses ? { allowance: new ReadingAllowance(mostFiles, mostCharacters), pause: pauses(signal) } : undefined;
  const symbols: SymbolCallers[] = [];
  for (const symbol of asked) symbols.push(await symbolCallers(index, symbol, reading));
  symbols.sort((a, b) => Number(isUsed(b)) - Number(isUsed(a)));
  return { symbols, ...(unfinished === undefined ? {} : { unfinished }) };
}

export function symbolsOf(index: WorkspaceIndex, question: SymbolQuestion): SymbolPlace[] {
  if ('name' in question) return index.graphs.symbols.definitionsOf(question.name);
  const file = index.roots.relative(question.path);
  return file === undefined ? [] : index.graphs.symbols.symbolsAt(file, question.line, question.word);
}

async function symbolCallers(index: WorkspaceIndex, symbol: SymbolPlace, reading: Reading | undefined): Promise<SymbolCallers> {
  const { symbols: graph, uses: reader } = index.graphs;
  const places = reading && (await readPlaces(graph, reader, symbol, reading.allowance, reading.pause));
  const found = places && symbolUses(graph, symbol, places);
  const calls = found?.calls ?? graph.callersOf(symbol);
  const imports = graph.importPlacesOf(symbol);
  const uses = found?.uses ?? [];
  const left = [calls, imports, uses].reduce((sum, { length }) => sum + Math.max(0, length - mostPlaces), 0);
  const first = <Place extends Spot>(places: readonly Place[]): Place[] => places.slice(0, mostPlaces).map((one) => opened(index, one));
  return {
    ...opened(index, symbol),
    calls: first(calls),
    imports: first(imports),
    ...(found === undefined ? {} : { uses: first(uses) }),
    left,
    ...(found === undefined || found.unread === 0 ? {} : { unread: found.unread }),
  };
}

const isUsed = ({ calls, imports, uses = [] }: SymbolCallers): boolean => calls.length + imports.length + uses.length > 0;

/** The same with a path that an editor can open. */
export function opened<Place extends Spot>(index: WorkspaceIndex, place: Place): Place {
  return { ...place, path: index.absolute(place.path) ?? place.path };
}
