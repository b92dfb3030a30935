import type { BlockChange } from './changes.ts';
import { formatTokens } from './formatTokens.ts';

/** What the items of a block are called where they are no rows. */
const itemNames: Readonly<Record<string, string>> = {
  references: 'attachment',
  tools: 'tool',
  skills: 'skill',
  instructions: 'file',
  mission: 'line',
  plan: 'line',
  taskPack: 'line',
  memory: 'hit',
  personaMemory: 'hit',
  code: 'declaration',
  semantic: 'hit',
  history: 'message pair',
};

/** `3 hits`: so many items of a contributor's block. */
export function itemCount(name: string, count: number): string {
  const one = itemNames[name] ?? 'row';
  return `${formatTokens(count)} ${one}${count === 1 ? '' : 's'}`;
}

const infinitives = { added: 'add', dropped: 'drop', grown: 'grow', shrunk: 'shrink', changed: 'change' } as const;
const pasts = { added: 'added', dropped: 'dropped', grown: 'grew', shrunk: 'shrank', changed: 'changed' } as const;

/** What would change, for a person: `drop graph (1,240)`, `shrink semantic by 2 hits (310)`. */
export const changeText = (change: BlockChange): string => `${infinitives[change.kind]} ${changedWhat(change)}`;

/** What has changed: `graph dropped (1,240)`, `semantic shrank by 2 hits (310)`. */
export const changedText = ({ name, ...change }: BlockChange): string =>
  `${name} ${changedWhat({ ...change, name: pasts[change.kind] }, name)}`;

function changedWhat({ name, kind, tokens, items }: BlockChange, itemsOf = name): string {
  const moved = Math.abs(items.after - items.before);
  const by = moved === 0 || (kind !== 'grown' && kind !== 'shrunk') ? '' : ` by ${itemCount(itemsOf, moved)}`;
  const difference = Math.abs(tokens.after - tokens.before);
  return `${name}${by}${difference === 0 ? '' : ` (${formatTokens(difference)})`}`;
}
