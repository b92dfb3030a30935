import { noSignals, type Declaration, type FileSignals } from './fileSignals.ts';

const heading = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$/u;
const fence = /^ {0,3}(`{3,}|~{3,})/u;
/** Of a heading, in characters. */
const longestName = 200;

interface Section {
  readonly name: string;
  readonly level: number;
  readonly from: number;
}

/**
 * A Markdown document by its headings: each section reaches to the next heading, so that no line belongs to two; its container are the
 * headings above it. What stands before the first heading is a section of the file's own.
 */
export function documentSections(text: string): FileSignals {
  const lines = text.split('\n');
  const sections = sectionsOf(lines);
  const above: Section[] = [];
  const declarations = sections.flatMap((section, place): Declaration[] => {
    while ((above.at(-1)?.level ?? 0) >= section.level && above.length > 0) above.pop();
    const container = above.map(({ name }) => name).join(' > ');
    if (section.level > 0) above.push(section);
    const to = lastLine(lines, section.from, (sections[place + 1]?.from ?? lines.length + 1) - 1);
    return to < section.from ? [] : [declarationOf(section, to, container)];
  });
  return { ...noSignals, partial: false, declarations };
}

function declarationOf({ name, level, from }: Section, to: number, container: string): Declaration {
  const signature = `${'#'.repeat(level)} ${name}`.trim();
  return { name, kind: 'section', ...(container === '' ? {} : { container }), exported: false, signature, from, to, traces: [] };
}

function sectionsOf(lines: readonly string[]): Section[] {
  const sections: Section[] = [{ name: '', level: 0, from: 1 }];
  let open: string | undefined;
  for (const [index, line] of lines.entries()) {
    const mark = fence.exec(line)?.[1];
    if (mark !== undefined && (open === undefined || (mark.startsWith(open) && line.trim() === mark))) {
      open = open === undefined ? mark : undefined;
      continue;
    }
    const found = open === undefined ? heading.exec(line) : null;
    if (found !== null) sections.push({ name: (found[2] ?? '').slice(0, longestName), level: found[1]?.length ?? 1, from: index + 1 });
  }
  return sections;
}

/** Blank lines at the end belong to nobody. */
function lastLine(lines: readonly string[], from: number, until: number): number {
  let to = until;
  while (to >= from && lines[to - 1]?.trim() === '') to--;
  return to;
}
