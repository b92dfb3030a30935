import type { LineRange } from '../broker/block.ts';
import type { Declaration, FileSignals } from './fileSignals.ts';
import { wordsOf } from './words.ts';

/** A whole declaration of a target file, with how well it fits the request. */
export interface RelevantDeclaration {
  readonly path: string;
  /** With its container: `Class.method`. */
  readonly name: string;
  readonly signature: string;
  readonly range: LineRange;
  readonly text: string;
  readonly score: number;
}

/** A container of more lines is offered member by member. */
const largestUnit = 60;
const saturation = 1.2;
const nameWeight = 3;
/** Top-level code that declares nothing is rarely what is meant. */
const statementWeight = 0.5;

/** Chooses the units of a file: its top-level declarations, and of large ones the members. */
export function unitsOf({ declarations }: FileSignals): Declaration[] {
  const top = declarations.filter(({ container }) => container === undefined);
  return top.flatMap((one) => {
    const members = declarations.filter((other) => other.container !== undefined && other.from >= one.from && other.to <= one.to);
    return one.to - one.from < largestUnit || members.length === 0 ? [one] : outermost(members);
  });
}

/** Members that do not lie inside another one. */
const outermost = (members: readonly Declaration[]): Declaration[] =>
  members.filter(
    (one) =>
      !members.some((other) => other !== one && other.from <= one.from && other.to >= one.to && other.to - other.from > one.to - one.from),
  );

/** Scores the units of the target files by the request's words (BM25 over declarations, their names weighted) and the files' own scores. */
export function relevantDeclarations(
  files: readonly { readonly path: string; readonly score: number; readonly signals: FileSignals; readonly text: string }[],
  words: readonly string[],
  identifiers: readonly string[],
): RelevantDeclaration[] {
  const units = files.flatMap(({ path, score, signals, text }) => {
    const lines = text.split('\n');
    return unitsOf(signals).map((declaration) =>
      unit(path, score, declaration, lines.slice(declaration.from - 1, declaration.to).join('\n')),
    );
  });
  const average = units.reduce((sum, { length }) => sum + length, 0) / Math.max(1, units.length);
  const rarity = new Map(
    words.map((word) => {
      const found = units.filter(({ counts }) => counts.has(word)).length;
      return [word, Math.log(1 + (units.length - found + 0.5) / (found + 0.5))];
    }),
  );
  return units.map(({ counts, length, fileScore, ...rest }) => {
    const norm = 0.5 + (0.5 * length) / Math.max(1, average);
    const text = words.reduce((sum, word) => {
      const weighted = (counts.get(word) ?? 0) / norm;
      return sum + ((rarity.get(word) ?? 0) * weighted) / (saturation + weighted);
    }, 0);
    const named = identifiers.some((identifier) => rest.name === identifier || rest.name.endsWith(`.${identifier}`)) ? 4 : 0;
    return { ...rest, score: (0.2 + text + named) * fileScore };
  });
}

interface Unit extends Omit<RelevantDeclaration, 'score'> {
  readonly fileScore: number;
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

function unit(path: string, fileScore: number, declaration: Declaration, text: string): Unit {
  const { name, kind, container, signature, from, to } = declaration;
  const counts = new Map<string, number>();
  const words = wordsOf(text);
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const word of wordsOf(name)) counts.set(word, (counts.get(word) ?? 0) + nameWeight);
  return {
    path,
    name: container === undefined ? name : `${container}.${name}`,
    signature,
    range: [from, to],
    text,
    fileScore: fileScore * (kind === 'statement' ? statementWeight : 1),
    counts,
    length: words.length,
  };
}
