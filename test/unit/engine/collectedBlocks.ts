import type { Block } from '../../../src/broker/block.ts';
import { collect } from '../../../src/broker/contributor.ts';
import { ownContributors } from '../../../src/contributors/registry.ts';
import type { AssembleRequest } from '../../../src/engine/api.ts';
import { PackCache } from '../../../src/engine/packCache.ts';
import { threadViewOf } from '../../../src/engine/threadView.ts';
import { turnRequestOf } from '../../../src/engine/turnRequest.ts';
import { WorkspaceIndex } from '../../../src/engine/workspaceIndex.ts';
import { WorkspaceState } from '../../../src/engine/workspaceState.ts';
import { characters } from '../broker/helpers.ts';
import { plannedRoots } from './plannedWorkspace.ts';
import { settings } from './workspaceFixture.ts';

/** What our contributors give for a request in a planned workspace, and what they had to do without. */
export async function collectedBlocks(folder: string, one: AssembleRequest): Promise<{ blocks: Block[]; degraded: string[] }> {
  const workspace = plannedRoots(folder);
  const index = new WorkspaceIndex(workspace);
  await index.ready();
  const [state, thread] = [new WorkspaceState(workspace.state), threadViewOf(one, workspace.state)];
  const turn = turnRequestOf(one, index, characters, new PackCache().turn(), state, thread);
  const chosen = { pinned: new Set<string>(), excluded: new Set<string>(), priorities: {} };
  const collected = await collect(ownContributors(), turn, chosen, new AbortController().signal, settings().budget.limits);
  index.close();
  return collected;
}
