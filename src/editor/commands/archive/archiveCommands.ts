import type { CommandPorts } from '../ports.ts';
import { copyArchived } from './copyArchived.ts';
import { deleteArchived } from './deleteArchived.ts';
import { exportArchive } from './exportArchive.ts';
import { filterArchive } from './filterArchive.ts';
import { purgeDeleted } from './purgeDeleted.ts';
import { restoreArchived } from './restoreArchived.ts';
import { restoreDeleted } from './restoreDeleted.ts';
import { searchArchive } from './searchArchive.ts';
import { turnArchivePage } from './turnArchivePage.ts';

type ArchiveCommand =
  | 'searchArchive'
  | 'filterArchive'
  | 'clearArchiveFilter'
  | 'showMoreArchived'
  | 'restoreArchived'
  | 'copyArchived'
  | 'exportArchive'
  | 'exportArchived'
  | 'deleteArchived'
  | 'restoreDeleted'
  | 'purgeDeleted'
  | 'previousArchivePage'
  | 'nextArchivePage';

/** The commands of the History Archive and its documents. */
export const archiveCommands = (ports: CommandPorts): Record<ArchiveCommand, (first?: unknown, second?: unknown) => unknown> => ({
  searchArchive: (text) => searchArchive(ports, text),
  filterArchive: (given) => filterArchive(ports, given),
  clearArchiveFilter: () => filterArchive(ports, 'all'),
  showMoreArchived: () => {
    ports.archive.showMore();
  },
  restoreArchived: (target) => restoreArchived(ports, target),
  copyArchived: (target) => copyArchived(ports, target),
  exportArchive: () => exportArchive(ports, undefined, undefined),
  exportArchived: (target, to) => exportArchive(ports, target, to),
  deleteArchived: (target, isConfirmed) => deleteArchived(ports, target, isConfirmed),
  restoreDeleted: (ids) => restoreDeleted(ports, ids),
  purgeDeleted: (ids, isConfirmed) => purgeDeleted(ports, ids, isConfirmed),
  previousArchivePage: (uri) => turnArchivePage(ports, uri, -1),
  nextArchivePage: (uri) => turnArchivePage(ports, uri, 1),
});
