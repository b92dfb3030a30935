import { isDocument } from '../signals/fileKind.ts';
import { currentTask, parseCheckList, type CheckList, type Step, type Task } from './checkList.ts';
import { hasConflicts } from './conflicts.ts';
import { globMatcher } from './globMatcher.ts';
import { leftOutNote } from './leftOut.ts';
import { insideRoot } from './workspaceRoot.ts';

/** A step, and the file that it is of. */
export interface PlanStep extends Step {
  /** Workspace path. */
  readonly file: string;
}

export interface Plan extends CheckList {
  /** Workspace path. */
  readonly path: string;
  readonly text: string;
  readonly current?: Task;
  /** Nothing is open from the step that was set on. */
  readonly isEarlier: boolean;
}

export interface PlanFiles {
  readonly paths: readonly string[];
  readonly roots: readonly string[];
  text(path: string): string | undefined;
}

const mostCharacters = 262_144;
/** Plans that are looked into for an unfinished list. */
const mostCandidates = 50;

/**
 * The plan in force: the file of the persisted step while it has an open task, else the first with one: by the order of the globs, then by
 * path. None where nothing is open.
 */
export function findPlan(files: PlanFiles, globs: readonly string[], step?: PlanStep): { plan?: Plan; degraded: string[] } {
  const degraded: string[] = [];
  const paths = candidates(files, globs, degraded);
  const first = step !== undefined && paths.includes(step.file) ? [step.file] : [];
  for (const path of [...new Set([...first, ...paths])].slice(0, mostCandidates)) {
    const text = files.text(path);
    const note = leftOutNote(path, text, mostCharacters);
    if (note !== undefined) degraded.push(note);
    if (text === undefined || note !== undefined) continue;
    const list = parseCheckList(text);
    if (!list.tasks.some(({ isDone }) => !isDone)) continue;
    if (hasConflicts(text)) degraded.push(`${path} has conflict markers`);
    const current = currentTask(list, step?.file === path ? step : undefined);
    const plan = { ...list, path, text, isEarlier: current?.isEarlier === true };
    return { plan: current === undefined ? plan : { ...plan, current: current.task }, degraded };
  }
  return { degraded };
}

function candidates({ paths, roots }: PlanFiles, globs: readonly string[], degraded: string[]): string[] {
  const documents = paths.filter(isDocument).map((path) => ({ path, inside: insideRoot(path, roots).inside }));
  return globs.flatMap((glob) => {
    const matches = globMatcher(glob);
    if (matches === undefined) degraded.push(`the pattern ${glob.slice(0, 60)} cannot be used`);
    return matches === undefined ? [] : documents.filter(({ inside }) => matches(inside)).map(({ path }) => path);
  });
}
