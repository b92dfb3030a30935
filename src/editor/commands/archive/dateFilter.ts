import type { DateFilter } from '../../views/archiveView.ts';

const day = String.raw`(\d{4})-(\d\d)-(\d\d)`;
const single = new RegExp(`^${day}$`, 'u');
const separator = /\s*(?:\.\.|\u2026|\u2013|\bto\b|\s-\s)\s*/u;

/** The days until today, so many. */
export function daysFilter(days: number, now = new Date()): DateFilter {
  const from = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1);
  return { from: from.toISOString(), label: days === 1 ? 'today' : `last ${String(days)} days` };
}

/** A date, or a range of dates that may be open at one end: `2026-01-01..2026-01-31`, `2026-01-01..`. Days are those of this machine's clock. */
export function rangeFilter(text: string): DateFilter | undefined {
  const trimmed = text.trim();
  const [first = '', last = first, ...more] = trimmed.split(separator);
  if (trimmed === '' || first + last === '' || more.length > 0) return undefined;
  const [from, to] = [startOf(first, 0), startOf(last, 1)];
  if ((first !== '' && from === undefined) || (last !== '' && to === undefined)) return undefined;
  if (from !== undefined && to !== undefined && from >= to) return undefined;
  return {
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    label: first === last ? `on ${first}` : first === '' ? `until ${last}` : last === '' ? `since ${first}` : `${first} to ${last}`,
  };
}

/** The first moment of a day, or of one so many later. */
function startOf(text: string, later: number): string | undefined {
  const [year, month, date] = (single.exec(text) ?? []).slice(1).map(Number);
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const start = new Date(year, month - 1, date);
  const isReal = start.getMonth() === month - 1 && start.getDate() === date;
  return isReal ? new Date(year, month - 1, date + later).toISOString() : undefined;
}
