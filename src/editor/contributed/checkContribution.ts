import type { ContributedBlock, ContributedItem } from '../../contributors/contributed.ts';

export const mostItems = 200;
export const mostCharacters = 100_000;

export type Contribution = Pick<ContributedBlock, 'title' | 'reason' | 'source' | 'items'>;

/** What a contributor gave, as plain data; undefined where it has nothing to say; a text where it cannot be used: why. May throw what its getters throw. */
export function checkContribution(given: unknown): Contribution | string | undefined {
  if (given === undefined || given === null) return undefined;
  if (typeof given !== 'object') return `gave ${typeof given}, not { title, reason, items }`;
  const { title, reason, source, items } = given as Readonly<Record<string, unknown>>;
  if (typeof title !== 'string' || title.trim() === '') return 'gave no title';
  if (typeof reason !== 'string' || reason.trim() === '') return 'gave no reason';
  if (source !== undefined && typeof source !== 'string') return 'gave a source that is no text';
  if (!Array.isArray(items)) return 'gave no list of items';
  if (items.length > mostItems) return `gave ${String(items.length)} items, more than ${String(mostItems)}`;
  const checked: ContributedItem[] = [];
  for (const [place, item] of (items as readonly unknown[]).entries()) {
    const one = itemOf(item);
    if (one === undefined) return `gave an item that is neither text nor { label, text }: number ${String(place + 1)}`;
    if (one.text.trim() !== '') checked.push(one);
  }
  const all = [{ text: title + reason + (source ?? '') }, ...checked];
  const size = all.reduce((sum, one: ContributedItem) => sum + one.text.length + (one.label?.length ?? 0) + (one.path?.length ?? 0), 0);
  if (size > mostCharacters) return `gave ${String(size)} characters, more than ${String(mostCharacters)}`;
  if (checked.length === 0) return undefined;
  return { title, reason, ...(source === undefined ? {} : { source }), items: checked };
}

function itemOf(item: unknown): ContributedItem | undefined {
  if (typeof item === 'string') return { text: plain(item) };
  if (typeof item !== 'object' || item === null) return undefined;
  const { label, text, path } = item as Readonly<Record<string, unknown>>;
  if (typeof label !== 'string' || typeof text !== 'string') return undefined;
  if (path !== undefined && typeof path !== 'string') return undefined;
  return { label, text: plain(text), ...(path === undefined || path === '' ? {} : { path }) };
}

/** Line breaks as everywhere, and no half of a surrogate pair. */
export const plain = (text: string): string => text.replace(/\r\n?/gu, '\n').replace(/\p{Surrogate}/gu, '\ufffd');
