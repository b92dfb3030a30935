import { conflictBegins, conflictEnds } from '../signals/conflictUnits.ts';

/** Whether a merge left its marks in a text with plain line breaks. */
export const hasConflicts = (text: string): boolean =>
  text.split('\n').some((line) => conflictBegins.test(line) || conflictEnds.test(line));

/** The lines that both sides of a merge agree on; of a conflict that is not closed its mark alone is left out. */
export function withoutConflicts(text: string): string {
  const kept: string[] = [];
  let inside: string[] | undefined;
  for (const line of text.replace(/^\uFEFF/u, '').split('\n')) {
    if (conflictBegins.test(line)) {
      kept.push(...(inside ?? []));
      inside = [];
    } else if (conflictEnds.test(line)) inside = undefined;
    else (inside ?? kept).push(line);
  }
  return [...kept, ...(inside ?? [])].join('\n');
}
