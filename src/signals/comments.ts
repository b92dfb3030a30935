/** Comments in front of a declaration, read from the text: the parser is not asked to keep them. */
export interface AttachedComments {
  /** Where the declaration begins with its comments. */
  readonly start: number;
  /** JSDoc blocks, delimiters included. */
  readonly docs: readonly string[];
}

/** Most declarations have nothing but white space in front of them. */
const shortestComment = 3;

interface CommentRange {
  readonly from: number;
  readonly to: number;
}

/** A block of tags about the file belongs to the file, even right above its first declaration. */
const fileTag = /[\s*]@(?:file|fileoverview|license|licence|packageDocumentation|module)\b/;

/**
 * The comments that belong to a declaration whose leading trivia is `[triviaStart, start)`: those directly above, and the last JSDoc
 * block even with a blank line below it, unless it heads the file.
 */
export function attachedComments(text: string, triviaStart: number, start: number): AttachedComments {
  if (start - triviaStart < shortestComment) return { start, docs: [] };
  const docs: string[] = [];
  let attached = start;
  for (const { from, to } of leadingComments(text, triviaStart, start).reverse()) {
    const comment = text.slice(from, to);
    const isDoc = isJsDoc(comment);
    const apart = lineBreaks(text.slice(to, attached)) > 1;
    const headsFile = triviaStart === 0 && apart;
    if (headsFile || (isDoc && comment.includes('@') && fileTag.test(comment)) || (apart && !(isDoc && docs.length === 0))) break;
    attached = from;
    if (isDoc) docs.unshift(comment);
  }
  return { start: attached, docs };
}

function isJsDoc(comment: string): boolean {
  return /^\/\*\*[^*/]/.test(comment);
}

function leadingComments(text: string, triviaStart: number, start: number): CommentRange[] {
  const hashbang = triviaStart === 0 ? (/^#!.*/.exec(text)?.[0].length ?? 0) : 0;
  const base = triviaStart + hashbang;
  const trivia = text.slice(base, start);
  if (!trivia.includes('/')) return [];
  const ranges: CommentRange[] = [];
  for (const match of trivia.matchAll(/\/\*[^]*?\*\/|\/\/[^\n\r]*/g)) {
    const [from, to] = [match.index, match.index + match[0].length];
    // `const a = 1; // about a` stands in front of the next declaration, but belongs to `a`.
    const trailsPrevious = base > 0 && lineBreaks(trivia.slice(0, from)) === 0 && lineBreaks(trivia.slice(to)) > 0;
    if (!trailsPrevious) ranges.push({ from: base + from, to: base + to });
  }
  return ranges;
}

function lineBreaks(text: string): number {
  return text.match(/\r\n?|\n/g)?.length ?? 0;
}
