import { patience, type BrokerTool } from './brokerTool.ts';
import { placeOf, symbolNameOf, unfinishedNote, unknownSymbol } from './symbolName.ts';
import { heading, line, rows } from './toolText.ts';

/** Where a name is declared, and with what signature. */
export const findSymbol: BrokerTool<{ readonly name: string }> = {
  parse: (input) => {
    const name = symbolNameOf(input);
    return typeof name === 'string' ? { name } : name;
  },
  tell: ({ name }) => ({ doing: `Finding ${name}`, title: 'find a symbol', reads: `where ${name} is declared, from the index` }),
  run: async ({ name }, { host }, { signal }) => {
    const { symbols, left, unfinished } = await host.engine.findSymbol(name, { signal, patience });
    const notes = unfinishedNote(unfinished).map(line);
    if (symbols.length === 0) return [line(unknownSymbol(name)), ...notes];
    const found = symbols.map((one) => {
      const { kind, exported, signature, to } = one;
      return `${placeOf(one)}-${String(to)} ${exported ? 'exported ' : ''}${kind} ${one.name}: ${signature}`;
    });
    return [
      heading(`${name} is declared in ${symbols.length === 1 ? 'one place' : `${String(symbols.length + left)} places`}:`),
      ...rows(found, ''),
      ...notes,
    ];
  },
};
