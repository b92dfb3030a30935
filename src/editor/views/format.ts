import type { Trace } from '../../broker/trace.ts';

export { formatTokens } from '../../broker/formatTokens.ts';
export { plural } from '../../broker/plural.ts';

/** All that a turn spends of its budget: blocks, and the messages around them. Every place that shows a turn's size shows this one. */
export const sentTokens = ({ admittedTotal, messageOverhead }: Pick<Trace, 'admittedTotal' | 'messageOverhead'>): number =>
  admittedTotal + messageOverhead;

/** For narrow places: 940, 12.3k, 1.2M. */
export function shortTokens(tokens: number): string {
  if (tokens < 1_000) return String(tokens);
  const [value, unit] = tokens < 999_950 ? [tokens / 1_000, 'k'] : [tokens / 1_000_000, 'M'];
  return `${value < 100 ? value.toFixed(1).replace(/\.0$/u, '') : value.toFixed(0)}${unit}`;
}

export function percent(part: number, whole: number): string {
  const share = whole <= 0 ? 0 : (100 * part) / whole;
  return share > 0 && share < 1 ? '<1 %' : `${String(Math.round(share))} %`;
}

/** A bar of ten cells for tooltips. */
export function bar(part: number, whole: number): string {
  const filled = whole <= 0 ? 0 : Math.min(10, Math.round((10 * part) / whole));
  return '█'.repeat(filled) + '░'.repeat(10 - filled);
}

/** For narrow places: the time today, else the day, of another year with the year. */
export function shortDate(time: string, now = new Date()): string {
  const date = new Date(time);
  if (date.toDateString() === now.toDateString()) return date.toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' });
  const year = date.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const);
  return date.toLocaleDateString([], { day: 'numeric', month: 'short', ...year });
}

/** For narrow places where the time of every day matters: the time today, else the day and the time. */
export function shortTime(time: string, now = new Date()): string {
  const date = new Date(time);
  const clock = date.toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' });
  return date.toDateString() === now.toDateString() ? clock : `${shortDate(time, now)}, ${clock}`;
}

export const longDate = (time: string): string => new Date(time).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });

/** At most so many characters, if it can be up to the end of a word. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most).replace(/[\ud800-\udbff]$/u, '');
  return `${cut.replace(/\s+\S*$/u, '')}…`;
}
