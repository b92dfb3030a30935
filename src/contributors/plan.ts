import type { Item } from '../broker/block.ts';
import type { Contributor } from '../broker/contributor.ts';
import type { Task } from './checkList.ts';
import { oneLine } from './fence.ts';
import { findPlan, type Plan } from './planFile.ts';
import type { TurnRequest } from './request.ts';

const mostLines = 25;
const mostDone = 3;
const mostNext = 2;
const mostDetails = 8;

type Kind = 'current' | 'goal' | 'progress' | 'detail' | 'done' | 'next';

/** What stays longest first. */
const keepOrder: readonly Kind[] = ['current', 'progress', 'goal', 'detail', 'next', 'done'];

/** The window of the plan around the task that is next: goal, progress, the task, what was done last and what comes. */
export const plan: Contributor<TurnRequest> = {
  name: 'plan',
  collect: ({ files, settings, planStep }) => {
    const { plan: found, degraded } = findPlan(files, settings.planFiles, planStep);
    if (found === undefined) return degraded.length === 0 ? undefined : { source: '', reason: '', head: '', items: [], degraded };
    const rows = rowsOf(found).slice(0, mostLines - 1);
    return {
      source: found.path,
      reason: 'the plan in force, around its current task',
      head: `## Plan, ${found.path}\n`,
      items: rows.map(({ kind, text }): Item => ({
        label: `${kind}: ${oneLine(text, 60)}`,
        forms: [{ name: 'line', text: rowText(kind, text) }],
      })),
      ladder: [...keepOrder].reverse().flatMap((kind) => placesOf(rows, kind).reverse()),
      degraded,
    };
  },
};

interface Row {
  readonly kind: Kind;
  readonly text: string;
}

const placesOf = (rows: readonly Row[], wanted: Kind): number[] => rows.flatMap(({ kind }, place) => (kind === wanted ? [place] : []));

const rowText = (kind: Kind, text: string): string => (kind === 'detail' ? `  ${oneLine(text)}\n` : `- ${kind}: ${oneLine(text)}\n`);

function rowsOf({ goal, tasks, current, isEarlier }: Plan): Row[] {
  const done = tasks.filter(({ isDone }) => isDone);
  const after = current === undefined ? [] : tasks.slice(tasks.indexOf(current) + 1).filter(({ isDone, isParent }) => !isDone && !isParent);
  const row =
    (kind: Kind) =>
    ({ text }: Pick<Task, 'text'>): Row => ({ kind, text });
  return [
    ...(goal === undefined ? [] : [{ kind: 'goal', text: goal } as const]),
    {
      kind: 'progress',
      text: `${String(done.length)} of ${String(tasks.length)} done${isEarlier ? ', none open after the last step: back to the first open one' : ''}`,
    },
    ...(current === undefined ? [] : [row('current')({ text: named(tasks, current) })]),
    ...(current?.details ?? []).slice(0, mostDetails).map((text) => row('detail')({ text })),
    ...done.slice(-mostDone).map(row('done')),
    ...after.slice(0, mostNext).map(row('next')),
  ];
}

/** A sub-task with what it is a part of. */
function named(tasks: readonly Task[], task: Task): string {
  const parent = tasks.slice(0, tasks.indexOf(task)).findLast(({ indent }) => indent < task.indent);
  return parent === undefined ? task.text : `${task.text} (of: ${parent.text})`;
}
