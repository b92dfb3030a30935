import { mentionsIn, type Mentions } from './mentions.ts';
import { spelledWords, stem } from './words.ts';

/** What a request asks for, in the terms that files and declarations are matched by. */
export interface Query extends Mentions {
  readonly text: string;
  /** By stem, in order. */
  readonly words: ReadonlyMap<string, QueryWord>;
  /** Neighbouring words put together, lower case, with their stems: `retrydelay` for "retry delay". */
  readonly compounds: ReadonlyMap<string, readonly string[]>;
  /** Every word of the request, lower case, hyphens and underscores left out. */
  readonly plainWords: ReadonlySet<string>;
  /** Names of folders that the request speaks of: `query-core: …`, `in middleware/cors`. Lower case. */
  readonly scopes: readonly string[];
}

export interface QueryWord {
  /** As the request first spells it, lower case. */
  readonly spelled: string;
  /** What the first line says counts in full, what explains it half. */
  readonly weight: number;
}

const explanationWeight = 0.5;
const longestCompound = 3;
/** A pasted log has more words than anybody asks by. */
const mostPlainWords = 200;

export function parseQuery(text: string): Query {
  const mentions = mentionsIn(text);
  const subject = spelledWords(firstLine(text));
  const words = new Map<string, QueryWord>();
  for (const [word, spelled] of spelledWords(text)) words.set(word, { spelled, weight: subject.has(word) ? 1 : explanationWeight });
  const sequence = shortRuns(text)
    .flatMap((run) => run.toLowerCase().match(/[a-z]+/gu) ?? [])
    .slice(0, mostPlainWords);
  return { ...mentions, text, words, compounds: compoundsOf(sequence), plainWords: plainWordsOf(text), scopes: scopesOf(text) };
}

const firstLine = (text: string): string => text.trimStart().split('\n', 1)[0] ?? '';

/** Longer runs without white space are data: nobody names anything by them. */
const shortRuns = (text: string): string[] => text.split(/\s+/u).filter((run) => run.length <= 300);

function compoundsOf(sequence: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (let from = 0; from < sequence.length; from++) {
    for (let length = 2; length <= longestCompound && from + length <= sequence.length; length++) {
      const words = sequence.slice(from, from + length);
      found.set(words.join(''), words.map(stem));
    }
  }
  return found;
}

function plainWordsOf(text: string): Set<string> {
  const words = shortRuns(text).flatMap((run) => run.match(/[a-z][\w-]+/giu) ?? []);
  return new Set(words.slice(0, mostPlainWords).map((word) => foldName(word)));
}

/** One spelling for `retryDelay`, `retry-delay` and `RETRY_DELAY`. */
export const foldName = (name: string): string => name.toLowerCase().replace(/[-_]/gu, '');

const fileLike = /\.[cm]?[jt]sx?\b/u;

/** What stands before a colon or bracket at the very beginning, and whatever has a hyphen or a slash in it. */
function scopesOf(text: string): string[] {
  const lower = text.toLowerCase();
  const prefix = /^\s*`?([a-z0-9@][\w@/.-]{1,80})`?\s*[:(]/u.exec(lower)?.[1];
  const joined = shortRuns(lower)
    .filter((run) => !fileLike.test(run))
    .flatMap((run) => run.match(/[a-z0-9@][\w/-]*/gu) ?? [])
    .filter((word) => /[-/]/u.test(word));
  const parts = [...(prefix?.split('/') ?? []).filter((part) => part.length > 1), ...joined.flatMap(partsOf)];
  return [...new Set(parts)].slice(0, mostPlainWords);
}

const partsOf = (word: string): string[] => word.split('/').filter((part) => part.length > 2);
