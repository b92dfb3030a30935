import { compare } from '../../broker/contributor.ts';
import type { FileSignals } from '../fileSignals.ts';
import { declarationAround } from './enclosing.ts';
import { fullName, lineOf, type SymbolPlace } from './symbolSource.ts';

/** Where a person worked, and how much that counts still. */
export interface Place {
  readonly path: string;
  readonly line: number;
  readonly weight: number;
  readonly edited: boolean;
}

export interface WarmPlaceSum extends SymbolPlace {
  readonly edited: boolean;
  readonly weight: number;
}

/** Sums places up by the innermost declaration around them, the warmest first; places outside of declarations are left out. */
export function warmSymbols(places: readonly Place[], signalsOf: (path: string) => FileSignals | undefined): WarmPlaceSum[] {
  const sums = new Map<string, WarmPlaceSum>();
  for (const { path, line, weight, edited } of places) {
    const signals = signalsOf(path);
    const declaration = signals && declarationAround(signals, line);
    if (!declaration || !(weight > 0)) continue;
    const name = fullName(declaration);
    const key = `${path}\0${name}`;
    const known = sums.get(key) ?? { path, name, line: lineOf(signals, declaration), edited: false, weight: 0 };
    sums.set(key, { ...known, edited: known.edited || edited, weight: known.weight + weight });
  }
  return [...sums.values()].sort((a, b) => b.weight - a.weight || compare(a.path, b.path) || a.line - b.line || compare(a.name, b.name));
}
