import { wellFormed } from './wellFormed.ts';

export interface LinesRead<Item> {
  readonly items: readonly Item[];
  /** Lines that are malformed, torn or of no known kind. */
  readonly skipped: number;
  /** Lines with half a surrogate pair, which was replaced. */
  readonly repaired: number;
}

/** JSON writes half a surrogate pair as its number: what has no such number is whole. */
const escapedSurrogate = /\\ud[89a-f][0-9a-f]{2}/iu;

/** Some editors put one at the start of a file; where files are put together it comes to stand between lines. */
const byteOrderMark = /^\ufeff/u;

/** Reads lines of JSON, oldest first. What cannot be read costs its own line alone. */
export function readLines<Item>(text: string, parse: (value: unknown) => Item | undefined): LinesRead<Item> {
  const items: Item[] = [];
  let [skipped, repaired] = [0, 0];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const item = parseLine(line, parse);
    if (item === undefined) skipped++;
    else {
      const whole = escapedSurrogate.test(line) ? (wellFormed(item) as Item) : item;
      if (whole !== item && JSON.stringify(whole) !== JSON.stringify(item)) repaired++;
      items.push(whole);
    }
  }
  return { items, skipped, repaired };
}

function parseLine<Item>(line: string, parse: (value: unknown) => Item | undefined): Item | undefined {
  try {
    return parse(JSON.parse(line.replace(byteOrderMark, '')));
  } catch {
    return undefined;
  }
}
