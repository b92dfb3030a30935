import type { ModelIdentity } from '../../broker/trace.ts';
import type { CompactionEvent, ThreadEvent } from '../../history/threadEvent.ts';
import { ThreadRecord } from '../threadRecord.ts';

/** What the record of a thread tells of its compactions. */
export interface SessionRecord {
  /** In the order in which they were made, those of every fork. */
  readonly compactions: readonly CompactionEvent[];
  /** Those that were taken back, or went on from one that was. */
  readonly undone: ReadonlySet<string>;
  /** Of the latest turn. */
  readonly model?: ModelIdentity;
}

const none: SessionRecord = { compactions: [], undone: new Set() };

/** The records of threads, each read again only when it has changed. */
export class SessionRecords {
  readonly #folder: string;
  readonly #known = new Map<string, { readonly version: string; readonly record: SessionRecord }>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** A record that cannot be read tells nothing: what is archived is there without it. */
  get(session: string): SessionRecord {
    const record = new ThreadRecord(this.#folder, session);
    const { version } = record;
    const known = this.#known.get(session);
    if (known?.version === version) return known.record;
    const read = readRecord(record);
    this.#known.set(session, { version, record: read });
    return read;
  }
}

function readRecord(record: ThreadRecord): SessionRecord {
  try {
    return recordOf(record.readCompactions());
  } catch {
    return none;
  }
}

function recordOf(events: readonly ThreadEvent[]): SessionRecord {
  const undone = new Set(events.flatMap((event) => (event.kind === 'undo' ? [event.parent] : [])));
  const compactions = events.filter((event) => event.kind === 'compaction');
  for (const { id, base } of compactions) if (base !== undefined && undone.has(base)) undone.add(id);
  const model = events.findLast((event) => event.kind === 'turn')?.model;
  return { compactions, undone, ...(model === undefined ? {} : { model }) };
}
