import type { ArchiveTarget } from '../../views/archiveNode.ts';
import type { CommandPorts } from '../ports.ts';

/** What a command of the archive acts on: a row, what names one, or else what is selected in the view. Commands can be run by anybody, with anything. */
export function archiveTarget({ archive }: CommandPorts, given: unknown): ArchiveTarget {
  const target = parseTarget(given) ?? parseTarget((given as { target?: unknown } | undefined)?.target) ?? archive.selected;
  if (target === undefined) throw new Error('choose a row of the History Archive first');
  return target;
}

function parseTarget(value: unknown): ArchiveTarget | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { session, ids, turn, title, compaction } = value as Readonly<Record<string, unknown>>;
  if (typeof session !== 'string') return undefined;
  return {
    session,
    title: typeof title === 'string' ? title : 'archived turns',
    ...(Array.isArray(ids) ? { ids: ids.filter((id) => typeof id === 'string') } : {}),
    ...(typeof turn === 'string' ? { turn } : {}),
    ...(typeof compaction === 'string' ? { compaction } : {}),
  };
}
