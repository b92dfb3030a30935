/** Source text on one normalised line: no comments, no line breaks, one way to put spaces. */

/** Longer signatures end in an ellipsis. */
export const longestSignature = 1000;

/** Source that is looked at for one part of a signature; more would be cut anyway. */
const longestSource = 4000;

const token = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[^])*`|\/\/[^\n\r]*|\/\*[^]*?\*\/|\s+|[{}()[\]]|[^\s"'`/{}()[\]]+|[^]/g;

const lineBreak = /[\n\r]/;
const whiteSpace = /^\s/;
const quotes = '"\'`';

/** What tidying changes. Most source is formatted as a signature should be, and one look spares it ten. */
const untidy = /\s\s|[\n\r\t]|[([<] | [)\].;>,]|,[)\]}>]|[,;] ?\}|(?:^\s?|[=:(<,[?] ?|extends )[|&] |\/[/*]/;

export function oneLine(source: string): string {
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
  const out: string[] = [];
  const brackets: string[] = [];
  let broken = false;
  token.lastIndex = 0;
  for (let piece = token.exec(source)?.[0]; piece !== undefined; piece = token.exec(source)?.[0]) {
    if (isTrivia(piece)) {
      broken ||= lineBreak.test(piece);
      if (out.at(-1) !== ' ') out.push(' ');
      continue;
    }
    if (broken && brackets.at(-1) === '{' && separates(lastWord(out), piece)) out.push('; ');
    broken = false;
    if (piece === '{' || piece === '(' || piece === '[') brackets.push(piece);
    else if (piece === '}' || piece === ')' || piece === ']') brackets.pop();
    out.push(
      piece.length > 1 && quotes.includes(piece.charAt(0))
        ? keep(piece, literals)
        : piece.includes('\0')
          ? piece.replace(/\0/g, '')
          : piece,
    );
  }
  return out.join('');
}

function isTrivia(piece: string): boolean {
  return piece.startsWith('//') || piece.startsWith('/*') || whiteSpace.test(piece);
}

function keep(literal: string, literals: string[]): string {
  literals.push(literal.replace(/\s*[\n\r]\s*/g, ' '));
  return '\0';
}

function lastWord(out: readonly string[]): string {
  for (let at = out.length - 1; at >= 0; at--) {
    const piece = out[at];
    if (piece !== undefined && piece !== ' ') return piece;
  }
  return '{';
}

/** A member ends at a line break, unless what is before or behind it goes on. */
function separates(before: string, behind: string): boolean {
  return (
    !/(?:[{([<;,|&=:?.+]|=>|\b(?:readonly|keyof|typeof|extends|infer|unique|is|as|in))$/.test(before) &&
    !/^(?:[})\]>;,|&=:?.]|(?:extends|is|as)$)/.test(behind)
  );
}

function tidy(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/([([<]) /g, '$1')
    .replace(/,? ?([)\]])/g, '$1')
    .replace(/,? >/g, '>')
    .replace(/,>/g, '>')
    .replace(/[,;] ?\}/g, ' }')
    .replace(/(^ ?|[=:(<,[?] ?|\bextends )[|&] /g, '$1')
    .replace(/([\w$)\]>]) \.(?=[\w$#])/g, '$1.')
    .replace(/ ([;,])/g, '$1')
    .trim();
}
