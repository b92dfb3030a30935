/** A word of text or of an identifier: split at case changes, digits kept with their word (`utf8`), everything else dropped. */
export const wordPattern = /\p{Lu}+(?!\p{Ll})\d*|\p{Lu}?\p{Ll}+\d*|[\p{Lo}\p{Lt}\p{Lm}]+/gu;

/** The stems of a text's words, in order. */
export const wordsOf = (text: string): string[] => text.match(wordPattern)?.map((word) => stem(word.toLowerCase())) ?? [];

/** Whether a name consists of just these words: `retryDelay` of the stems of "retry delay". */
export function isMadeOf(name: string, stems: readonly string[]): boolean {
  const words = wordsOf(name);
  return words.length === stems.length && words.every((word, place) => word === stems[place]);
}

/** Brings plural and the commonest verb endings together; only ever compared with another stem. */
export function stem(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 6 && word.endsWith('ing')) return undouble(word.slice(0, -3));
  if (word.length > 5 && word.endsWith('ed')) return undouble(word.slice(0, -2));
  if (word.length > 3 && word.endsWith('s') && !(word.endsWith('ss') || word.endsWith('us') || word.endsWith('is')))
    return withoutE(word.slice(0, -1));
  return word.length > 4 ? withoutE(word) : word;
}

const withoutE = (word: string): string => (word.endsWith('e') ? word.slice(0, -1) : word);

function undouble(word: string): string {
  const last = word.at(-1) ?? '';
  return 'bdgmnprt'.includes(last) && word.at(-2) === last ? word.slice(0, -1) : withoutE(word);
}

const stopWords = new Set(
  `a about add after all allow also am an and any are as at be because been before being but by can cannot change could did do does doing don
  each ensure every fix for from get give given go had has have having he her here how i if in into is issue it its just keep let like make may me
  more most my need new no not now of off on one only or other our out over own please problem properly remove same she should so some such support
  t than that the their them then there these they thing this those through to too under up update use used using very want was we were what when
  where which while who why will with without work would you your explain describe tell show find implement review plan code file function`
    .split(/\s+/u)
    .map(stem),
);

/** The stems of a request that can tell files apart, in order, each as it was first spelled. */
export function spelledWords(text: string): Map<string, string> {
  const words = new Map<string, string>();
  for (const [match] of text.matchAll(wordPattern)) {
    const spelled = match.toLowerCase();
    const stemmed = stem(spelled);
    if (words.size < mostWords && stemmed.length > 1 && !stopWords.has(stemmed) && !words.has(stemmed)) words.set(stemmed, spelled);
  }
  return words;
}

/** The first of a pasted log tell enough. */
const mostWords = 200;
