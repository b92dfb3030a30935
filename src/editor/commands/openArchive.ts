import type { CommandPorts } from './ports.ts';

/** Opens what stands in the history archive under an address. */
export async function openArchive({ host, documents }: CommandPorts, id: unknown): Promise<void> {
  if (typeof id !== 'string') throw new Error('an address in the history archive is needed');
  await host.opened();
  await documents.openArchived(id);
}
