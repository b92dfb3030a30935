import type { CodeIndex, IndexedFile } from './codeIndex.ts';
import { roleWeight } from './fileRole.ts';
import { foldName, type Query } from './query.ts';
import type { Scores } from './scores.ts';

const pathGain = 4;
const declarationGain = 0.6;
const memberGain = 0.4;
const compoundGain = 0.1;
const fileNameGain = 0.25;
/** Shorter names are words of any request. */
const shortestFileName = 3;

/** Files that the request names: by path, by what they declare, by their own name. A name shared by many files says less about each. */
export function scoreNamedFiles(index: CodeIndex, query: Query, scores: Scores): void {
  scorePaths(index, query, scores);
  scoreDeclarations(index, query, scores);
  scoreFileNames(index, query, scores);
}

function scorePaths(index: CodeIndex, query: Query, scores: Scores): void {
  for (const named of query.paths) {
    const files = index.files.filter(({ path }) => path === named || path.endsWith(`/${named}`) || named.endsWith(`/${path}`));
    for (const { path } of files) scores.add(path, pathGain / Math.sqrt(files.length), 'named in the request');
  }
}

function scoreDeclarations(index: CodeIndex, query: Query, scores: Scores): void {
  for (const name of query.identifiers) {
    const files = index.declaring(name);
    for (const file of files) {
      const gain = isTopLevel(file, name) ? declarationGain : memberGain;
      scores.add(file.path, (gain * roleWeight(file)) / Math.sqrt(files.length), `declares ${name}`);
    }
  }
}

const isTopLevel = ({ signals }: IndexedFile, name: string): boolean =>
  signals.declarations.some((declaration) => declaration.name === name && declaration.container === undefined);

/** `src/retry-delay.ts` for "the retry delay", and the files that declare `retryDelay` or `RetryDelay`. */
function scoreFileNames(index: CodeIndex, query: Query, scores: Scores): void {
  const named = new Map<string, IndexedFile[]>();
  for (const file of index.files) {
    const name = fileNameOf(file.path);
    if (query.compounds.has(name)) named.set(name, [...(named.get(name) ?? []), file]);
    if (name.length >= shortestFileName && query.plainWords.has(name)) {
      scores.add(file.path, fileNameGain * roleWeight(file), scores.hasReason(file.path) ? undefined : `is named ${name}`);
    }
  }
  for (const [compound, stems] of query.compounds) {
    for (const file of index.declaringWords(stems)) {
      const files = named.get(compound) ?? [];
      if (!files.includes(file)) named.set(compound, [...files, file]);
    }
  }
  for (const files of named.values()) {
    for (const file of files) scores.add(file.path, (compoundGain * roleWeight(file)) / Math.sqrt(files.length));
  }
}

const fileNameOf = (path: string): string => foldName((path.split('/').at(-1) ?? '').replace(/\..*$/u, ''));
