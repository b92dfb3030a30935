import type { Contributor } from '../broker/contributor.ts';
import { trimToBudget } from '../broker/trim.ts';
import { fenced, oneLine } from './fence.ts';
import type { TurnRequest, Working } from './request.ts';

/** Of the budget, so that a small window is not filled by it. */
const shareOfBudget = 8;

/** What the person is looking at: 600 tokens at most by default, less in small windows. The selection gets what the lines leave. */
export const workingState: Contributor<TurnRequest> = {
  name: 'workingState',
  collect: ({ working, budget, counter, settings }) => {
    const rows = rowsOf(working);
    if (rows.length === 0) return undefined;
    const limit = Math.min(settings.workingStateTokens, Math.floor(budget / shareOfBudget));
    const lines = trimToBudget(`## Working state\n${rows.join('\n')}\n`, limit, counter).trimEnd() + '\n';
    const text =
      lines +
      selectionText(working, limit - counter.count(lines), (some, most) => trimToBudget(some, most, counter), counter.count.bind(counter));
    return {
      source: 'editor',
      reason: 'what is open, selected, unsaved and reported now',
      head: '',
      items: [{ label: 'working state', forms: [{ name: 'full', text }] }],
      ladder: [],
    };
  },
};

function rowsOf({ active, unsaved, diagnostics, branch }: Working): string[] {
  const errors = [...diagnostics].sort((a, b) => (a.severity === b.severity ? 0 : a.severity === 'error' ? -1 : 1));
  return [
    ...(active === undefined ? [] : [`- active: ${active.path}:${String(active.line)}`]),
    ...(branch === undefined ? [] : [`- branch: ${branch}`]),
    ...(unsaved.length === 0 ? [] : [`- unsaved: ${unsaved.slice(0, 10).join(', ')}`]),
    ...errors.slice(0, 8).map(({ path, line, severity, message }) => `- ${severity} ${path}:${String(line)}: ${oneLine(message)}`),
  ];
}

function selectionText(
  { active }: Working,
  limit: number,
  trim: (text: string, most: number) => string,
  count: (text: string) => number,
): string {
  const selection = active?.selection;
  if (active === undefined || selection === undefined || selection.text.trim() === '') return '';
  const frame = (text: string): string => `Selected, ${active.path}:${selection.range.join('-')}:\n${fenced(text, active.path)}`;
  const whole = frame(selection.text);
  if (count(whole) <= limit) return whole;
  for (let most = limit - count(frame('')); most > 0; most -= 8) {
    const cut = frame(trim(selection.text, most));
    if (count(cut) <= limit) return cut;
  }
  return '';
}
