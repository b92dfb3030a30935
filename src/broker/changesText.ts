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

/** One change for a person: `drop graph (1,240)`, `shrink semantic by 2 hits (310)`. */
export function changeText({ name, kind, tokens, items }: BlockChange): string {
  const difference = Math.abs(tokens.after - tokens.before);
  const moved = Math.abs(items.after - items.before);
  const by = moved === 0 ? '' : ` by ${itemCount(name, moved)}`;
  switch (kind) {
    case 'added':
      return `add ${name} (${formatTokens(tokens.after)})`;
    case 'dropped':
      return `drop ${name} (${formatTokens(tokens.before)})`;
    case 'grown':
      return `grow ${name}${by} (${formatTokens(difference)})`;
    case 'shrunk':
      return `shrink ${name}${by} (${formatTokens(difference)})`;
    case 'changed':
      return `change ${name}`;
  }
}
