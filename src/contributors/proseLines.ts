export interface ProseLine {
  /** 1-based. */
  readonly line: number;
  /** As it stands in the file, with inline comments blanked: columns are those of the file. */
  readonly text: string;
}

/** Of a line, in characters: nobody writes a longer task. */
const longestLine = 2_000;

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
    else found.push({ line: index + 1, text: withoutComments(line.slice(0, longestLine)) });
  }
  return found;
}

function withoutComments(line: string): string {
  let text = line;
  for (let from = text.indexOf('<!--'); from !== -1; from = text.indexOf('<!--', from)) {
    const end = text.indexOf('-->', from);
    if (end === -1) break;
    text = text.slice(0, from) + ' '.repeat(end + 3 - from) + text.slice(end + 3);
  }
  return text;
}

function frontmatterLines(lines: readonly string[]): number {
  if (lines[0]?.replace(/^\uFEFF/u, '').trimEnd() !== '---') return 0;
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---');
  return end === -1 ? 0 : end + 1;
}

const heading = /^ {0,3}(#{1,6})[ \t]+(.*)$/u;

/** Level and text of a heading; undefined of any other line. */
export function headingOf({ text }: ProseLine): { readonly level: number; readonly title: string } | undefined {
  const [, marks, title] = heading.exec(text) ?? [];
  return marks === undefined ? undefined : { level: marks.length, title: withoutClosing((title ?? '').trim()) };
}

/** A heading may be closed by hashes behind a space. */
function withoutClosing(title: string): string {
  let end = title.length;
  while (title[end - 1] === '#') end--;
  return end === 0 || /\s/u.test(title[end - 1] ?? '') ? title.slice(0, end).trimEnd() : title;
}
