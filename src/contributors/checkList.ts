import { parseFrontmatter, textValue } from './frontmatter.ts';
import { headingOf, proseLines, type ProseLine } from './proseLines.ts';

/** A line with a box: `- [ ] text`, `2. [x] text`. */
export interface Task {
  readonly text: string;
  readonly isDone: boolean;
  /** 1-based, of the file. */
  readonly line: number;
  /** 0-based, of the character in the box: what changes when the task is done. */
  readonly column: number;
  /** White space before it. */
  readonly indent: number;
  /** Has sub-tasks that are not done: they come first. */
  readonly isParent: boolean;
  /** Lines below it that belong to it and have no box, trimmed. */
  readonly details: readonly string[];
}

export interface CheckList {
  /** `goal` or `title` of the frontmatter, else the first heading of level 1. */
  readonly goal?: string;
  readonly tasks: readonly Task[];
}

/** Looked at below a task. */
const mostDetailLines = 40;

/** `-` stands for a task in progress. */
const box = /^(\s*(?:[-*+]|\d{1,9}[.)])\s+\[)([ xX-])\]\*?\s+(\S.*)$/u;

/** Reads the check lists of a Markdown text with plain line breaks. Boxes in code fences and comments are none. */
export function parseCheckList(text: string): CheckList {
  const lines = proseLines(text);
  const frontmatter = parseFrontmatter(text);
  const title = lines.map(headingOf).find((found) => found?.level === 1)?.title;
  const goal = textValue(frontmatter, 'goal') ?? textValue(frontmatter, 'title') ?? title;
  const found = lines.flatMap((line, place) => taskAt(lines, line, place));
  const tasks = found.map((task, place): Task => ({ ...task, isParent: hasOpenSubTask(found, place) }));
  return { ...(goal === undefined || goal === '' ? {} : { goal }), tasks };
}

function taskAt(lines: readonly ProseLine[], { line, text }: ProseLine, place: number): Omit<Task, 'isParent'>[] {
  const [, before, mark, said] = box.exec(text) ?? [];
  if (before === undefined || mark === undefined || said === undefined) return [];
  const indent = indentOf(text);
  const isDone = mark === 'x' || mark === 'X';
  return [{ text: said.trim(), isDone, line, column: before.length, indent, details: detailsBelow(lines, place, indent) }];
}

const indentOf = (text: string): number => text.length - text.trimStart().length;

function detailsBelow(lines: readonly ProseLine[], place: number, indent: number): string[] {
  const details: string[] = [];
  for (let below = place + 1; below <= place + mostDetailLines; below++) {
    const text = lines[below]?.text ?? '';
    if (text.trim() === '') continue;
    if (box.test(text) || indentOf(text) <= indent) break;
    details.push(text.trim());
  }
  return details;
}

function hasOpenSubTask(tasks: readonly Omit<Task, 'isParent'>[], place: number): boolean {
  const indent = tasks[place]?.indent ?? 0;
  for (let below = place + 1; (tasks[below]?.indent ?? 0) > indent; below++) if (tasks[below]?.isDone === false) return true;
  return false;
}

/**
 * Where work stands: the task named by `step` if it is still open, else the first open one after it; without such a task the first open one
 * of all. Never wraps around: what was skipped before `step` stays skipped. A task with open sub-tasks gives way to them.
 */
export function currentTask({ tasks }: CheckList, step?: string): Task | undefined {
  const from = step === undefined ? -1 : placeOf(tasks, step);
  return tasks.slice(Math.max(0, from)).find(({ isDone, isParent }) => !isDone && !isParent);
}

/** Of several tasks of one text the first open one is meant. */
function placeOf(tasks: readonly Task[], step: string): number {
  const open = tasks.findIndex(({ text, isDone }) => text === step && !isDone);
  return open === -1 ? tasks.findIndex(({ text }) => text === step) : open;
}
