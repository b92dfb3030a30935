import type { Item } from '../broker/block.ts';
import type { Contributor } from '../broker/contributor.ts';
import type { Layer } from '../broker/layers.ts';
import { fenced, oneLine } from './fence.ts';

export interface ContributedItem {
  /** Stands above the text. */
  readonly label?: string;
  readonly text: string;
  /** The file that the text is of: as the workspace names it, or absolute. */
  readonly path?: string;
}

/** Who contributes what the settings declare. */
export const settingsOrigin = 'settings';

/** What somebody else gave for one turn, as plain data: another extension, or a command of the settings. */
export interface ContributedBlock {
  /** The id of the extension, or `settingsOrigin`. */
  readonly origin: string;
  readonly name: string;
  readonly layer: Layer;
  readonly priority: number;
  readonly title: string;
  readonly reason: string;
  /** Where the content comes from, for people. */
  readonly source?: string;
  readonly items: readonly ContributedItem[];
}

/** Gives what was given already; `degraded` says what had to stay out of it. */
export const contributed = <Request>(block: ContributedBlock, degraded: readonly string[]): Contributor<Request> => ({
  name: block.name,
  collect: () => ({
    source: [block.origin, ...(block.source === undefined ? [] : [oneLine(block.source)])].join(': '),
    reason: oneLine(block.reason),
    head: headOf(block.title, block.name),
    items: block.items.map(itemOf),
    degraded,
  }),
});

/** A heading on one line; never empty, so that a block begins with a word. */
export const headOf = (title: string | undefined, name: string): string => `## ${oneLine(title ?? '', 120) || name}\n`;

function itemOf({ label, text, path }: ContributedItem): Item {
  const heading = label === undefined ? '' : `### ${oneLine(label)}\n`;
  return {
    label: oneLine(label ?? text, 80),
    ...(path === undefined ? {} : { path }),
    forms: [{ name: 'text', text: heading + fenced(text, path) }],
  };
}
