import { findPlan } from '../contributors/planFile.ts';
import type { PlanTasks } from './api.ts';
import { filesOf } from './turnRequest.ts';
import type { WorkspaceIndex } from './workspaceIndex.ts';
import { WorkspaceState } from './workspaceState.ts';

/** The plan in force with all its tasks, and where their boxes are; undefined where nothing is left to do. */
export function planTasks(index: WorkspaceIndex, globs: readonly string[]): PlanTasks | undefined {
  const { plan } = findPlan(filesOf(index), globs, new WorkspaceState(index.state).planStep);
  const absolute = plan && index.absolute(plan.path);
  if (plan === undefined || absolute === undefined) return undefined;
  const { path: file, goal, tasks, current } = plan;
  return {
    file,
    path: absolute,
    ...(goal === undefined ? {} : { goal }),
    tasks: tasks.map((task) => ({
      text: task.text,
      isDone: task.isDone,
      isCurrent: task === current,
      line: task.line,
      column: task.column,
    })),
  };
}
