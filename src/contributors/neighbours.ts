import { fileKind } from '../signals/fileKind.ts';
import type { Caller } from '../signals/symbols/symbolGraph.ts';
import type { SymbolName, SymbolPlace } from '../signals/symbols/symbolSource.ts';
import type { TurnRequest } from './request.ts';

/** Of a symbol that everybody uses the callers close by tell enough. */
const mostFiles = 60;

/** Who a symbol has to do with: sources before tests, certain callers before likely ones. */
export interface Neighbours {
  readonly callers: readonly Caller[];
  readonly callees: readonly SymbolPlace[];
  /** Files that import it and are not among those that call. */
  readonly importers: readonly string[];
}

export function neighboursOf(graph: TurnRequest['graph'], symbol: SymbolName): Neighbours {
  const isInside = ({ path, name = '' }: { readonly path: string; readonly name?: string }): boolean =>
    path === symbol.path && (name === symbol.name || name.startsWith(`${symbol.name}.`));
  const callers = sourcesFirst(
    graph.callersOf(symbol, mostFiles).filter((one) => !isInside(one)),
    ({ path }) => path,
  );
  const calling = new Set(callers.map(({ path }) => path));
  const [top = symbol.name] = symbol.name.split('.');
  const importers = graph.importersOf(symbol.path, top).filter((path) => !calling.has(path));
  return { callers, callees: graph.calleesOf(symbol).filter((one) => !isInside(one)), importers: sourcesFirst(importers, (path) => path) };
}

function sourcesFirst<One>(all: readonly One[], pathOf: (one: One) => string): One[] {
  const isSource = (one: One): boolean => fileKind(pathOf(one)) === 'source';
  return [...all.filter(isSource), ...all.filter((one) => !isSource(one))];
}
