import type { TokenCounter } from '../../broker/tokens.ts';
import { wellFormedText } from '../wellFormed.ts';

export interface Cut {
  readonly text: string;
  /** Characters that were left out; 0 where the text is whole. */
  readonly leftOut: number;
}

/** Text with more characters for each token than this is cut without being counted. */
const longestToken = 32;
/** Of the room, for the beginning; the rest is for the end. */
const headShare = 0.7;
/** Tokens of what says that something was left out, however it is counted. */
const noteRoom = (most: number): number => Math.min(60, Math.floor(most / 2));

/** Text of at most `most` tokens: its beginning and its end, with a line between them that says how much was left out. Never half a character. */
export function cutText(text: string, most: number, counter: TokenCounter): Cut {
  if (text.length <= most * longestToken && counter.count(text) <= most) return { text, leftOut: 0 };
  const room = most - noteRoom(most);
  const headRoom = Math.ceil(room * headShare);
  const head = text.slice(
    0,
    longestWithin(text.length, headRoom, (length) => counter.count(text.slice(0, startOf(text, length)))),
  );
  const rest = text.length - head.length;
  const tailLength = longestWithin(rest, room - headRoom, (length) => counter.count(text.slice(endOf(text, text.length - length))));
  const [from, to] = [startOf(text, head.length), endOf(text, text.length - tailLength)];
  const note = `\n[… ${String(to - from)} of ${String(text.length)} characters left out …]\n`;
  const whole = wellFormedText(`${text.slice(0, from)}${note}${text.slice(to)}`);
  return counter.count(whole) <= most ? { text: whole, leftOut: to - from } : { text: '', leftOut: text.length };
}

/** The greatest length whose count is within `most`: guessed, then narrowed down. */
function longestWithin(length: number, most: number, count: (length: number) => number): number {
  let [low, high] = [0, Math.min(length, most * longestToken)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (count(middle) <= most) low = middle;
    else high = middle - 1;
  }
  return low;
}

const splitsPair = (text: string, at: number): boolean => at > 0 && at < text.length && (text.codePointAt(at - 1) ?? 0) > 0xffff;
/** Steps back from the middle of a surrogate pair. */
const startOf = (text: string, at: number): number => (splitsPair(text, at) ? at - 1 : at);
/** Steps on from the middle of a surrogate pair. */
const endOf = (text: string, at: number): number => (splitsPair(text, at) ? at + 1 : at);
