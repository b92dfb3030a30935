import { dropLastFirst, type Item } from '../broker/block.ts';
import type { Contributor } from '../broker/contributor.ts';
import { lineOf, type SymbolPlace } from '../signals/symbols/symbolSource.ts';
import { neighboursOf } from './neighbours.ts';
import type { TurnRequest } from './request.ts';

/** Of a name that is declared in many places nobody knows which one is meant. */
const mostNamesakes = 3;
const mostDeclaring = 10;
const mostTargets = 5;
const calledKinds = new Set(['function', 'class', 'variable', 'enum', 'namespace']);

/** Callers, callees and importers of what the request names, else of what the best files export; as many each as the settings say. */
export const graph: Contributor<TurnRequest> = {
  name: 'graph',
  collect: (request) => {
    const { settings } = request;
    const named = namedSymbols(request);
    const items: Item[] = [];
    for (const symbol of named.length > 0 ? named : exportedSymbols(request)) {
      if (items.length >= settings.signalRows) break;
      const text = rowOf(request, symbol);
      if (text !== undefined) items.push({ label: symbol.name, path: symbol.path, forms: [{ name: 'row', text }] });
    }
    if (items.length === 0) return undefined;
    return {
      source: [...new Set(items.map(({ path }) => path))].join(', '),
      reason: named.length > 0 ? 'who calls, is called by and imports what the request names' : 'who uses what the best files export',
      head: '## Callers, callees, importers\n',
      items,
      ladder: dropLastFirst(items),
    };
  },
};

/** Declarations of the names that the request spells out, those in better files first. `Client` and `send` are not asked for where `Client.send` is found. */
function namedSymbols({ query, graph: symbols, targets }: TurnRequest): SymbolPlace[] {
  const ranks = new Map(targets.map(({ path, rank }) => [path, rank]));
  const place = (path: string): number => ranks.get(path) ?? targets.length + 1;
  const found: SymbolPlace[] = [];
  const covered = new Set<string>();
  for (const name of [...query.identifiers].sort((a, b) => b.split('.').length - a.split('.').length)) {
    if (covered.has(name)) continue;
    const places = symbols.definitionsOf(name, (paths) => [...paths].sort((a, b) => place(a) - place(b)).slice(0, mostDeclaring));
    if (places.length > 0) for (const part of name.split('.')) covered.add(part);
    found.push(...places.slice(0, mostNamesakes));
  }
  return found;
}

function exportedSymbols({ targets, files }: TurnRequest): SymbolPlace[] {
  const all = targets.slice(0, mostTargets).flatMap(({ path }) => {
    const signals = files.signals(path);
    if (!signals) return [];
    const exported = signals.declarations.filter((one) => one.exported && one.container === undefined && calledKinds.has(one.kind));
    return exported.map((one) => ({ path, name: one.name, line: lineOf(signals, one) }));
  });
  return all.filter((one, place) => all.findIndex((other) => other.path === one.path && other.name === one.name) === place);
}

function rowOf({ graph: symbols, settings }: TurnRequest, symbol: SymbolPlace): string | undefined {
  const { callers, callees, importers } = neighboursOf(symbols, symbol);
  const most = settings.signalRows;
  const called = callers.map(({ path, name, line, certainty }) => {
    const place = `${path}:${String(line)}`;
    return `${certainty === 'likely' ? 'perhaps ' : ''}${name === undefined ? place : `${name} (${place})`}`;
  });
  const parts = [
    listed('called by', called, most),
    listed(
      'calls',
      callees.map(({ path, name, line }) => `${name} (${path}:${String(line)})`),
      most,
    ),
    listed('imported by', importers, most),
  ].filter((part) => part !== '');
  return parts.length === 0 ? undefined : `- ${symbol.name} (${symbol.path}:${String(symbol.line)}): ${parts.join('; ')}\n`;
}

function listed(what: string, all: readonly string[], most: number): string {
  if (all.length === 0 || most === 0) return '';
  const more = all.length > most ? ` and ${String(all.length - most)} more` : '';
  return `${what} ${all.slice(0, most).join(', ')}${more}`;
}
