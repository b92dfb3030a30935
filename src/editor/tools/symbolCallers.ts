import { plural } from '../../broker/plural.ts';
import type { CallPlace, SymbolCallees, SymbolCallers, UsePlace } from '../../engine/symbolTypes.ts';
import { patience, type BrokerTool } from './brokerTool.ts';
import { placeOf, symbolNameOf, unfinishedNote, unknownSymbol } from './symbolName.ts';
import { heading, line, rows, type Part } from './toolText.ts';

const mostRows = 100;

/** Who calls, uses and imports a symbol, and what it calls. */
export const symbolCallers: BrokerTool<{ readonly name: string }> = {
  parse: (input) => {
    const name = symbolNameOf(input);
    return typeof name === 'string' ? { name } : name;
  },
  tell: ({ name }) => ({
    doing: `Finding who calls and uses ${name}, and what it calls`,
    title: 'callers and callees of a symbol',
    reads: `who calls, uses and imports ${name} and what it calls`,
  }),
  run: async ({ name }, { host }, { signal }) => {
    const options = { signal, patience };
    const [callers, callees] = await Promise.all([
      host.engine.callers({ name }, { ...options, uses: true }),
      host.engine.callees({ name }, options),
    ]);
    const notes = unfinishedNote(callers.unfinished ?? callees.unfinished).map(line);
    if (callers.symbols.length === 0) return [line(unknownSymbol(name)), ...notes];
    const parts = callers.symbols.flatMap((symbol) => symbolParts(symbol, calleesOf(symbol, callees.symbols)));
    return [...parts, ...notes];
  },
};

const calleesOf = ({ path, name, line: at }: SymbolCallers, all: readonly SymbolCallees[]): SymbolCallees | undefined =>
  all.find((one) => one.path === path && one.name === name && one.line === at);

function symbolParts(symbol: SymbolCallers, callees: SymbolCallees | undefined): Part[] {
  const called = symbol.calls.map(callerText);
  const calls = callees?.calls.map((one) => `${one.name} (${placeOf(one)})`) ?? [];
  return [
    line(`${symbol.name} (${placeOf(symbol)})`),
    ...section('Called by', called),
    ...section('Used by', symbol.uses?.map(placeText) ?? []),
    ...section('Calls', calls),
    ...section('Imported by', symbol.imports.map(placeOf)),
    ...(symbol.left === 0 ? [] : [line(`${String(symbol.left)} more callers, uses and imports are known.`)]),
    ...(symbol.unread === undefined ? [] : [line(`Uses in ${plural(symbol.unread, 'more file')} were not looked for.`)]),
  ];
}

function callerText(call: CallPlace): string {
  return `${call.certainty === 'likely' ? 'perhaps ' : ''}${placeText(call)}`;
}

const placeText = (place: UsePlace): string => `${place.name ?? 'top level'} (${placeOf(place)})`;

function section(title: string, all: readonly string[]): Part[] {
  if (all.length === 0) return [line(`${title}: nothing known`)];
  const count = all.length > mostRows ? `, ${String(mostRows)} of ${String(all.length)}` : '';
  return [heading(`${title}${count}:`), ...rows(all.slice(0, mostRows).map((one) => `- ${one}`))];
}
