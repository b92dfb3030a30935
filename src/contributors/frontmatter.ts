import { parse } from 'yaml';

export interface Frontmatter {
  readonly values: Readonly<Record<string, unknown>>;
  /** What stands behind it. */
  readonly body: string;
  /** 1-based line of the file that `body` begins with. */
  readonly bodyLine: number;
}

/** Splits off the frontmatter of a Markdown file. Tolerates BOM, CRLF and what is not quite YAML: an unquoted glob, colon or hash. Never throws. */
export function parseFrontmatter(text: string): Frontmatter {
  const clean = text.replace(/^\uFEFF/u, '').replace(/\r\n?/gu, '\n');
  const match = /^---[ \t]*\n(?:([\s\S]*?)\n)?---[ \t]*(?:\n|$)/u.exec(clean);
  if (match === null) return { values: {}, body: clean, bodyLine: 1 };
  return { values: valuesOf(match[1] ?? ''), body: clean.slice(match[0].length), bodyLine: match[0].split('\n').length };
}

/** Begins like frontmatter and never ends it: then there is none. */
export function isOpenFrontmatter(text: string): boolean {
  const [first, ...rest] = text.replace(/^\uFEFF/u, '').split(/\r\n?|\n/u);
  return first?.trimEnd() === '---' && /^[\w-]+:/u.test(rest[0] ?? '') && !rest.some((line) => line.trimEnd() === '---');
}

/** One line of text under a name; undefined where there is none. */
export function textValue({ values }: Frontmatter, name: string): string | undefined {
  const value = values[name];
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return text === '' ? undefined : text;
}

function valuesOf(head: string): Readonly<Record<string, unknown>> {
  const lines = linesByName(head);
  try {
    const values: unknown = parse(head, { logLevel: 'error', uniqueKeys: false });
    if (typeof values !== 'object' || values === null || Array.isArray(values)) return Object.fromEntries(lines);
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, asWritten(value, lines.get(name))]));
  } catch {
    return Object.fromEntries(lines);
  }
}

/** `name: value` line by line, without quotes; a list below a name with commas between. */
function linesByName(head: string): Map<string, string> {
  const found = new Map<string, string>();
  let list: string | undefined;
  for (const line of head.split('\n')) {
    const [, name, value] = /^([\w-]+):[ \t]*(.*)$/u.exec(line) ?? [];
    const entry = /^[ \t]*-[ \t]+(\S.*)$/u.exec(line)?.[1];
    if (name !== undefined && value !== undefined) {
      found.set(name, unquoted(value));
      list = value.trim() === '' ? name : undefined;
    } else if (list !== undefined && entry !== undefined) {
      found.set(list, [found.get(list) ?? '', unquoted(entry)].filter((one) => one !== '').join(','));
    }
  }
  return found;
}

/** Without the pair of quotes around it. */
export const unquoted = (text: string): string => text.trim().replace(/^(["'])(.*)\1$/u, '$2');

/** To YAML an unquoted hash begins a comment and braces a mapping, to people they are part of their sentence or glob. */
function asWritten(value: unknown, line = ''): unknown {
  if (typeof value === 'string') return line.startsWith(value) && /^\s+#/u.test(line.slice(value.length)) ? line : value;
  return typeof value === 'object' && line.startsWith('{') && line.endsWith('}') ? line : value;
}
