import path from 'node:path';
import type { Item, LineRange } from '../broker/block.ts';
import { compare, type Contributor } from '../broker/contributor.ts';
import { parseFrontmatter, unquoted } from './frontmatter.ts';
import { globMatcher } from './globMatcher.ts';
import { leftOutNote } from './leftOut.ts';
import type { Files, TurnRequest } from './request.ts';
import { insideRoot } from './workspaceRoot.ts';

const nearestTargets = 3;
const mostCharacters = 65_536;
/** Of one file: patterns, and characters of all of them. */
const mostGlobs = 50;
const longestApplyTo = 4_096;

interface InstructionFile {
  readonly path: string;
  readonly text: string;
  /** The lines of the file that `text` is. */
  readonly range: LineRange;
}

/**
 * Standing instructions of the project that apply to the target files: general ones first, the nearest last. All of them hold; where they
 * disagree, the nearest does. Each content and each file is given once, by whatever path it is reached.
 */
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
      .filter((file) => appliesByPlace(file, subjects, files.roots))
      .flatMap((file) => readInstruction(file, files, subjects, degraded));
    const kept = distinct(found, files).sort(farthestFirst(files.roots));
    if (kept.length === 0) return degraded.length === 0 ? undefined : { source: '', reason: '', head: '', items: [], degraded };
    const items = kept.map(({ path: file, text, range }): Item => ({
      label: file,
      path: file,
      forms: [{ name: 'body', text: `### ${file}\n${text}\n`, ranges: [range] }],
    }));
    return {
      source: kept.map((one) => one.path).join(', '),
      reason: 'standing instructions of the project for these files',
      head: kept.length === 1 ? '## Project instructions\n' : '## Project instructions (where they disagree, the last holds)\n',
      items,
      ladder: items.map((_, index) => index),
      degraded,
    };
  },
};

const isGeneral = (file: string): boolean => /(?:^|\/)\.github\/copilot-instructions\.md$/u.test(file);
const isScoped = (file: string): boolean => file.endsWith('.instructions.md');
const isNested = (file: string): boolean => /(?:^|\/)(?:AGENTS|CLAUDE)\.md$/u.test(file);

/** Whether a file is read for instructions and is no document of the project otherwise. */
export const isInstructions = (file: string): boolean => isGeneral(file) || isScoped(file) || isNested(file);

/** AGENTS.md and CLAUDE.md hold for their folder and below, the general ones for their root; of a workspace with one root always. */
function appliesByPlace(file: string, subjects: readonly string[], roots: readonly string[]): boolean {
  if (!file.endsWith('.md') || !isInstructions(file)) return false; // most files are no documents at all
  if (isScoped(file)) return true;
  const { root, inside } = insideRoot(file, roots);
  if (isGeneral(file)) return inside === '.github/copilot-instructions.md' && holdsFor(root, subjects);
  return holdsFor(file.slice(0, file.length - path.posix.basename(file).length), subjects);
}

const holdsFor = (folder: string, subjects: readonly string[]): boolean =>
  folder === '' || subjects.some((subject) => subject.startsWith(folder));

/** By content, and by the file that a path leads to: a link may lag behind what the editor holds unsaved. */
function distinct(found: readonly InstructionFile[], files: Files): InstructionFile[] {
  const seen = new Set<string>();
  return found.filter(({ path: file, text }) => {
    const keys = [`text ${text}`, `file ${files.realPath(file)}`];
    const isNew = !keys.some((key) => seen.has(key));
    if (isNew) for (const key of keys) seen.add(key);
    return isNew;
  });
}

/** Farthest from the target files first: it is the first to go when space is short. */
const farthestFirst =
  (roots: readonly string[]) =>
  (a: InstructionFile, b: InstructionFile): number => {
    const nearness = (file: string): number =>
      isGeneral(file) ? 0 : isNested(file) ? 100 + insideRoot(file, roots).inside.split('/').length : 50;
    return nearness(a.path) - nearness(b.path) || compare(a.path, b.path);
  };

function readInstruction(file: string, files: Files, subjects: readonly string[], degraded: string[]): InstructionFile[] {
  const text = files.text(file);
  const note = leftOutNote(file, text, mostCharacters);
  if (note !== undefined) degraded.push(note);
  if (text === undefined || note !== undefined) return [];
  const { applyTo, body, bodyLine } = splitFrontmatter(text);
  if (applyTo === undefined) degraded.push(`${file}: applyTo cannot be understood`);
  if (body === '' || (isScoped(file) && !matchesAny(applyTo ?? '', sameRoot(file, subjects, files.roots), file, degraded))) return [];
  return [{ path: file, text: body, range: [bodyLine, bodyLine + body.split('\n').length - 1] }];
}

/** Paths inside the root that a file lies in: what its patterns speak of. */
function sameRoot(file: string, subjects: readonly string[], roots: readonly string[]): string[] {
  const { root } = insideRoot(file, roots);
  return subjects.map((subject) => insideRoot(subject, roots)).flatMap((subject) => (subject.root === root ? [subject.inside] : []));
}

/** `applyTo` of the frontmatter, patterns with commas between, undefined where it is something else; and what stands behind it. */
export function splitFrontmatter(text: string): { applyTo: string | undefined; body: string; bodyLine: number } {
  const { values, body, bodyLine } = parseFrontmatter(text);
  const blank = body.slice(0, body.length - body.trimStart().length).split('\n').length - 1;
  return { applyTo: patternsIn(values['applyTo'] ?? ''), body: body.trim(), bodyLine: bodyLine + blank };
}

function patternsIn(value: unknown): string | undefined {
  const all: readonly unknown[] = Array.isArray(value) ? value : [typeof value === 'string' ? withoutBrackets(value) : value];
  return all.every((one) => typeof one === 'string') ? all.join(',') : undefined;
}

/** A list whose patterns have no quotes is no YAML, and what people write. */
function withoutBrackets(text: string): string {
  const inside = /^\[(.*)\]$/su.exec(text)?.[1];
  return inside === undefined ? text : splitGlobs(inside).map(unquoted).join(',');
}

/** Whatever is asked about, these apply. */
const everything = new Set(['**', '**/*', '**/**']);

function matchesAny(applyTo: string, subjects: readonly string[], file: string, degraded: string[]): boolean {
  const globs = splitGlobs(applyTo.slice(0, longestApplyTo));
  if (globs.length > mostGlobs || applyTo.length > longestApplyTo) degraded.push(`${file}: only the first patterns of applyTo count`);
  return globs.slice(0, mostGlobs).some((glob) => {
    if (everything.has(glob)) return true;
    const matches = isBroken(glob) ? undefined : globMatcher(glob);
    if (matches === undefined) degraded.push(`${file}: applyTo has a pattern that cannot be used`);
    return matches !== undefined && subjects.some((subject) => matches(subject));
  });
}

/** With a quote or bracket that has lost its other half: the frontmatter was meant otherwise. */
const isBroken = (glob: string): boolean =>
  /^["']|["']$/u.test(glob) || countOf(glob, '[') !== countOf(glob, ']') || countOf(glob, '{') !== countOf(glob, '}');

const countOf = (text: string, character: string): number => text.split(character).length - 1;

/** At commas that stand in no braces. */
function splitGlobs(applyTo: string): string[] {
  const globs = [''];
  let depth = 0;
  for (const character of applyTo) {
    if (character === '{') depth++;
    else if (character === '}') depth = Math.max(0, depth - 1);
    if (character === ',' && depth === 0) globs.push('');
    else globs.push((globs.pop() ?? '') + character);
  }
  return globs.map((glob) => glob.trim()).filter((glob) => glob !== '');
}
