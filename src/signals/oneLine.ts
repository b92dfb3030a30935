/** Source text on one normalised line: no comments, no line breaks, one way to put spaces. */

import { allUnits } from './allUnits.ts';

/** Longer signatures end in an ellipsis. */
export const longestSignature = 1000;

/** Source that is looked at for one part of a signature; more would be cut anyway. */
const longestSource = 4000;

const literalOrComment = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[^])*`|\/\/[^\n\r]*|\/\*[^]*?\*\//y;
const lineBreak = /[\n\r]/;

/** Kinds of pieces, by their first character. */
const [word, blank, opening, closing, quote, slash] = [0, 1, 2, 3, 4, 5] as const;
const kinds = new Uint8Array(65_536);
for (const { index } of allUnits.matchAll(/\s/g)) kinds[index] = blank;
for (const [characters, kind] of [
  ['{([', opening],
  ['})]', closing],
  ['"\'`', quote],
  ['/', slash],
] as const) {
  for (const one of characters) kinds[one.charCodeAt(0)] = kind;
}

/** What tidying changes. Most source is formatted as a signature should be, and one look spares it ten. */
const untidy = /\s\s|[\n\r\t]|[([<] | [)\].;>,]|,[)\]}>]|[,;] ?\}|(?:^\s?|[=:(<,[?] ?|extends )[|&] |\/[/*]/;

/** Letters and what else cannot be untidy by itself. */
const plain = new Uint8Array(128);
for (const one of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_$.<>()[]?:='-") plain[one.charCodeAt(0)] = 1;

/** A name, with a blank in front of it at most: of most parts of signatures nothing more need be asked. */
function isPlain(source: string): boolean {
  for (let at = source.startsWith(' ') ? 1 : 0; at < source.length; at++) if (plain[source.charCodeAt(at)] !== 1) return false;
  return true;
}

export function oneLine(source: string): string {
  if (isPlain(source)) return source.startsWith(' ') ? source.slice(1) : source;
  const cut = source.length > longestSource ? cutWhole(source, longestSource) : source;
  if (!untidy.test(cut)) return cut.trim();
  if (!/["'`/]/.test(cut) && !(cut.includes('{') && /[\n\r]/.test(cut))) return tidy(cut);
  const literals: string[] = [];
  const flat = tidy(flatten(cut, literals));
  let next = 0;
  return literals.length === 0 ? flat : flat.replace(/\0/g, () => literals[next++] ?? '');
}

export function capped(signature: string): string {
  return signature.length > longestSignature ? `${cutWhole(signature, longestSignature)}…` : signature;
}

/** Never cuts a surrogate pair in two. */
export function cutWhole(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
}

/** Literals become a NUL each, so that tidying leaves them alone; line breaks that separate members become semicolons. */
function flatten(source: string, literals: string[]): string {
  let flat = '';
  let last = '{';
  const brackets: string[] = [];
  let [spaced, broken] = [false, false];
  for (let from = 0, end = 0; from < source.length; from = end) {
    const kind = kinds[source.charCodeAt(from)] ?? word;
    end = pieceEnd(source, from, kind);
    const isLong = end > from + 1;
    const piece = source.slice(from, end);
    if (kind === blank || (kind === slash && isLong)) {
      broken ||= lineBreak.test(piece);
      if (!spaced) flat += ' ';
      spaced = true;
      continue;
    }
    if (broken && brackets.at(-1) === '{' && separates(last, piece)) flat += '; ';
    [spaced, broken] = [false, false];
    if (kind === opening) brackets.push(piece);
    else if (kind === closing) brackets.pop();
    last = kind === quote && isLong ? keep(piece, literals) : piece.includes('\0') ? piece.replace(/\0/g, '') : piece;
    flat += last;
  }
  return flat;
}

/** A word and white space are as long as can be; a quote or a slash that begins nothing is a piece of its own. */
function pieceEnd(source: string, from: number, kind: number): number {
  let end = from + 1;
  if (kind === word || kind === blank) {
    while (end < source.length && kinds[source.charCodeAt(end)] === kind) end++;
  } else if (kind === quote || kind === slash) {
    literalOrComment.lastIndex = from;
    if (literalOrComment.test(source)) end = literalOrComment.lastIndex;
  }
  return end;
}

function keep(literal: string, literals: string[]): string {
  literals.push(literal.replace(/\s*[\n\r]\s*/g, ' '));
  return '\0';
}

/** A member ends at a line break, unless what is before or behind it goes on. */
function separates(before: string, behind: string): boolean {
  return (
    !/(?:[{([<;,|&=:?.+]|=>|\b(?:readonly|keyof|typeof|extends|infer|unique|is|as|in))$/.test(before) &&
    !/^(?:[})\]>;,|&=:?.]|(?:extends|is|as)$)/.test(behind)
  );
}

/** Whether something is there to be replaced is seen much faster than replaced. */
function tidy(text: string): string {
  let tidied = / \s|[^\S ]/.test(text) ? text.replace(/\s+/g, ' ') : text;
  if (/[([<] /.test(tidied)) tidied = tidied.replace(/([([<]) /g, '$1');
  if (/[, ][)\]]/.test(tidied)) tidied = tidied.replace(/(?:, ?| )([)\]])/g, '$1');
  if (/[, ]>/.test(tidied)) tidied = tidied.replace(/,? >/g, '>').replace(/,>/g, '>');
  if (tidied.includes('}')) tidied = tidied.replace(/[,;] ?\}/g, ' }');
  if (/[|&] /.test(tidied)) tidied = tidied.replace(/(^ ?|[=:(<,[?] ?|\bextends )[|&] /g, '$1');
  if (tidied.includes(' .')) tidied = tidied.replace(/([\w$)\]>]) \.(?=[\w$#])/g, '$1.');
  if (/ [;,]/.test(tidied)) tidied = tidied.replace(/ ([;,])/g, '$1');
  return tidied.trim();
}
