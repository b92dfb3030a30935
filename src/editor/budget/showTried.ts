import type * as vscode from 'vscode';
import type { Values } from '../settings/chatSettings.ts';
import { dryRunText, type DryRun } from './dryRun.ts';
import type { Option } from './options.ts';

export interface OptionItem extends vscode.QuickPickItem {
  readonly option: Option;
}

export const valuesOf = ({ changes }: Option): Values => Object.fromEntries(changes.map(({ name, value }) => [name, value]));

export const optionItem = (option: Option): OptionItem => ({
  label: option.label,
  alwaysShow: true, // what is typed is a figure, not a filter
  description: option.note === undefined ? option.description : `${option.description} · ${option.note}`,
  detail: 'Trying it on the last turn…',
  option,
});

/** Milliseconds after the last key before a typed figure is tried. */
const typingMs = 150;

export interface TriedPick {
  readonly pick: vscode.QuickPick<OptionItem>;
  readonly signal: AbortSignal;
  readonly dryRun: DryRun;
  readonly log: vscode.LogOutputChannel;
  /** What typed text means as a choice of its own. */
  readonly typed?: (text: string) => Option | undefined;
}

/** Says of every choice what it would do to the last turn, as soon as that is known, and makes a choice of what is typed. */
export function showTried({ pick, signal, dryRun, log, typed }: TriedPick): void {
  const given = pick.items;
  const known = new Map<string, string>();
  const keyOf = ({ option }: OptionItem): string => JSON.stringify(option.changes);
  let own: readonly OptionItem[] = [];
  let timer: NodeJS.Timeout | undefined;
  const show = (): void => {
    const [active] = pick.activeItems;
    const items = [...own, ...given].map((item) => ({ ...item, detail: known.get(keyOf(item)) ?? item.detail ?? '' }));
    pick.items = items;
    const same = own.length > 0 ? items[0] : items.find(({ label }) => label === active?.label);
    if (same !== undefined) pick.activeItems = [same];
  };
  const tryAll = async (): Promise<void> => {
    pick.busy = true;
    for (const item of [...own, ...given]) {
      if (signal.aborted) return;
      if (known.has(keyOf(item))) continue;
      known.set(keyOf(item), await tried(item.option));
      show();
    }
    pick.busy = false;
  };
  const tried = async (option: Option): Promise<string> => {
    try {
      return dryRunText(await dryRun.of(valuesOf(option), signal));
    } catch (error) {
      if (!signal.aborted) log.warn(`dry run: ${error instanceof Error ? error.message : String(error)}`);
      return 'Could not be tried on the last turn';
    }
  };
  pick.onDidChangeValue((text) => {
    const option = typed?.(text);
    own = option === undefined ? [] : [optionItem(option)];
    show();
    clearTimeout(timer);
    timer = setTimeout(() => void tryAll(), typingMs);
  });
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
  });
  void tryAll();
}
