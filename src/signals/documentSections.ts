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
  const declarations = sections.flatMap((section, place): Declaration[] => {
    const to = lastLine(lines, section.from, (sections[place + 1]?.from ?? lines.length + 1) - 1);
    if (to < section.from) return [];
    const above = headingsAbove(sections, place).join(' > ');
    const { name, level, from } = section;
    const container = above === '' ? {} : { container: above };
    return [
      { name, kind: 'section', ...container, exported: false, signature: `${'#'.repeat(level)} ${name}`.trim(), from, to, traces: [] },
    ];
  });
  return { ...noSignals, partial: false, declarations };
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

function headingsAbove(sections: readonly Section[], place: number): string[] {
  const above: string[] = [];
  let level = sections[place]?.level ?? 0;
  for (const section of sections.slice(0, place).reverse()) {
    if (section.level === 0 || section.level >= level) continue;
    above.unshift(section.name);
    level = section.level;
  }
  return above;
}
