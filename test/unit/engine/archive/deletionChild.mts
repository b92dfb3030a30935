// Deletes, restores and purges until it is killed; says each event that is gone for good. usage: node deletionChild.cjs STATE WINDOW
import { ArchiveBrowser } from '../../../../src/engine/archive/archiveBrowser.ts';
import { HistoryArchive } from '../../../../src/engine/historyArchive.ts';
import { archiveEvent } from './events.ts';

const [, , state = '', window = ''] = process.argv;
const archive = new HistoryArchive(state, { rotateAt: 4_000, retentionDays: 0 });
const browser = new ArchiveBrowser(state);

for (let n = 0; ; n++) {
  const time = new Date().toISOString();
  const session = `${window} ${String(process.pid)} ${String(n)}`;
  const [kept, restored, purged] = [1, 2, 3].map((place) => archive.append(archiveEvent(10 * n + place, session)));
  console.log(`kept ${String(kept)}`);
  if (browser.delete({ session, ids: [restored ?? '', purged ?? ''] }, time).length !== 2) throw new Error(`${session} was not found`);
  browser.restore([restored ?? ''], time);
  console.log(`kept ${String(restored)}`);
  if (browser.purge(time, [purged ?? '']) !== 1) throw new Error(`${session} was not purged`);
  console.log(`purged ${String(purged)}`);
}
