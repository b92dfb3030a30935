/** What a UTF-16 unit is to `wordPattern`. */
export const unitKinds = { other: 1, upper: 2, lower: 3, digit: 4, caseless: 5, surrogate: 6 } as const;

const { other, upper, lower, digit, caseless, surrogate } = unitKinds;
/** 0 until it was first asked for. */
const known = new Uint8Array(65_536);

export function unitKind(unit: number): number {
  const kind = known[unit] ?? 0;
  return kind === 0 ? (known[unit] = lookUp(unit)) : kind;
}

function lookUp(unit: number): number {
  const character = String.fromCharCode(unit);
  if (unit >= 0xd800 && unit < 0xdc00) return surrogate;
  if (/[0-9]/u.test(character)) return digit;
  if (/\p{Lu}/u.test(character)) return upper;
  if (/\p{Ll}/u.test(character)) return lower;
  return /[\p{Lo}\p{Lt}\p{Lm}]/u.test(character) ? caseless : other;
}

/** Where the word that begins at `from` ends, as `wordPattern` has it. Knows letters of the basic plane alone. */
export function wordEnd(text: string, from: number): number {
  const first = unitKind(text.charCodeAt(from));
  if (first === caseless) return runEnd(text, from, caseless);
  let end = from;
  if (first === upper) {
    end = runEnd(text, from, upper);
    // The last of several capitals begins the next word: HTTPServer.
    if (end < text.length && unitKind(text.charCodeAt(end)) === lower) {
      if (end - from > 1) return end - 1;
    } else return runEnd(text, end, digit);
  }
  return runEnd(text, runEnd(text, end, lower), digit);
}

function runEnd(text: string, from: number, kind: number): number {
  let end = from;
  while (end < text.length && unitKind(text.charCodeAt(end)) === kind) end++;
  return end;
}
