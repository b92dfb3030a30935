/** How o200k splits text into pieces. What follows does the same by hand for pieces of ASCII, which nearly all of source text is. */
export const o200kPattern = String.raw`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+('s|'S|'t|'T|'re|'rE|'Re|'RE|'ve|'vE|'Ve|'VE|'m|'M|'ll|'lL|'Ll|'LL|'d|'D)?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*('s|'S|'t|'T|'re|'rE|'Re|'RE|'ve|'vE|'Ve|'VE|'m|'M|'ll|'lL|'Ll|'LL|'d|'D)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+`;

/** Stands behind the bytes of a text; no UTF-8 has it. */
export const endMark = 0xff;
/** The pattern has to be asked: the piece hangs on a character beyond ASCII. */
export const beyondAscii = -1;

const [other, lower, upper, digit, blank, lineBreak, foreign, end] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
const kinds = new Uint8Array(256).fill(foreign, 128);
kinds.fill(lower, 97, 123).fill(upper, 65, 91).fill(digit, 48, 58);
for (const one of '\t\v\f ') kinds[one.charCodeAt(0)] = blank;
for (const one of '\r\n') kinds[one.charCodeAt(0)] = lineBreak;
kinds[endMark] = end;

const [space, apostrophe, slash, caseBit] = [32, 39, 47, 32] as const;

/** Where the piece that begins at `from` ends, or `beyondAscii`. `bytes` is UTF-8 with `endMark` behind it. */
export function asciiPieceEnd(bytes: Uint8Array, from: number): number {
  const first = kinds[bytes[from] ?? endMark] ?? end;
  if (first === lower || first === upper) return wordEnd(bytes, from);
  if (first === digit) return numberEnd(bytes, from);
  if (first === foreign) return beyondAscii;
  const second = kinds[bytes[from + 1] ?? endMark] ?? end;
  if (second === foreign) return beyondAscii;
  if ((second === lower || second === upper) && first !== lineBreak) return wordEnd(bytes, from + 1);
  if (first === other) return punctuationEnd(bytes, from + 1);
  return second === other && bytes[from] === space ? punctuationEnd(bytes, from + 2) : whiteSpaceEnd(bytes, from);
}

/** First what is upper, then what is lower case. */
function wordEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (kinds[bytes[at] ?? endMark] === upper) at++;
  while (kinds[bytes[at] ?? endMark] === lower) at++;
  if (kinds[bytes[at] ?? endMark] === foreign) return beyondAscii;
  return bytes[at] === apostrophe ? at + contraction(bytes[at + 1] ?? endMark, bytes[at + 2] ?? endMark) : at;
}

/** How long `'s`, `'t`, `'m`, `'d`, `'re`, `'ve` or `'ll` is in any case. */
function contraction(one: number, two: number): number {
  switch (String.fromCharCode(one | caseBit)) {
    case 's':
    case 't':
    case 'm':
    case 'd':
      return 2;
    case 'r':
    case 'v':
      return (two | caseBit) === 101 ? 3 : 0;
    case 'l':
      return (two | caseBit) === 108 ? 3 : 0;
    default:
      return 0;
  }
}

function numberEnd(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < from + 3 && kinds[bytes[at] ?? endMark] === digit) at++;
  return at < from + 3 && kinds[bytes[at] ?? endMark] === foreign ? beyondAscii : at;
}

/** With the line breaks and slashes behind it. */
function punctuationEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (kinds[bytes[at] ?? endMark] === other) at++;
  if (kinds[bytes[at] ?? endMark] === foreign) return beyondAscii;
  while (kinds[bytes[at] ?? endMark] === lineBreak || bytes[at] === slash) at++;
  return at;
}

/** To the last line break; without one all but the last blank, which goes with what follows. */
function whiteSpaceEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  let broken = 0;
  for (let kind = kinds[bytes[at] ?? endMark]; kind === blank || kind === lineBreak; kind = kinds[bytes[++at] ?? endMark]) {
    if (kind === lineBreak) broken = at + 1;
  }
  const next = kinds[bytes[at] ?? endMark];
  if (next === foreign) return beyondAscii;
  if (broken > 0) return broken;
  return next === end || at === from + 1 ? at : at - 1;
}
