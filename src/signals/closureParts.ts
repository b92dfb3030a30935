import type { FunctionSignal } from './fileSignals.ts';
import { oneLine } from './oneLine.ts';

/** A statement of a long function that names another one, or what stands between two of those. */
export interface ClosurePart {
  /** Absent between functions. */
  readonly name?: string;
  /** Its head on one line. */
  readonly signature: string;
  /** 1-based, the last line included. */
  readonly from: number;
  readonly to: number;
}

interface Lines {
  readonly from: number;
  readonly to: number;
}

/** A statement that names a function, or what a function is given to: `const close = useCallback(() => {`. */
const begins = /^(?:async\s+)?(?:function\b\s*\*?\s*|(?:const|let|var)\s+)([\w$]+)/u;
/** Of a statement that ends with its function: `}`, `};`, `}, [deps])`. */
const ends = /[};)]$/u;
const comment = /^(?:\/\/|\/\*|\*)/u;
/** Of a function, in lines. */
const longestHead = 8;

/**
 * A long function that holds others (a factory, a component, a module in a closure) part by part: the functions that are statements of its
 * body, with the comments above them, and the lines between. Empty where it holds none. `functions` are those of the file.
 */
export function closureParts({ from, to }: Lines, functions: readonly FunctionSignal[], lines: readonly string[]): ClosurePart[] {
  const lineAt = (line: number): string => lines[line - 1] ?? '';
  const nested = functions
    .filter((one) => one.from > from && one.to < to && one.to > one.from && ends.test(lineAt(one.to).trimEnd()))
    .flatMap((one) => {
      const name = begins.exec(lineAt(one.from).trimStart())?.[1];
      return name === undefined ? [] : [{ name, from: one.from, to: one.to, indent: indentOf(lineAt(one.from)) }];
    });
  const level = nested.reduce((least, { indent }) => Math.min(least, indent), Infinity);
  const own = nested.filter(({ indent }) => indent === level).sort((a, b) => a.from - b.from);
  const parts: ClosurePart[] = [];
  let next = from;
  for (const one of own) {
    if (one.from < next) continue;
    let first = one.from;
    while (first > next && comment.test(lineAt(first - 1).trimStart())) first--;
    parts.push(...between(next, first - 1, lines), { name: one.name, signature: headOf(one, lines), from: first, to: one.to });
    next = one.to + 1;
  }
  return parts.length === 0 ? [] : [...parts, ...between(next, to, lines)];
}

const indentOf = (line: string): number => line.length - line.trimStart().length;

function between(from: number, to: number, lines: readonly string[]): ClosurePart[] {
  let [first, last] = [from, to];
  while (first <= last && lines[first - 1]?.trim() === '') first++;
  while (first <= last && lines[last - 1]?.trim() === '') last--;
  return first > last ? [] : [{ signature: oneLine(lines[first - 1] ?? ''), from: first, to: last }];
}

/** To the end of its parameters, as far as that is near. */
function headOf({ from, to }: Lines, lines: readonly string[]): string {
  const head = lines.slice(from - 1, Math.min(to, from - 1 + longestHead));
  const end = head.findIndex((line) => /(?:\{|=>)\s*$/u.test(line));
  return oneLine(head.slice(0, end < 0 ? 1 : end + 1).join('\n')).replace(/\s*\{$/u, '');
}
