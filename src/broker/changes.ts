import { compare } from './contributor.ts';
import type { BlockTrace, Trace } from './trace.ts';

/** What became of a block from one turn to another. Tokens and items are those that were sent. */
export interface BlockChange {
  readonly name: string;
  /** `changed`: as large as before, with another text. */
  readonly kind: 'added' | 'dropped' | 'grown' | 'shrunk' | 'changed';
  readonly tokens: { readonly before: number; readonly after: number };
  readonly items: { readonly before: number; readonly after: number };
}

type Sent = Pick<BlockTrace, 'tokens' | 'items' | 'textHash' | 'admitted'>;

const nothing: Sent = { tokens: 0, items: { sent: 0, collected: 0 }, textHash: '', admitted: false };

/** What differs between what two turns sent, the largest change first; blocks that are alike are left out. */
export function changesBetween(before: Pick<Trace, 'blocks'>, after: Pick<Trace, 'blocks'>): BlockChange[] {
  const names = [...new Set([...before.blocks, ...after.blocks].map(({ name }) => name))];
  const find = ({ blocks }: Pick<Trace, 'blocks'>, wanted: string): Sent => blocks.find(({ name }) => name === wanted) ?? nothing;
  const size = ({ tokens }: BlockChange): number => Math.abs(tokens.after - tokens.before);
  return names
    .flatMap((name) => changeOf(name, find(before, name), find(after, name)))
    .sort((a, b) => size(b) - size(a) || compare(a.name, b.name));
}

function changeOf(name: string, before: Sent, after: Sent): BlockChange[] {
  const kind = kindOf(before, after);
  if (kind === undefined) return [];
  const [from, to] = [before, after].map((one) => (one.admitted ? one : nothing)) as [Sent, Sent];
  return [{ name, kind, tokens: { before: from.tokens, after: to.tokens }, items: { before: from.items.sent, after: to.items.sent } }];
}

function kindOf(before: Sent, after: Sent): BlockChange['kind'] | undefined {
  if (!before.admitted && !after.admitted) return undefined;
  if (before.admitted !== after.admitted) return after.admitted ? 'added' : 'dropped';
  if (before.tokens !== after.tokens) return after.tokens > before.tokens ? 'grown' : 'shrunk';
  return before.textHash === after.textHash ? undefined : 'changed';
}
