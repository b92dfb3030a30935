import type { SymbolPlace } from '../signals/symbols/symbolSource.ts';
import type { CallersReport, Spot, SymbolCallers, SymbolQuestion } from './symbolTypes.ts';
import type { WorkspaceIndex } from './workspaceIndex.ts';

/** Nobody reads more in a list. */
export const mostPlaces = 500;
/** A common name says little about which symbol is meant. */
export const mostSymbols = 20;

/** Answers from the index as it is now. */
export function callersReport(index: WorkspaceIndex, question: SymbolQuestion): CallersReport {
  const { unfinished } = index;
  const symbols = symbolsOf(index, question)
    .slice(0, mostSymbols)
    .map((symbol) => symbolCallers(index, symbol))
    .sort((a, b) => Number(isUsed(b)) - Number(isUsed(a)));
  return { symbols, ...(unfinished === undefined ? {} : { unfinished }) };
}

export function symbolsOf(index: WorkspaceIndex, question: SymbolQuestion): SymbolPlace[] {
  if ('name' in question) return index.graphs.symbols.definitionsOf(question.name);
  const file = index.roots.relative(question.path);
  return file === undefined ? [] : index.graphs.symbols.symbolsAt(file, question.line, question.word);
}

function symbolCallers(index: WorkspaceIndex, symbol: SymbolPlace): SymbolCallers {
  const calls = index.graphs.symbols.callersOf(symbol);
  const imports = index.graphs.symbols.importPlacesOf(symbol);
  const left = [calls, imports].reduce((sum, { length }) => sum + Math.max(0, length - mostPlaces), 0);
  return {
    ...opened(index, symbol),
    calls: calls.slice(0, mostPlaces).map((one) => opened(index, one)),
    imports: imports.slice(0, mostPlaces).map((one) => opened(index, one)),
    left,
  };
}

const isUsed = ({ calls, imports }: SymbolCallers): boolean => calls.length + imports.length > 0;

/** The same with a path that an editor can open. */
export function opened<Place extends Spot>(index: WorkspaceIndex, place: Place): Place {
  return { ...place, path: index.absolute(place.path) ?? place.path };
}
