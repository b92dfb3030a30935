import { fullName, isSymbol } from '../signals/symbols/symbolSource.ts';
import type { SymbolPlace } from '../signals/symbols/symbolSource.ts';
import type { FileReport } from './api.ts';
import type { CalleesReport, FoundSymbol, SymbolQuestion, SymbolsReport } from './symbolTypes.ts';
import { mostPlaces, mostSymbols, opened, symbolsOf } from './callersReport.ts';
import type { WorkspaceIndex } from './workspaceIndex.ts';

/** Declarations of a name, from the index as it is now. */
export function symbolsReport(index: WorkspaceIndex, name: string): SymbolsReport {
  const places = index.graphs.symbols.definitionsOf(name);
  const symbols = places.slice(0, mostPlaces).flatMap((place) => foundSymbol(index, place) ?? []);
  return { symbols, left: Math.max(0, places.length - mostPlaces), ...unfinishedOf(index) };
}

function foundSymbol(index: WorkspaceIndex, place: SymbolPlace): FoundSymbol | undefined {
  const declarations = index.code.get(place.path)?.signals.declarations ?? [];
  const same = declarations.filter((one) => isSymbol(one) && fullName(one) === place.name);
  const [first] = same;
  if (first === undefined) return undefined;
  const { kind, exported, signature } = first;
  return { ...opened(index, place), to: Math.max(...same.map(({ to }) => to)), kind, exported, signature };
}

/** What a symbol calls, as far as the index can tell. */
export function calleesReport(index: WorkspaceIndex, question: SymbolQuestion): CalleesReport {
  const symbols = symbolsOf(index, question)
    .slice(0, mostSymbols)
    .map((symbol) => {
      const callees = index.graphs.symbols.calleesOf(symbol);
      const calls = callees.slice(0, mostPlaces).map((one) => opened(index, one));
      return { ...opened(index, symbol), calls, left: Math.max(0, callees.length - mostPlaces) };
    });
  return { symbols, ...unfinishedOf(index) };
}

const unfinishedOf = ({ unfinished }: WorkspaceIndex): { unfinished?: string } => (unfinished === undefined ? {} : { unfinished });

/** Signals of a file of the workspace, or why there are none. */
export function fileReport(index: WorkspaceIndex, file: string): FileReport {
  const absolute = index.roots.absolute(file);
  const path = absolute === undefined ? undefined : index.roots.relative(absolute);
  if (absolute === undefined || path === undefined) return { kind: 'none', problem: 'is not in the workspace' };
  if (index.roots.isPrivate(absolute)) return { kind: 'none', path, problem: 'is kept out by .contextignore' };
  const known = index.code.get(path);
  if (known === undefined) return { kind: 'none', path, problem: problemOf(index, path) };
  if (known.problem !== undefined && known.signals.declarations.length === 0) return { kind: 'none', path, problem: known.problem };
  const { signals, problem } = known;
  return { kind: 'signals', path, lines: known.lines, signals, ...(problem === undefined ? {} : { problem }) };
}

function problemOf(index: WorkspaceIndex, path: string): string {
  const content = index.named(path);
  if ('problem' in content) return content.problem;
  return index.absolute(path) === undefined ? 'is left out of the index by ignore rules' : 'has no signals: only code and Markdown have';
}
