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

/** The task that a person set as the current one: by its words, so that edits of the file by hand do not move it. */
export interface Step {
  readonly task: string;
  /** Among the tasks of these words, 1-based. Where it is not known, the first open one is meant. */
  readonly occurrence?: number;
}

export interface CurrentTask {
  readonly task: Task;
  /** Nothing was open from the step on, and it is the first open one of all. */
  readonly isEarlier: boolean;
}

/**
 * Where work stands: the task that was set if it is still open, else the first open one after it, else the first open one of all, as without
 * a step. A task with open sub-tasks gives way to them.
 */
export function currentTask({ tasks }: CheckList, step?: Step): CurrentTask | undefined {
  const isNext = ({ isDone, isParent }: Task): boolean => !isDone && !isParent;
  const after = tasks.slice(step === undefined ? 0 : Math.max(0, placeOf(tasks, step))).find(isNext);
  const task = after ?? tasks.find(isNext);
  return task === undefined ? undefined : { task, isEarlier: after === undefined };
}

function placeOf(tasks: readonly Task[], { task: words, occurrence }: Step): number {
  const places = tasks.flatMap(({ text }, place) => (text === words ? [place] : []));
  const meant = occurrence === undefined ? places.find((place) => tasks[place]?.isDone === false) : places[occurrence - 1];
  return meant ?? (occurrence === undefined ? places[0] : places.at(-1)) ?? -1;
}
