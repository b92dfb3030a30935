import { compare } from '../broker/contributor.ts';
import type { RankedFile } from '../broker/trace.ts';
import type { CodeIndex, IndexedFile } from './codeIndex.ts';
import { scaleCopies } from './copies.ts';
import { roleWeightFor } from './fileRole.ts';
import type { ImportGraph } from './importGraph.ts';
import { scoreNamedFiles } from './namedFiles.ts';
import { pageRank } from './pageRank.ts';
import type { Query } from './query.ts';
import { scaleByScope } from './scopes.ts';
import { Scores } from './scores.ts';

export interface RankRequest {
  readonly query: Query;
  /** Attached by the user, workspace-relative. */
  readonly attached: readonly string[];
  readonly active?: string;
  /** Edited lately, the last one first. */
  readonly edited?: readonly string[];
}

export interface Target extends RankedFile {
  readonly score: number;
}

const mostTargets = 50;
/** Words that no path and no declared name of the workspace has are prose: they tell little. */
const proseWeight = 0.35;
/** Larger files change more often: a slight preference, neutral at 200 lines. */
const sizeExponent = 0.05;
const activeGain = 0.3;
const editedGain = 0.2;
const attachedGain = 100;
/** Smaller gains are not given as a reason. */
const worthSaying = 0.05;
const mostReasonWords = 4;

/**
 * The files a request is about, best first: attachments, named paths and symbols, text match, the active editor, what was edited lately,
 * closeness by imports.
 */
export function rankFiles(index: CodeIndex, graph: ImportGraph, { query, attached, active, edited = [] }: RankRequest): Target[] {
  const scores = new Scores();
  scoreText(index, query, scores);
  scoreNamedFiles(index, query, scores);
  scaleByScope(index, query, scores);
  scaleCopies(index, scores);
  for (const [place, path] of edited.entries())
    if (index.get(path) !== undefined) scores.add(path, editedGain / (place + 1), 'was edited lately');
  scoreCloseness(graph, scores);
  if (active !== undefined && index.get(active) !== undefined) scores.add(active, activeGain, 'is the active editor');
  for (const [place, path] of attached.entries()) scores.add(path, attachedGain - place, 'attached');
  return scores
    .entries()
    .map(([path, score]) => ({ path, score, why: scores.why(path) }))
    .sort((a, b) => b.score - a.score || compare(a.path, b.path))
    .slice(0, mostTargets)
    .map((target, place) => ({ ...target, rank: place + 1 }));
}

function scoreText(index: CodeIndex, query: Query, scores: Scores): void {
  const { matches, inNames } = index.search([...query.words.keys()]);
  const weightOf = (stem: string): number => (query.words.get(stem)?.weight ?? 0) * (inNames.has(stem) ? 1 : proseWeight);
  const found = matches.map(({ file, gains }) => {
    const words = [...gains].map(([stem, gain]) => ({ stem, gain: gain * weightOf(stem) }));
    return { file, words, score: words.reduce((sum, { gain }) => sum + gain, 0) };
  });
  const best = Math.max(1, ...found.map(({ score }) => score));
  for (const { file, words, score } of found) {
    const telling = words.sort((a, b) => b.gain - a.gain).slice(0, mostReasonWords);
    const spelled = telling.map(({ stem }) => query.words.get(stem)?.spelled ?? stem);
    scores.add(file.path, (score / best) * roleWeightFor(file, query.text) * sizeWeight(file), `matches ${spelled.join(', ')}`);
  }
}

const sizeWeight = ({ lines }: IndexedFile): number => (Math.max(10, lines) / 200) ** sizeExponent;

function scoreCloseness(graph: ImportGraph, scores: Scores): void {
  for (const [path, { gain, from }] of pageRank(graph, new Map(scores.entries()))) {
    const isMinor = gain < worthSaying && scores.hasReason(path);
    scores.add(path, gain, isMinor ? undefined : `is close to ${from} by imports`);
  }
}
