import type { ContributorRegistry } from '../broker/contributor.ts';
import { contributed, settingsOrigin, type ContributedItem } from '../contributors/contributed.ts';
import { declared } from '../contributors/declared.ts';
import { ownContributors } from '../contributors/registry.ts';
import type { TurnRequest } from '../contributors/request.ts';
import type { AssembleRequest } from './api.ts';
import type { WorkspaceIndex } from './workspaceIndex.ts';

/** Ours, those of other extensions, and what the settings declare. Of one name the first counts, and the others are told. */
export function turnContributors(
  request: Pick<AssembleRequest, 'contributed' | 'settings'>,
  index: Pick<WorkspaceIndex, 'roots'>,
): { registry: ContributorRegistry<TurnRequest>; degraded: string[] } {
  const registry = ownContributors();
  const degraded: string[] = [];
  const given = (request.contributed ?? []).map((block) => {
    const { items, hidden } = visible(block.items, index);
    return { origin: block.origin, row: block, contributor: contributed<TurnRequest>({ ...block, items }, hidden) };
  });
  const ofSettings = request.settings.declared.flatMap((one) => {
    const contributor = declared(one);
    return contributor === undefined ? [] : [{ origin: settingsOrigin, row: one, contributor }];
  });
  for (const { origin, row, contributor } of [...given, ...ofSettings]) {
    const { layer, priority } = row;
    if (registry.isTaken(row.name)) degraded.push(`${row.name}: the name is taken, that of ${origin} is left out`);
    else registry.addContributed(origin, contributor, { layer, priority, position: 'context' });
  }
  return { registry, degraded };
}

/** Paths as the workspace has them. What `.contextignore` keeps out stays out, whoever gives it. */
function visible(
  items: readonly ContributedItem[],
  { roots }: Pick<WorkspaceIndex, 'roots'>,
): { items: ContributedItem[]; hidden: string[] } {
  const hidden: string[] = [];
  const shown = items.flatMap((item): ContributedItem[] => {
    const absolute = item.path === undefined ? undefined : roots.absolute(item.path);
    if (absolute === undefined) return [item];
    const path = roots.relative(absolute) ?? item.path ?? absolute;
    if (roots.isPrivate(absolute)) hidden.push(`${path} is kept out by .contextignore`);
    return roots.isPrivate(absolute) ? [] : [{ ...item, path }];
  });
  return { items: shown, hidden };
}
