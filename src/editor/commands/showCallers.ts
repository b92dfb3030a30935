import type { CallersReport, SymbolCallers } from '../../engine/symbolTypes.ts';
import { exactReferences } from '../exactReferences.ts';
import { symbolPosition } from '../symbolPosition.ts';
import { exactItems, indexItems, late, nobody, noSymbol, type CallerItem } from '../views/callerItems.ts';
import { CallersPick } from '../views/callersPick.ts';
import { openSpot } from '../views/openSpot.ts';
import type { CommandPorts } from './ports.ts';
import { symbolTarget, type SymbolTarget } from './symbolTarget.ts';

/** How long a person waits for the rest of the index before seeing what is known so far, in milliseconds. */
const patience = 500;
/** How long exact references are waited for. */
const exactSeconds = 5;

/** Lists who calls, uses and imports a symbol: at once what the index knows, then what the files say that know it, and the editor's reference provider. */
export async function showCallers(ports: CommandPorts, given: unknown): Promise<void> {
  const target = symbolTarget(given);
  const pick = new CallersPick();
  try {
    await fill(ports, pick, target).catch((error: unknown) => {
      if (!pick.signal.aborted) throw error;
    });
    pick.done();
    const place = await pick.picked;
    if (place !== undefined) await openSpot(place);
  } finally {
    pick.dispose();
  }
}

async function fill(ports: CommandPorts, pick: CallersPick, target: SymbolTarget | undefined): Promise<void> {
  if (target === undefined) {
    pick.known = [noSymbol];
    return;
  }
  const { host } = ports;
  const { signal } = pick;
  const show = (report: CallersReport, isAll: boolean): void => {
    pick.title = titleOf(report, target);
    pick.known = knownItems(report, target, isAll);
  };
  await host.flush();
  const first = await host.engine.callers(target.question, { signal, patience });
  const isAll = first.unfinished === undefined && first.symbols.length === 0;
  show(first, isAll);
  const rest = async (): Promise<void> => {
    if (!isAll) show(await host.engine.callers(target.question, { signal, uses: true }), true);
  };
  const exact = async (): Promise<void> => {
    pick.exact = await exactRows(ports, target, first.symbols[0], signal);
  };
  await Promise.all([rest(), exact()]);
}

function titleOf({ symbols }: CallersReport, { question, cursor }: SymbolTarget): string {
  if (symbols.length > 0) return [...new Set(symbols.map(({ name }) => name))].slice(0, 3).join(', ');
  return 'name' in question ? question.name : (cursor?.word ?? 'a symbol');
}

/** That there is nothing is said when all is known. */
function knownItems(report: CallersReport, { question }: SymbolTarget, isAll: boolean): CallerItem[] {
  const rows = indexItems(report);
  if (rows.length > 0 || !isAll) return rows;
  const name = report.symbols[0]?.name ?? ('name' in question ? question.name : undefined);
  return [name === undefined ? noSymbol : nobody(name)];
}

/** What goes wrong in another extension costs these rows only. */
async function exactRows(
  { host, log }: CommandPorts,
  { cursor }: SymbolTarget,
  symbol: SymbolCallers | undefined,
  signal: AbortSignal,
): Promise<CallerItem[]> {
  try {
    const isAtName = cursor !== undefined && (symbol === undefined || symbol.name.split('.').at(-1) === cursor.word);
    const place = isAtName ? cursor : symbol && (await symbolPosition(symbol));
    if (place === undefined) return [];
    const places = await exactReferences(place.uri, place.at, exactSeconds * 1_000, signal);
    if (places === 'late') return [late(exactSeconds)];
    return exactItems(places, await host.engine.declarationsAt(places, { signal }));
  } catch (error) {
    signal.throwIfAborted();
    log.warn(`exact references: ${error instanceof Error ? error.message : String(error)}`);
    return [];
  }
}
