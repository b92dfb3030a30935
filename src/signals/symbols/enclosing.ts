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

/** The same of every line, by line: for whoever asks for many lines of a file. */
export function namesByLine({ declarations, functions }: FileSignals): readonly (string | undefined)[] {
  const inside = functions.filter(({ name }) => !name.startsWith('('));
  const around = declarations.filter(isSymbol).map((one) => ({ name: fullName(one), from: one.from, to: one.to }));
  around.sort((a, b) => b.to - b.from - (a.to - a.from));
  const painted = [...inside, ...around];
  const last = painted.reduce((most, { to }) => Math.max(most, to), 0);
  const names = new Array<string | undefined>(last + 1).fill(undefined);
  for (const { name, from, to } of painted) names.fill(name, from, to + 1);
  return names;
}
