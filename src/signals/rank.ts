import { compare } from '../broker/contributor.ts';
import type { RankedFile } from '../broker/trace.ts';
import type { CodeIndex, IndexedFile } from './codeIndex.ts';
import type { FileKind } from './fileKind.ts';
import type { ImportGraph } from './importGraph.ts';
import { mentionsIn, type Mentions } from './mentions.ts';
import { spelledWords } from './words.ts';

export interface RankRequest {
  readonly text: string;
  /** Attached by the user, workspace-relative. */
  readonly attached: readonly string[];
  readonly active?: string;
}

export interface Target extends RankedFile {
  readonly score: number;
}

/** How much a file of this role counts when the request does not speak of such files. */
const damping: Readonly<Record<FileKind, number>> = {
  source: 1,
  declaration: 0.6,
  other: 0.5,
  documentation: 0.4,
  example: 0.3,
  test: 0.3,
};
const generatedDamping = 0.3;
const asksForTests = /\b(?:tests?|specs?|fixtures?|mocks?|benchmarks?)\b/iu;
const asksForExamples = /\b(?:examples?|demos?|samples?|playground|docs?)\b/iu;

/** Two steps over imports, each handing on this share of a file's score. */
const spread = 0.15;
const mostTargets = 50;
/** Smaller gains are not given as a reason. */
const worthSaying = 0.05;

/** `isMinor`: the reason is given only where there is no other. */
type Add = (path: string, score: number, why: string, isMinor?: boolean) => void;

/** The files a request is about, best first: attachments, named paths and symbols, text match, the active editor, closeness by imports. */
export function rankFiles(index: CodeIndex, graph: ImportGraph, request: RankRequest): Target[] {
  const mentions = mentionsIn(request.text);
  const scores = new Map<string, number>();
  const reasons = new Map<string, string[]>();
  const add: Add = (path, score, why, isMinor = false) => {
    scores.set(path, (scores.get(path) ?? 0) + score);
    if (why !== '' && !(isMinor && reasons.has(path))) reasons.set(path, [...(reasons.get(path) ?? []), why]);
  };
  const words = spelledWords(request.text);
  const textual = index.search([...words.keys()]);
  const best = Math.max(1, ...textual.map(({ score }) => score));
  for (const { file, score, words: matched } of textual) {
    const spelled = matched.slice(0, 4).map((word) => words.get(word) ?? word);
    add(file.path, (score / best) * dampingOf(file, request.text), `matches ${spelled.join(', ')}`);
  }
  addNamed(index, mentions, add);
  spreadOverImports(graph, scores, add);
  if (request.active !== undefined && index.get(request.active) !== undefined) add(request.active, 0.3, 'is the active editor');
  for (const [place, path] of request.attached.entries()) add(path, 100 - place, 'attached');
  return [...scores]
    .map(([path, score]) => ({ path, score, why: (reasons.get(path) ?? []).join('; ') }))
    .sort((a, b) => b.score - a.score || compare(a.path, b.path))
    .slice(0, mostTargets)
    .map((target, place) => ({ ...target, rank: place + 1 }));
}

function dampingOf(file: IndexedFile, text: string): number {
  if (file.kind === 'test' && asksForTests.test(text)) return 0.9;
  if (file.kind === 'example' && asksForExamples.test(text)) return 0.9;
  return damping[file.kind] * (file.generated ? generatedDamping : 1);
}

function addNamed(index: CodeIndex, mentions: Mentions, add: Add): void {
  for (const named of mentions.paths) {
    const files = index.files.filter(({ path }) => path === named || path.endsWith(`/${named}`) || named.endsWith(`/${path}`));
    for (const { path } of files) add(path, 4 / Math.sqrt(files.length), `named in the request`);
  }
  for (const name of mentions.identifiers) {
    const files = index.declaring(name);
    for (const file of files) {
      const topLevel = file.signals.declarations.some((declaration) => declaration.name === name && declaration.container === undefined);
      const role = damping[file.kind] * (file.generated ? generatedDamping : 1);
      add(file.path, ((topLevel ? 0.6 : 0.4) * role) / Math.sqrt(files.length), `declares ${name}`);
    }
  }
}

/** Two steps to files that import or are imported. A file's gain is shared among its neighbours, and a hub with many of them gets less. */
function spreadOverImports(graph: ImportGraph, scores: ReadonlyMap<string, number>, add: Add): void {
  const neighbours = (path: string): (readonly string[])[] => [graph.imports.get(path) ?? [], graph.importers.get(path) ?? []];
  const degree = (path: string): number => neighbours(path).reduce((sum, { length }) => sum + length, 0);
  for (const step of [1, 2]) {
    const gains = new Map<string, { gain: number; from: string; most: number }>();
    for (const [path, score] of scores) {
      for (const side of neighbours(path)) {
        for (const neighbour of side) {
          const gain = (spread * score) / Math.sqrt(side.length * degree(neighbour));
          const known = gains.get(neighbour) ?? { gain: 0, from: path, most: 0 };
          const isMost = gain > known.most;
          gains.set(neighbour, { gain: known.gain + gain, from: isMost ? path : known.from, most: isMost ? gain : known.most });
        }
      }
    }
    for (const [path, { gain, from }] of gains) add(path, gain, step === 1 ? `is close to ${from} by imports` : '', gain < worthSaying);
  }
}
