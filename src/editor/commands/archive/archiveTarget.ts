import type { ArchiveTarget } from '../../views/archiveNode.ts';
import { shortened } from '../../views/format.ts';

/** In messages. */
const longestTitle = 40;

/** What a command of the archive acts on: a row, or what names one. Commands can be run by anybody, with anything. */
export function archiveTarget(given: unknown): ArchiveTarget {
  const target = parseTarget(given) ?? parseTarget((given as { target?: unknown } | undefined)?.target);
  if (target === undefined) throw new Error('this is a command of a row of the History Archive');
  return target;
}

function parseTarget(value: unknown): ArchiveTarget | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { session, ids, turn, title, compaction } = value as Readonly<Record<string, unknown>>;
  if (typeof session !== 'string') return undefined;
  return {
    session,
    title: typeof title === 'string' ? shortened(title, longestTitle) : 'archived turns',
    ...(Array.isArray(ids) ? { ids: ids.filter((id) => typeof id === 'string') } : {}),
    ...(typeof turn === 'string' ? { turn } : {}),
    ...(typeof compaction === 'string' ? { compaction } : {}),
  };
}
