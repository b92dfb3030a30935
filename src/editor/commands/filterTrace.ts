import type * as vscode from 'vscode';
import { formatTokens } from '../views/format.ts';
import { goBack, pickStep } from '../views/pickStep.ts';
import type { TraceFilter } from '../views/traceFilter.ts';
import type { CommandPorts } from './ports.ts';

interface FilterItem extends vscode.QuickPickItem {
  readonly filter: TraceFilter;
}

const sizes = [100, 1_000, 5_000];

/** Chooses which blocks the trace shows: `leftOut`, a number of tokens from which on, or `all`. Asks where nothing is given. */
export async function filterTrace({ trace }: CommandPorts, given: unknown): Promise<void> {
  if (given === 'all') trace.filter = {};
  else if (given === 'leftOut') trace.filter = { leftOutOnly: true };
  else if (typeof given === 'number' && Number.isFinite(given) && given >= 0) trace.filter = { over: Math.round(given) };
  else {
    const picked = await pickStep<FilterItem>({
      title: 'Filter Trace',
      placeHolder: 'Which blocks? Or type a number of tokens',
      items,
      typed: typedItem,
      onShow: (pick) => {
        pick.onDidChangeValue((text) => {
          pick.items = [...[typedItem(text) ?? []].flat(), ...items];
        });
      },
    });
    if (picked !== undefined && picked !== goBack) trace.filter = picked.filter;
  }
}

const sizeItem = (over: number): FilterItem => ({ label: `From ${formatTokens(over)} tokens`, filter: { over }, alwaysShow: true });

function typedItem(text: string): FilterItem | undefined {
  const over = Number(text.replaceAll(',', ''));
  return text.trim() !== '' && Number.isSafeInteger(over) && over > 0 ? sizeItem(over) : undefined;
}

const items: readonly FilterItem[] = [
  { label: 'All blocks', filter: {}, alwaysShow: true },
  { label: 'Left out only', filter: { leftOutOnly: true }, alwaysShow: true },
  ...sizes.map(sizeItem),
];
