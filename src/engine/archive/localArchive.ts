import type { TokenCounter } from '../../broker/tokens.ts';
import type { Masked } from '../../safety/maskSecrets.ts';
import { deletedKeptDays } from '../archiveTypes.ts';
import type {
  ArchiveDates,
  ArchivedPage,
  ArchivedSpan,
  ArchivedTurn,
  ArchiveEngine,
  ArchiveFormat,
  ArchiveHits,
  ArchiveListing,
  ArchiveSelection,
  DeletedEvent,
  PageWanted,
  SearchWanted,
} from '../archiveTypes.ts';
import { ArchiveBrowser } from './archiveBrowser.ts';

const dayMs = 86_400_000;

/** The part of the engine that browses the history archive. Without a state folder there is none. */
export abstract class LocalArchive implements ArchiveEngine {
  #archive: ArchiveBrowser | undefined;

  protected abstract counterOf(estimator: string): Promise<TokenCounter>;

  /** Overwrites what was deleted long ago. */
  protected openArchive(state: string | undefined): void {
    this.#archive = state === undefined ? undefined : new ArchiveBrowser(state);
    const now = Date.now();
    try {
      this.#archive?.purgeBefore(new Date(now - deletedKeptDays * dayMs).toISOString(), new Date(now).toISOString());
    } catch {
      // It stays deleted, and is tried again at the next start.
    }
  }

  archivedSessions(wanted: ArchiveDates & { readonly limit: number }): Promise<ArchiveListing> {
    return this.#of((archive) => archive.sessions(wanted), { sessions: [], total: 0, skipped: 0, repaired: 0 });
  }

  async checkArchive(): Promise<boolean> {
    return (await this.#archive?.check()) ?? false;
  }

  archivedSpans(session: string): Promise<ArchivedSpan[]> {
    return this.#of((archive) => archive.spans(session), []);
  }

  async archivedTurnsOf(wanted: ArchiveSelection, estimator: string): Promise<ArchivedTurn[]> {
    const counter = await this.counterOf(estimator);
    return this.#of((archive) => archive.turns(wanted, counter), []);
  }

  archivedPage(wanted: PageWanted): Promise<ArchivedPage | undefined> {
    return this.#of((archive) => archive.page(wanted), undefined);
  }

  searchArchive(wanted: SearchWanted): Promise<ArchiveHits> {
    return this.#of((archive) => archive.search(wanted), { hits: [], hasMore: false });
  }

  async archiveCopy(wanted: ArchiveSelection): Promise<Masked<string> | undefined> {
    return this.#archive?.copy(wanted);
  }

  async exportArchive(wanted: ArchiveSelection, format: ArchiveFormat, file: string): Promise<Masked<number>> {
    return (await this.#archive?.export(wanted, format, file)) ?? { value: 0, secrets: 0 };
  }

  deleteArchived(wanted: ArchiveSelection, time: string): Promise<string[]> {
    return this.#of((archive) => archive.delete(wanted, time), []);
  }

  restoreDeleted(ids: readonly string[], time: string): Promise<void> {
    return this.#of((archive) => {
      archive.restore(ids, time);
    }, undefined);
  }

  deletedEvents(): Promise<DeletedEvent[]> {
    return this.#of((archive) => archive.deleted, []);
  }

  purgeDeleted(time: string, ids?: readonly string[]): Promise<number> {
    return this.#of((archive) => archive.purge(time, ids), 0);
  }

  #of<Result>(work: (archive: ArchiveBrowser) => Result, without: Result): Promise<Result> {
    return new Promise((resolve) => {
      resolve(this.#archive === undefined ? without : work(this.#archive));
    });
  }
}
