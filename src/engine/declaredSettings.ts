import { highestContributedPriority } from '../broker/contributor.ts';
import { isLayer, layers } from '../broker/layers.ts';
import { ownNames } from '../broker/table.ts';
import type { DeclaredContributor } from '../contributors/declared.ts';

/** What a contributor may be called: its name stands in settings, traces and menus. */
export const contributorName = /^[A-Za-z][\w.-]{0,63}$/u;

/** What every object has would be found wherever something is looked up by name. */
export const isContributorName = (name: string): boolean => contributorName.test(name) && !(name in {});

const kinds = ['file', 'glob', 'command'] as const;

/** The good entries of the setting `contributors.declared`, and what is wrong with the others, or had to be changed. */
export function declaredContributors(entries: readonly unknown[]): { declared: DeclaredContributor[]; problems: string[] } {
  const declared: DeclaredContributor[] = [];
  const problems: string[] = [];
  for (const [place, entry] of entries.entries()) {
    const parsed = parseEntry(entry, declared);
    const told = `entry ${String(place + 1)}${nameIn(entry)}`;
    if (typeof parsed === 'string') {
      problems.push(`${told} ${parsed}; it is left out`);
      continue;
    }
    declared.push(parsed);
    const wanted = Math.floor(Number(fieldsOf(entry)['priority']));
    if (wanted !== parsed.priority)
      problems.push(`${told} has the priority ${String(wanted)}; ${String(parsed.priority)} is used, the nearest it can be`);
  }
  return { declared, problems };
}

const nameIn = (entry: unknown): string => {
  const { name } = fieldsOf(entry);
  return typeof name === 'string' && name !== '' ? ` (${name.slice(0, 80)})` : '';
};

const fieldsOf = (entry: unknown): Readonly<Record<string, unknown>> =>
  typeof entry === 'object' && entry !== null ? (entry as Readonly<Record<string, unknown>>) : {};

function parseEntry(entry: unknown, before: readonly DeclaredContributor[]): DeclaredContributor | string {
  const { name, layer, priority, title, ...rest } = fieldsOf(entry);
  if (typeof name !== 'string' || !isContributorName(name))
    return 'needs a name that begins with a letter and has letters, digits, - . _ alone';
  if (ownNames.has(name)) return 'has the name of a contributor of ours';
  if (before.some((one) => one.name === name)) return 'has the name of an entry before it';
  if (typeof layer !== 'string' || !isLayer(layer)) return `needs a layer, one of ${layers.join(', ')}`;
  if (typeof priority !== 'number' || !Number.isFinite(priority)) return 'needs a priority, a number';
  if (title !== undefined && typeof title !== 'string') return 'has a title that is no text';
  const given = kinds.filter((kind) => rest[kind] !== undefined);
  const [kind] = given;
  if (kind === undefined || given.length > 1) return 'needs one of file, glob and command';
  const value = rest[kind];
  if (typeof value !== 'string' || value.trim() === '') return `needs a text for ${kind}`;
  return {
    name,
    layer,
    priority: Math.min(Math.max(0, Math.floor(priority)), highestContributedPriority),
    ...(title === undefined ? {} : { title }),
    from: { [kind]: value } as DeclaredContributor['from'],
  };
}
