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
  /** Ends with a line break. In a context block, what a block can begin with (its head, else a group's or an item's) starts with neither white space nor a slash, so that tokens add up. */
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
  /** Neighbours of the same group stand together between its head and tail, where any of them is left. */
  readonly group?: Group;
}

export interface Group {
  readonly head: string;
  readonly tail: string;
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
   * How the block shrinks: each entry moves that item to its next smaller form, past the last one out of the block. Read from its end it
   * is the order in which room is given: what does not fit is passed over, and the next is tried.
   * Left out: items leave whole, last first. Empty: the block is all or nothing.
   */
  readonly ladder?: readonly number[];
  /** What does not fit ends the block: nothing that left before it is tried. */
  readonly gapless?: boolean;
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

/** Which form each item has, by its place among the item's forms; `undefined` where the item is out. */
export type Selection = readonly (number | undefined)[];

export const wholeOf = ({ items }: Draft): Selection => items.map(() => 0);

export const formsOf = ({ items }: Draft, selection: Selection): (Form | undefined)[] =>
  items.map(({ forms }, index) => forms[selection[index] ?? forms.length]);

/** The texts that a version consists of: one for a block within a message, one a message for history; none when nothing is left. */
export function segmentsOf(block: Block, selection: Selection): string[] {
  const forms = formsOf(block, selection);
  if (forms.every((form) => form === undefined)) return [];
  if (block.position === 'history') return forms.flatMap((form) => form?.messages?.map(({ content }) => content) ?? []);
  return [block.head + groupedText(block, forms)];
}

function groupedText({ items }: Block, forms: readonly (Form | undefined)[]): string {
  let text = '';
  let open: Group | undefined;
  for (const [index, form] of forms.entries()) {
    if (form === undefined) continue;
    const group = items[index]?.group;
    if (group !== open) text += (open?.tail ?? '') + (group?.head ?? '');
    open = group;
    text += form.text;
  }
  return text + (open?.tail ?? '');
}
