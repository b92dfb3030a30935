import type { Call, FileSignals } from './fileSignals.ts';
import { foldName, type Query } from './query.ts';
import { unitsOf, type Unit } from './units.ts';
import type { Vocabulary } from './terms.ts';
import { wordsOf } from './words.ts';

/** A unit of a target file with how well it fits the request. */
export interface RelevantDeclaration extends Unit {
  readonly path: string;
  readonly text: string;
  readonly score: number;
  /** Shares a word or a name with the request, apart from being in a file that does. */
  readonly isMatch: boolean;
}

export interface TargetFile {
  readonly path: string;
  readonly score: number;
  readonly signals: FileSignals;
  readonly text: string;
}

/** BM25 over units (Robertson and Zaragoza, 2009), the words of names counted so often. */
const saturation = 1.2;
const lengthNormalisation = 0.75;
const nameRepeats = 5;
/** What stands in no unit's name tells less. */
const proseWeight = 0.4;
/** So much has every unit of a target file. */
const prior = 1.5;
const namedGain = 4;
/** A unit that holds an identifier that the request spells out. */
const mentionGain = 3;
const coverageGain = 0.4;
const placeGain = 6;
/** How much a unit's score counts for what it calls, and for its neighbours. */
const callShare = 0.2;
const neighbourShare = 0.15;
const mostSeeds = 20;
/** A file's score counts less than in proportion: the right place in the second file beats anything in the first. */
const fileExponent = 0.7;
const largestFileScore = 2;

interface Candidate {
  readonly path: string;
  readonly unit: Unit;
  readonly text: string;
  readonly fileWeight: number;
  /** Its words as numbers of the vocabulary. */
  readonly terms: Uint32Array;
  readonly nameWords: readonly (readonly string[])[];
  readonly calls: ReadonlySet<string>;
  score: number;
  isMatch: boolean;
}

/** Scores the units of the target files by the request's words, by what it names, by what the best of them call, and by the files' own scores. */
export function relevantDeclarations(files: readonly TargetFile[], query: Query, vocabulary: Vocabulary): RelevantDeclaration[] {
  const candidates = files.flatMap((file) => candidatesOf(file, vocabulary));
  scoreWords(candidates, query, vocabulary);
  scoreNameCoverage(candidates, query);
  for (const candidate of candidates) {
    const found = candidate.score + spelledOut(candidate, query);
    candidate.isMatch = found > 0;
    candidate.score = (found + prior) * candidate.fileWeight;
  }
  scoreNeighbours(candidates);
  return candidates.map(({ path, unit, text, score, isMatch }) => ({ ...unit, path, text, score, isMatch }));
}

function candidatesOf({ path, score, signals, text }: TargetFile, vocabulary: Vocabulary): Candidate[] {
  const lines = text.split('\n');
  const calls = signals.calls.toSorted((a, b) => a.line - b.line);
  return unitsOf(signals, lines).map((unit) => {
    const [from, to] = unit.range;
    const body = lines.slice(from - 1, to).join('\n');
    return {
      path,
      unit,
      text: body,
      fileWeight: Math.min(score, largestFileScore) ** fileExponent,
      terms: vocabulary.scan(body).slice(),
      nameWords: unit.names.map((name) => [...new Set(wordsOf(name))]),
      calls: namesWithin(calls, from, to),
      score: 0,
      isMatch: false,
    };
  });
}

/** What is called in some lines; `calls` by their lines. */
function namesWithin(calls: readonly Call[], from: number, to: number): ReadonlySet<string> {
  let [first, end] = [0, calls.length];
  while (first < end) {
    const middle = (first + end) >> 1;
    if ((calls[middle]?.line ?? 0) < from) first = middle + 1;
    else end = middle;
  }
  const names = new Set<string>();
  for (let place = first; place < calls.length; place++) {
    const { line, name } = calls[place] ?? { line: Infinity, name: '' };
    if (line > to) break;
    names.add(name);
  }
  return names;
}

