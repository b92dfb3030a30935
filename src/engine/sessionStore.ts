import fs from 'node:fs';
import path from 'node:path';
import { latestRun, parseNote, type ApprovalNote } from '../session/approval.ts';
import type { Session } from '../session/session.ts';
import { restored } from '../session/snapshot.ts';
import { appendDurably } from '../telemetry/durableLines.ts';
import { JsonLines } from '../telemetry/jsonLines.ts';
import { readLines } from '../history/readLines.ts';
import { threadFile } from './threadRecord.ts';

/** A snapshot stands for all before it: what was is kept for a look at what went wrong, no more. */
const limits = { rotateAt: 1_048_576, kept: 1 };
/** Sessions that are looked at for one that waits. */
const mostRead = 20;

/** Sessions as they were last: `sessions/SESSION.jsonl`, a snapshot a line. Without a folder nothing is kept. */
export class SessionStore {
  readonly #state: string | undefined;

  constructor(state: string | undefined) {
    this.#state = state;
  }

  /** Throws where it cannot be written. */
  save(id: string, session: Session): void {
    if (this.#folder !== undefined) linesOf(id).append(this.#folder, { id, ...session });
  }

  /** As its latest whole snapshot has it; undefined where there is none. */
  find(id: string): Session | undefined {
    return this.#latest(id)?.session;
  }

  /** The session that waits for the user, the latest of several. */
  findWaiting(): { readonly id: string; readonly session: Session } | undefined {
    for (const file of this.#files().slice(0, mostRead)) {
      const id = this.#latest(file)?.id; // of a file set aside, too: what counts is the session's own
      const latest = id === undefined ? undefined : this.#latest(id);
      if (latest?.session.phase === 'awaitingEvent') return latest;
    }
    return undefined;
  }

  /** Returns once the note is on disk; throws where it cannot be written. */
  note(note: ApprovalNote): void {
    if (this.#approvals !== undefined) appendDurably(this.#approvals, note);
  }

  /** How far the latest run for this key has come. */
  findRun(key: string): ApprovalNote | undefined {
    if (this.#approvals === undefined || !fs.existsSync(this.#approvals)) return undefined;
    return latestRun(readLines(fs.readFileSync(this.#approvals, 'utf8'), parseNote).items, key);
  }

  get #folder(): string | undefined {
    return this.#state === undefined ? undefined : path.join(this.#state, 'sessions');
  }

  get #approvals(): string | undefined {
    return this.#state === undefined ? undefined : path.join(this.#state, 'approvals.jsonl');
  }

  #latest(id: string): { readonly id: string; readonly session: Session } | undefined {
    if (this.#folder === undefined) return undefined;
    return linesOf(id).read(this.#folder, 1, parse)[0];
  }

  /** Names of sessions' files, the one that was written to last first. */
  #files(): string[] {
    const folder = this.#folder;
    if (folder === undefined || !fs.existsSync(folder)) return [];
    return fs
      .readdirSync(folder)
      .flatMap((name) => {
        // A link to nothing, or set aside by another window since: then it is there under its other name.
        const stat = fs.statSync(path.join(folder, name), { throwIfNoEntry: false });
        return stat === undefined ? [] : [{ name, changed: stat.mtimeMs }];
      })
      .sort((a, b) => b.changed - a.changed || (a.name < b.name ? -1 : 1))
      .map(({ name }) => name.replace(/\.jsonl$/u, ''));
  }
}

const linesOf = (id: string): JsonLines => new JsonLines(threadFile(id).replace(/\.jsonl$/u, ''), limits);

function parse(value: unknown): { id: string; session: Session } | undefined {
  const id = (value as { id?: unknown } | null)?.id;
  const session = restored(value, (capsule) => capsule ?? undefined);
  return typeof id === 'string' && session !== undefined ? { id, session } : undefined;
}
