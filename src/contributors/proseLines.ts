export interface ProseLine {
  /** 1-based. */
  readonly line: number;
  /** As it stands in the file, with inline comments blanked: columns are those of the file. */
  readonly text: string;
}

/** What stands behind backticks may hold none: then it is code within a line. */
const fence = /^\s*(`{3,}(?=[^`]*$)|~{3,})/u;

/** The lines of a Markdown text that say something: none of frontmatter, code fences and comments. `text` has plain line breaks. */
export function proseLines(text: string): ProseLine[] {
  const lines = text.split('\n');
  const found: ProseLine[] = [];
  let open: { readonly mark: string } | 'comment' | undefined;
  for (let index = frontmatterLines(lines); index < lines.length; index++) {
    const line = lines[index] ?? '';
    if (open === 'comment') {
      if (line.includes('-->')) open = undefined;
      continue;
    }
    const mark = fence.exec(line)?.[1];
    if (open !== undefined) {
      if (mark?.startsWith(open.mark) === true && line.trim() === mark) open = undefined;
      continue;
    }
    if (mark !== undefined) open = { mark };
    else if (/^\s*<!--/u.test(line) && !line.includes('-->')) open = 'comment';
    else found.push({ line: index + 1, text: line.replace(/<!--.*?-->/gu, (comment) => ' '.repeat(comment.length)) });
  }
  return found;
}

function frontmatterLines(lines: readonly string[]): number {
  if (lines[0]?.replace(/^\uFEFF/u, '').trimEnd() !== '---') return 0;
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---');
  return end === -1 ? 0 : end + 1;
}

const heading = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$/u;

/** Level and text of a heading; undefined of any other line. */
export function headingOf({ text }: ProseLine): { readonly level: number; readonly title: string } | undefined {
  const [, marks, title] = heading.exec(text) ?? [];
  return marks === undefined ? undefined : { level: marks.length, title: title ?? '' };
}
