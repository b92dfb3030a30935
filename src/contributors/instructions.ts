import path from 'node:path';
import picomatch from 'picomatch';
import { parse } from 'yaml';
import type { Item, LineRange } from '../broker/block.ts';
import type { Contributor } from '../broker/contributor.ts';
import type { TurnRequest } from './request.ts';

const nearestTargets = 3;
const mostBytes = 65_536;

interface InstructionFile {
  readonly path: string;
  readonly text: string;
  /** The lines of the file that `text` is. */
  readonly range: LineRange;
}

/** Standing instructions of the project that apply to the target files: general ones first, the nearest last; each content once. */
export const instructions: Contributor<TurnRequest> = {
  name: 'instructions',
  collect: ({ files, targets, working }) => {
    const subjects = [
      ...new Set([
        ...(working.active === undefined ? [] : [working.active.path]),
        ...targets.slice(0, nearestTargets).map((target) => target.path),
      ]),
    ];
    const degraded: string[] = [];
    const found = files.paths
      .filter((file) => appliesByPlace(file, subjects))
      .flatMap((file) => readInstruction(file, files.text(file), subjects, degraded));
    const kept = found.filter(({ text }, place) => found.findIndex((other) => other.text === text) === place).sort(farthestFirst);
    if (kept.length === 0) return degraded.length === 0 ? undefined : { source: '', reason: '', head: '', items: [], degraded };
    const items = kept.map(({ path: file, text, range }): Item => ({
      label: file,
      path: file,
      forms: [{ name: 'body', text: `### ${file}\n${text}\n`, ranges: [range] }],
    }));
    return {
      source: kept.map((one) => one.path).join(', '),
      reason: 'standing instructions of the project for these files',
      head: '## Project instructions\n',
      items,
      ladder: items.map((_, index) => index),
      degraded,
    };
  },
};

const isGeneral = (file: string): boolean => file === '.github/copilot-instructions.md';
const isScoped = (file: string): boolean => file.endsWith('.instructions.md');
const isNested = (file: string): boolean => /(?:^|\/)(?:AGENTS|CLAUDE)\.md$/u.test(file);

/** Whether a file is read for instructions and is no document of the project otherwise. */
export const isInstructions = (file: string): boolean => isGeneral(file) || isScoped(file) || isNested(file);

/** AGENTS.md and CLAUDE.md hold for their folder and below. */
function appliesByPlace(file: string, subjects: readonly string[]): boolean {
  if (isGeneral(file) || isScoped(file)) return true;
  if (!isNested(file)) return false;
  const folder = path.posix.dirname(file);
  return folder === '.' || subjects.some((subject) => subject.startsWith(`${folder}/`));
}

/** Farthest from the target files first: it is the first to go when space is short. */
function farthestFirst(a: InstructionFile, b: InstructionFile): number {
  const nearness = (file: string): number => (isGeneral(file) ? 0 : isNested(file) ? 100 + file.split('/').length : 50);
  return nearness(a.path) - nearness(b.path) || (a.path < b.path ? -1 : 1);
}

function readInstruction(file: string, text: string | undefined, subjects: readonly string[], degraded: string[]): InstructionFile[] {
  if (text === undefined || text.length > mostBytes) {
    degraded.push(`${file} ${text === undefined ? 'could not be read' : 'is larger than 64 KB'}`);
    return [];
  }
  const { applyTo, body } = splitFrontmatter(text);
  if (body === '' || (isScoped(file) && !matchesAny(applyTo, subjects, file, degraded))) return [];
  const before = plain(text).slice(0, plain(text).indexOf(body)).split('\n').length;
  return [{ path: file, text: body, range: [before, before + body.split('\n').length - 1] }];
}

const plain = (text: string): string => text.replace(/^\uFEFF/u, '').replaceAll('\r\n', '\n');

/** Tolerates BOM, CRLF and frontmatter that is not quite YAML, such as an unquoted glob. */
export function splitFrontmatter(text: string): { applyTo: string; body: string } {
  const clean = plain(text);
  const match = /^---\n([\s\S]*?)\n---(?:\n|$)/u.exec(clean);
  if (match === null) return { applyTo: '', body: clean.trim() };
  const head = match[1] ?? '';
  return { applyTo: applyToOf(head), body: clean.slice(match[0].length).trim() };
}

function applyToOf(head: string): string {
  let value: unknown;
  try {
    value = (parse(head) as { applyTo?: unknown } | null)?.applyTo;
  } catch {
    value = /^applyTo:\s*(.*)$/mu.exec(head)?.[1]?.replace(/^(["'])(.*)\1$/u, '$2');
  }
  return Array.isArray(value) ? value.map(String).join(',') : typeof value === 'string' ? value : '';
}

function matchesAny(applyTo: string, subjects: readonly string[], file: string, degraded: string[]): boolean {
  const globs = applyTo
    .split(/,(?![^{]*\})/u)
    .map((glob) => glob.trim())
    .filter((glob) => glob !== '');
  try {
    return globs.some((glob) => {
      const matches = picomatch(glob.replace(/^\//u, ''), { dot: true, maxLength: 1_024 });
      return subjects.some((subject) => matches(subject));
    });
  } catch {
    degraded.push(`${file}: applyTo cannot be understood`);
    return false;
  }
}
