import { archiveTarget } from './archive/archiveTarget.ts';
import type { CommandPorts } from './ports.ts';

/** Opens what stands in the history archive under an address, or what a row of its view shows. */
export async function openArchive(ports: CommandPorts, given: unknown): Promise<void> {
  const { ids, ...target } = typeof given === 'string' ? { ids: [given] } : archiveTarget(given);
  if (ids === undefined) throw new Error('an address in the history archive is needed');
  await ports.host.opened();
  await ports.documents.openArchived({ ...target, ids });
}
