import type { ts } from 'ts-morph';

/** Lines of positions, for editors and for the language. */
export interface LineCounters {
  /** 1-based, as an editor counts. */
  readonly lineAt: (position: number) => number;
  /** 1-based line and 0-based column, as the language counts. */
  readonly locate: (position: number) => { readonly line: number; readonly column: number };
}

/** Lines in which the answer is looked for first. */
const nearby = 16;

/** U+2028 and U+2029 end a line for the language (and so for ESLint), not for an editor. */
export function lineCounters(sourceFile: ts.SourceFile): LineCounters {
  const text = sourceFile.text;
  const separated = text.includes('\u2028') || text.includes('\u2029');
  // The parser's own table is made character by character; most files can do with a search for line feeds.
  const language = separated || text.includes('\r') ? sourceFile.getLineStarts() : lineFeedStarts(text);
  const editor = separated ? editorStarts(text) : language;
  let last = 0;
  return {
    lineAt: (position) => (last = lineIndex(editor, position, last)) + 1,
    locate: (position) => {
      const line = lineIndex(language, position, 0);
      return { line: line + 1, column: position - (language[line] ?? 0) };
    },
  };
}

/** The last line that starts at or before the position: often that of the last question, or one soon after it. */
function lineIndex(starts: readonly number[], position: number, last: number): number {
  let low = (starts[last] ?? Infinity) <= position ? last : 0;
  if (low > 0 && position < (starts[low + 1] ?? Infinity)) return low;
  let high = low > 0 && position < (starts[low + nearby] ?? Infinity) ? Math.min(low + nearby, starts.length) - 1 : starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

function lineFeedStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function editorStarts(text: string): number[] {
  const starts = [0];
  for (const match of text.matchAll(/\r\n?|\n/g)) starts.push(match.index + match[0].length);
  return starts;
}
