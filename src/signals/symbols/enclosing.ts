import type { Declaration, FileSignals } from '../fileSignals.ts';
import { fullName, isSymbol } from './symbolSource.ts';

/** The innermost declaration around a line, statements and sections left out. Of several of the same lines the last. */
export function declarationAround({ declarations }: FileSignals, line: number): Declaration | undefined {
  let best: Declaration | undefined;
  for (const one of declarations) {
    if (!isSymbol(one) || line < one.from || line > one.to) continue;
    if (!best || one.to - one.from <= best.to - best.from) best = one;
  }
  return best;
}

/** What a person would call the place: the declaration around it, or a named function in code that declares nothing. */
export function nameAround(signals: FileSignals, line: number): string | undefined {
  const declaration = declarationAround(signals, line);
  if (declaration) return fullName(declaration);
  const inside = signals.functions.filter(({ name, from, to }) => line >= from && line <= to && !name.startsWith('('));
  return inside.at(-1)?.name;
}
