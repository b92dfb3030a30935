import type { ContributorRow } from './table.ts';

/** Lines of a file, 1-based, both ends included. */
export type LineRange = readonly [from: number, to: number];

export type Role = 'system' | 'user' | 'assistant';

export interface Message {
  readonly role: Role;
  readonly content: string;
}

/** One size of an item. */
export interface Form {
  /** What kind of size it is, for instance `body`, `signature`, `row`. */
  readonly name: string;
  /** In a context block: ends with a line break and starts with neither white space nor a slash, so that tokens add up. */
  readonly text: string;
  /** Lines that stand verbatim in `text`. */
  readonly ranges?: readonly LineRange[];
  /** History only: the messages whose contents make up `text`. */
  readonly messages?: readonly Message[];
}

/** A row, hit, file or declaration of a block: the unit that is kept, shrunk or dropped. */
export interface Item {
  /** What a person would call it. */
  readonly label: string;
  /** Largest first. */
  readonly forms: readonly [Form, ...Form[]];
  /** Workspace-relative, forward slashes. */
  readonly path?: string;
}

/** What a contributor returns. */
export interface Draft {
  /** Where the content comes from, for people: a path, a setting, the editor. */
  readonly source: string;
  /** Why it is offered in this turn. */
  readonly reason: string;
  /** Stands before the items; alone it is nothing. */
  readonly head: string;
  readonly items: readonly Item[];
  /** Travels beside the prompt (tool schemas) but is counted. */
  readonly beside?: string;
  /**
   * How the block shrinks: each entry moves that item to its next smaller form, past the last one out of the block.
   * Left out: items leave whole, last first. Empty: the block is all or nothing.
   */
  readonly ladder?: readonly number[];
  /** What could not be had, for the trace. */
  readonly degraded?: readonly string[];
}

/** A draft with its row of the table. */
export interface Block extends ContributorRow, Draft {
  readonly ladder: readonly number[];
  readonly pinned: boolean;
  /** The extension that contributed it; ours is ''. */
  readonly origin: string;
}

/** Items leave whole, last first: every form, from the last item to the first. */
export const dropLastFirst = (items: readonly Item[]): number[] => items.flatMap((item, index) => item.forms.map(() => index)).reverse();

/** Which form each item has after `step` steps of the ladder; `undefined` where it is out. */
export function formsAt(block: Block, step: number): (Form | undefined)[] {
  const at = block.items.map(() => 0);
  for (const index of block.ladder.slice(0, step)) at[index] = (at[index] ?? 0) + 1;
  return block.items.map((item, index) => item.forms[at[index] ?? 0]);
}

/** The texts that a version consists of: one for a block within a message, one a message for history; none when nothing is left. */
export function segmentsAt(block: Block, step: number): string[] {
  const forms = formsAt(block, step).filter((form) => form !== undefined);
  if (forms.length === 0) return [];
  if (block.position === 'history') return forms.flatMap((form) => (form.messages ?? []).map((message) => message.content));
  return [block.head + forms.map((form) => form.text).join('')];
}