function scoreWords(candidates: readonly Candidate[], { words }: Query, vocabulary: Vocabulary): void {
  const average = candidates.reduce((sum, { terms }) => sum + terms.length, 0) / Math.max(1, candidates.length);
  const wanted = new Map([...words.keys()].map((word) => [vocabulary.find(word) ?? -1, word]));
  const counted = candidates.map((candidate) => ({ candidate, counts: countWords(candidate, words, wanted) }));
  for (const [word, { weight }] of words) {
    const found = counted.filter(({ counts }) => counts.has(word));
    if (found.length === 0) continue;
    const inNames = found.some(({ candidate }) => candidate.nameWords.some((name) => name.includes(word)));
    const rarity = Math.log(1 + (candidates.length - found.length + 0.5) / (found.length + 0.5));
    for (const { candidate, counts } of found) {
      const norm = 1 - lengthNormalisation + (lengthNormalisation * candidate.terms.length) / Math.max(1, average);
      const weighted = (counts.get(word) ?? 0) / norm;
      candidate.score += (rarity * weight * (inNames ? 1 : proseWeight) * weighted) / (saturation + weighted);
    }
  }
}

/** How often the unit has each of the words that it has, those of its names several times. */
function countWords(
  { unit, terms, nameWords }: Candidate,
  words: Query['words'],
  wanted: ReadonlyMap<number, string>,
): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (word: string | undefined, times: number): void => {
    if (word !== undefined) counts.set(word, (counts.get(word) ?? 0) + times);
  };
  for (const term of terms) add(wanted.get(term), 1);
  for (const word of [...wordsOf(unit.container ?? ''), ...nameWords.flat()]) add(words.has(word) ? word : undefined, nameRepeats);
  return counts;
}

/** A name whose rare words are all in the request is likely meant by it. */
function scoreNameCoverage(candidates: readonly Candidate[], { words }: Query): void {
  const frequency = new Map<string, number>();
  for (const { nameWords } of candidates) for (const word of nameWords.flat()) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const rarity = (word: string): number => Math.log(1 + candidates.length / (frequency.get(word) ?? 1));
  const sum = (some: readonly string[]): number => some.reduce((all, word) => all + rarity(word), 0);
  for (const candidate of candidates) {
    const coverages = candidate.nameWords.map((name) => {
      const covered = sum(name.filter((word) => words.has(word)));
      return covered === 0 ? 0 : covered ** 2 / sum(name);
    });
    candidate.score += coverageGain * Math.max(0, ...coverages);
  }
}

/** What the request spells out: a line in a stack trace, a message, the unit's name, an identifier in its text. */
function spelledOut({ path, unit, text }: Candidate, { identifiers, places, messages }: Query): number {
  const [from, to] = unit.range;
  const isPlace = places.some((place) => place.line >= from && place.line <= to && isSameFile(place.path, path));
  const isNamed = identifiers.some((name) => unit.name === name || unit.names.includes(name));
  const isFolded = !isNamed && identifiers.some((name) => name.length > 3 && unit.names.some((one) => foldName(one) === foldName(name)));
  const mentions = !isNamed && identifiers.some((name) => text.includes(name));
  const isMessage = messages.some((message) => text.includes(message));
  return (isPlace || isMessage ? placeGain : 0) + (isNamed || isFolded ? namedGain : 0) + (mentions && !isFolded ? mentionGain : 0);
}

/** A stack trace knows more of the path, a message less. */
const isSameFile = (named: string, path: string): boolean => `/${named}`.endsWith(`/${path}`) || `/${path}`.endsWith(`/${named}`);

/** What the best units call, and what stands beside them, is likely to be read or changed with them. */
function scoreNeighbours(candidates: readonly Candidate[]): void {
  const byName = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    for (const name of candidate.unit.names) byName.set(name, [...(byName.get(name) ?? []), candidate]);
  }
  const gains = new Map<Candidate, number>();
  const gain = (candidate: Candidate | undefined, most: number): void => {
    if (candidate !== undefined) gains.set(candidate, Math.max(gains.get(candidate) ?? 0, most));
  };
  const best = candidates.map((candidate, place) => ({ candidate, place })).sort((a, b) => b.candidate.score - a.candidate.score);
  for (const { candidate, place } of best.slice(0, mostSeeds)) {
    for (const name of candidate.calls) {
      const called = byName.get(name) ?? [];
      for (const one of called) if (one !== candidate) gain(one, (callShare * candidate.score) / Math.sqrt(called.length));
    }
    for (const beside of [candidates[place - 1], candidates[place + 1]])
      if (beside?.path === candidate.path) gain(beside, neighbourShare * candidate.score);
  }
  for (const [candidate, most] of gains) candidate.score += most;
}
