import { compare } from '../broker/contributor.ts';
import type { CodeIndex, IndexedFile } from './codeIndex.ts';
import type { Scores } from './scores.ts';

const copyWeight = 0.7;
/** Smaller files look alike by chance. */
const fewestDeclarations = 3;
const mostCompared = 100;

/** Of files that are the same but for their imports (a build for another platform, a vendored copy) the one nearest the root is meant. */
export function scaleCopies(index: CodeIndex, scores: Scores): void {
  const best = scores
    .entries()
    .sort((a, b) => b[1] - a[1] || compare(a[0], b[0]))
    .slice(0, mostCompared)
    .flatMap(([path]) => index.get(path) ?? []);
  const alike = groupsBy(best, ({ path, lines }) => `${path.split('/').at(-1) ?? ''}:${String(lines)}`);
  for (const same of alike.flatMap((files) => groupsBy(files, shapeOf))) {
    const [original, ...copies] = same.sort((a, b) => depth(a) - depth(b) || a.path.length - b.path.length || compare(a.path, b.path));
    for (const { path } of copies) scores.scale(path, copyWeight, `copy of ${original?.path ?? ''}`);
  }
}

function groupsBy(files: readonly IndexedFile[], key: (file: IndexedFile) => string): IndexedFile[][] {
  const groups = new Map<string, IndexedFile[]>();
  for (const file of files) groups.set(key(file), [...(groups.get(key(file)) ?? []), file]);
  return [...groups.values()].filter(({ length }) => length > 1);
}

/** Files of few declarations are only like themselves. */
const shapeOf = ({ path, signals: { declarations } }: IndexedFile): string =>
  declarations.length < fewestDeclarations ? path : JSON.stringify(declarations.map(({ signature, from, to }) => [signature, to - from]));

const depth = ({ path }: IndexedFile): number => path.split('/').length;
