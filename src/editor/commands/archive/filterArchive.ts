import type * as vscode from 'vscode';
import type { DateFilter } from '../../views/archiveView.ts';
import { goBack, pickStep } from '../../views/pickStep.ts';
import type { CommandPorts } from '../ports.ts';
import { daysFilter, rangeFilter } from './dateFilter.ts';

interface FilterItem extends vscode.QuickPickItem {
  readonly filter: DateFilter | undefined;
}

/** Chooses of which days the archive shows chats: a number of days until today, a range of dates, or `all`. Asks where nothing is given. */
export async function filterArchive({ archive }: CommandPorts, given: unknown): Promise<void> {
  if (given === 'all') archive.filter = undefined;
  else if (typeof given === 'number' && Number.isSafeInteger(given) && given > 0) archive.filter = daysFilter(given);
  else if (typeof given === 'string') archive.filter = typedFilter(given);
  else {
    const picked = await pickStep<FilterItem>({
      title: 'Filter History Archive by Date',
      placeHolder: 'Which days? Or type a date or a range: 2026-01-01..2026-01-31',
      items: items(),
      typed: typedItem,
      onShow: (pick) => {
        pick.onDidChangeValue((text) => {
          pick.items = [...[typedItem(text) ?? []].flat(), ...items()];
        });
      },
    });
    if (picked !== undefined && picked !== goBack) archive.filter = picked.filter;
  }
}

function typedFilter(text: string): DateFilter {
  const filter = rangeFilter(text);
  if (filter === undefined) throw new Error(`"${text}" is no date and no range of dates like 2026-01-01..2026-01-31`);
  return filter;
}

function typedItem(text: string): FilterItem | undefined {
  const filter = rangeFilter(text);
  return filter && { label: filter.label, filter, alwaysShow: true };
}

const items = (): FilterItem[] => [
  { label: 'All days', filter: undefined, alwaysShow: true },
  ...[1, 7, 30].map((days) => {
    const filter = daysFilter(days);
    return { label: `${filter.label.charAt(0).toUpperCase()}${filter.label.slice(1)}`, filter, alwaysShow: true };
  }),
];
