import * as vscode from 'vscode';
import { plural } from '../../broker/plural.ts';
import type { CallersReport, CallPlace, Spot, SymbolCallers } from '../../engine/symbolTypes.ts';

/** A row that opens a place, says something, or parts others. */
export interface CallerItem extends vscode.QuickPickItem {
  readonly place?: Spot;
  /** Shown only as long as there are no exact references. */
  readonly until?: 'exact';
}

/** What to do where there is no symbol to show callers of. */
export const noSymbol: CallerItem = {
  label: '$(info) No symbol here',
  detail: 'Put the cursor on a function, method, class or type, and run this again.',
  alwaysShow: true,
  until: 'exact',
};

export const nobody = (name: string): CallerItem => ({
  label: `$(info) Nothing in the index calls, uses or imports ${name}`,
  detail: 'Other uses appear below once the editor has found them.',
  alwaysShow: true,
});

export const late = (seconds: number): CallerItem => ({
  label: `$(watch) Exact references took longer than ${String(seconds)} seconds`,
  detail: 'The editor may still be loading the project: run this again in a moment.',
  alwaysShow: true,
});

const stillReading = (unfinished: string): CallerItem => ({
  label: '$(sync~spin) The index is still being read',
  detail: `${unfinished}; what is found in the others appears here.`,
  alwaysShow: true,
});

/** What the index knows, symbol by symbol: calls, uses that call nothing, imports. */
export function indexItems({ symbols, unfinished }: CallersReport): CallerItem[] {
  const rows = symbols.flatMap((symbol) => symbolItems(symbol, symbols.length > 1 ? ` of ${symbol.name}, ${shownPath(symbol)}` : ''));
  return unfinished === undefined ? rows : [stillReading(unfinished), ...rows];
}

function symbolItems({ calls, uses = [], imports, left, unread = 0 }: SymbolCallers, of: string): CallerItem[] {
  return [
    ...group(`Calls${of}`, calls.map(callItem)),
    ...group(`Uses${of}`, uses.map(placeItem)),
    ...group(`Imports${of}`, imports.map(placeItem)),
    ...(left === 0 ? [] : [more(`${String(left)} more`)]),
    ...(unread === 0 ? [] : [more(`Uses in ${plural(unread, 'more file')} were not looked for`)]),
  ];
}

const more = (label: string): CallerItem => ({ label: `$(ellipsis) ${label}`, alwaysShow: true });

/** Places that the editor's reference provider has found, with the names of the declarations around them. */
export function exactItems(places: readonly Spot[], names: readonly (string | undefined)[]): CallerItem[] {
  const items = places.map((place, at): CallerItem => {
    const item = placeItem({ ...place, name: names[at] });
    return { ...item, label: `$(verified) ${item.label}` };
  });
  return group('Exact references', items);
}

const shownPath = ({ path }: Spot): string => vscode.workspace.asRelativePath(vscode.Uri.file(path));

const callItem = (call: CallPlace): CallerItem => {
  const item = placeItem(call);
  return call.certainty === 'certain' ? item : { ...item, description: `${item.description ?? ''} · likely` };
};

function placeItem(place: Spot & { readonly name?: string | undefined }): CallerItem {
  const shown = shownPath(place);
  return { label: place.name ?? shown.slice(shown.lastIndexOf('/') + 1), description: `${shown}:${String(place.line)}`, place };
}

const group = (label: string, items: readonly CallerItem[]): CallerItem[] =>
  items.length === 0 ? [] : [{ label: `${label} (${String(items.length)})`, kind: vscode.QuickPickItemKind.Separator }, ...items];
