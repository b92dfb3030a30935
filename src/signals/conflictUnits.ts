import type { LineRange } from '../broker/block.ts';
import type { Unit } from './units.ts';

/** The lines around a conflict. */
export const conflictBegins = /^<{7}(?: |$)/u;
export const conflictEnds = /^>{7}(?: |$)/u;
const name = 'merge conflict';

/** Where a merge left both sides of a file, each conflict is one unit, with all that it cuts through: the parser makes one side of it. */
export function withConflicts(units: readonly Unit[], lines: readonly string[]): Unit[] {
  let joined = [...units];
  for (const conflict of conflictsIn(lines)) {
    const touched = joined.filter(({ range }) => range[0] <= conflict[1] && range[1] >= conflict[0]);
    const range: LineRange = [
      Math.min(conflict[0], ...touched.map(({ range: [from] }) => from)),
      Math.max(conflict[1], ...touched.map(({ range: [, to] }) => to)),
    ];
    const names = [name, ...new Set(touched.flatMap((unit) => unit.names))];
    const signatures = touched.flatMap((unit) => unit.signatures);
    joined = [...joined.filter((unit) => !touched.includes(unit)), { name, names, signatures: [name, ...signatures], range }];
  }
  return joined;
}

function conflictsIn(lines: readonly string[]): LineRange[] {
  const found: LineRange[] = [];
  let from = 0;
  for (const [index, line] of lines.entries()) {
    if (conflictBegins.test(line)) from = index + 1;
    else if (from > 0 && conflictEnds.test(line)) {
      found.push([from, index + 1]);
      from = 0;
    }
  }
  return found;
}
