import type { TokenCounter } from './tokens.ts';

/** Where whole paragraphs, sentences and words end. */
const joints = [/\n[ \t\r]*\n/gu, /[.!?\u3002\uff01\uff1f]["')\]]*(?=\s)/gu, /\S(?=\s)/gu];

/** No token of a known encoding is longer than this many characters. */
const longestToken = 256;

/**
 * Cuts prose at its own joints. Text within `budget` comes back as it is; else as many whole paragraphs (blank line) as fit,
 * else whole sentences, else whole words. Only when not one word fits, and `hardLimit`, a prefix of whole characters, never half
 * a surrogate pair. A budget of 0 or less gives ''. With `hardLimit` the result is never over budget; without it, text of which
 * not one word fits comes back whole. A larger budget never gives less.
 */
export function trimToBudget(text: string, budget: number, counter: TokenCounter, hardLimit = true): string {
  if (budget <= 0) return '';
  if (counter.count(text) <= budget) return text;
  for (const joint of joints) {
    const prefix = wholeUnits(text, joint, budget, counter);
    if (prefix.trim() !== '') return prefix;
  }
  return hardLimit ? characterPrefix(text, budget, counter) : text;
}

/**
 * The sum of the units' own counts says where to start looking, counting the prefix itself decides:
 * linear in the text, and still monotone in the budget where counts do not quite add up.
 */
function wholeUnits(text: string, joint: RegExp, budget: number, counter: TokenCounter): string {
  const prefixes = [''];
  let sum = 0;
  let from = 0;
  let start = 0;
  for (const match of text.matchAll(joint)) {
    const end = match.index + match[0].length;
    sum += counter.count(text.slice(from, end));
    from = end;
    prefixes.push(text.slice(0, end).trimEnd());
    if (sum <= budget) start = prefixes.length - 1;
    else if (prefixes.length - start > 8) break;
  }
  const fits = (index: number): boolean => index < prefixes.length && counter.count(prefixes[index] ?? '') <= budget;
  while (start > 0 && !fits(start)) start--;
  while (fits(start + 1)) start++;
  return prefixes[start] ?? '';
}

function characterPrefix(text: string, budget: number, counter: TokenCounter): string {
  let low = 0;
  let high = Math.min(text.length, budget * longestToken);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (counter.count(text.slice(0, wholeCharacters(text, middle))) <= budget) low = middle;
    else high = middle - 1;
  }
  return text.slice(0, wholeCharacters(text, low));
}

/** Steps back from the middle of a surrogate pair. */
const wholeCharacters = (text: string, end: number): number =>
  end > 0 && end < text.length && (text.codePointAt(end - 1) ?? 0) > 0xffff ? end - 1 : end;
