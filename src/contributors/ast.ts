import { dropLastFirst, type Item } from '../broker/block.ts';
import type { Contributor } from '../broker/contributor.ts';
import type { FileSignals } from '../signals/fileSignals.ts';
import { oneLine } from './fence.ts';
import { neighboursOf } from './neighbours.ts';
import type { FileChanges, TurnRequest } from './request.ts';

const mostTargets = 5;
const neighbourhoods = 3;
const mostNeighbours = 6;

/** Complexity means nothing without the rules by which it is counted. */
const ruleSets = 'complexity as ESLint and SonarJS count';

interface Signalled {
  readonly path: string;
  readonly signals: FileSignals;
}

/** Signals of the target files: signatures, hotspots, branch points, missing traces, call neighbourhood; as many rows each as the settings say. */
export const ast: Contributor<TurnRequest> = {
  name: 'ast',
  collect: (request) => {
    const { targets, files, settings, churn } = request;
    const all = targets.slice(0, mostTargets).flatMap(({ path }): Signalled[] => {
      const signals = files.signals(path);
      return signals === undefined ? [] : [{ path, signals }];
    });
    const rows = settings.signalRows;
    const hot = hotspots(all, rows, settings.hotspot, churn);
    const items = [...signatures(all, rows), ...hot, ...branchPoints(all, rows), ...missingTraces(all, rows), ...calls(all, request)];
    if (items.length === 0) return undefined;
    return {
      source: all.map(({ path }) => path).join(', '),
      reason: 'signals of the files closest to the request',
      head: hot.length === 0 ? '## Signals\n' : `## Signals (${ruleSets})\n`,
      items,
      ladder: dropLastFirst(items),
    };
  },
};

const row = (path: string, kind: string, text: string): Item => ({
  label: `${kind} ${text}`,
  path,
  forms: [{ name: 'row', text: `- ${kind}: ${text}\n` }],
});

const signatures = (all: readonly Signalled[], rows: number): Item[] =>
  all
    .flatMap(({ path, signals }) => signals.signatures.slice(0, 2).map((line) => row(path, 'signature', `${oneLine(line)} (${path})`)))
    .slice(0, rows);

/** The most complex functions; where the history is known, those that change often first. */
function hotspots(all: readonly Signalled[], rows: number, from: number, churn: TurnRequest['churn']): Item[] {
  const weight = ({ path, cyclomatic }: { readonly path: string; readonly cyclomatic: number }): number =>
    cyclomatic * (1 + Math.log2(1 + (churn?.get(path)?.changed ?? 0)));
  return all
    .flatMap(({ path, signals }) => signals.functions.map((one) => ({ path, ...one })))
    .filter(({ cyclomatic }) => cyclomatic >= from)
    .sort((a, b) => weight(b) - weight(a) || b.cyclomatic - a.cyclomatic)
    .slice(0, rows)
    .map(({ path, name, line, cyclomatic, cognitive }) => {
      const measured = `cyclomatic ${String(cyclomatic)}, cognitive ${String(cognitive)}`;
      return row(path, 'hotspot', `${name} ${path}:${String(line)}, ${measured}${changesText(churn?.get(path))}`);
    });
}

const changesText = (changes: FileChanges | undefined): string =>
  changes === undefined ? '' : `, changed in ${String(changes.changed)} of the last ${String(changes.commits)} commits`;

function branchPoints(all: readonly Signalled[], rows: number): Item[] {
  return all
    .flatMap(({ path, signals }) => signals.functions.map((one) => ({ path, ...one })))
    .filter(({ branches }) => branches > 0)
    .sort((a, b) => b.branches - a.branches)
    .slice(0, rows)
    .map(({ path, name, line, branches }) =>
      row(path, 'branch point', `${name} ${path}:${String(line)}, ${branches === 1 ? '1 branch' : `${String(branches)} branches`}`),
    );
}

/** Only where the project uses the tag at all: elsewhere every symbol would be missing one. */
function missingTraces(all: readonly Signalled[], rows: number): Item[] {
  if (!all.some(({ signals }) => signals.declarations.some(({ traces }) => traces.length > 0))) return [];
  return all
    .flatMap(({ path, signals }) =>
      signals.missingTraces.map(({ name, line }) => row(path, 'no @traces', `${name} ${path}:${String(line)}`)),
    )
    .slice(0, rows);
}

/** Who calls and is called by the symbols that the request names, else by the first exports of the target files. */
function calls(all: readonly Signalled[], { query, graph }: TurnRequest): Item[] {
  const exported = all.flatMap(({ path, signals }) =>
    signals.declarations.filter((one) => one.exported && one.container === undefined).map(({ name }) => ({ path, name })),
  );
  const named = exported.filter(({ name }) => query.identifiers.includes(name));
  const distinct = (named.length > 0 ? named : exported).filter(
    (one, place, some) => some.findIndex((other) => other.path === one.path && other.name === one.name) === place,
  );
  return distinct.slice(0, neighbourhoods).flatMap((symbol) => {
    const { callers, callees } = neighboursOf(graph, symbol);
    const calling = callers.filter(({ certainty }) => certainty === 'certain').map(({ path, name = path }) => name);
    if (calling.length + callees.length === 0) return [];
    const list = (names: readonly string[]): string => [...new Set(names)].slice(0, mostNeighbours).join(', ') || 'nothing here';
    return [row(symbol.path, 'calls', `${symbol.name}: called by ${list(calling)}; calls ${list(callees.map(({ name }) => name))}`)];
  });
}
