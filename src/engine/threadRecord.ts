import fs from 'node:fs';
import path from 'node:path';
import { hashOf } from '../broker/trace.ts';
import { readLines, type LinesRead } from '../history/readLines.ts';
import { parseEvent, type ThreadEvent } from '../history/threadEvent.ts';
import { appendDurably } from '../telemetry/durableLines.ts';

/** A chat thread on disk: every event of it in `threads/SESSION.jsonl`, only ever appended to and never rotated away. */
export class ThreadRecord {
  readonly #file: string | undefined;

  /** Without a folder nothing is kept. */
  constructor(folder: string | undefined, session: string) {
    this.#file = folder === undefined ? undefined : path.join(threadsOf(folder), threadFile(session));
  }

  /** Whether events are kept anywhere. */
  get isKept(): boolean {
    return this.#file !== undefined;
  }

  /** Returns once the event is on disk; throws where it cannot be written. */
  append(event: ThreadEvent): void {
    if (this.#file !== undefined) appendDurably(this.#file, event);
  }

  /** Events, oldest first. A file that is not there has none; one that cannot be read throws. */
  read(): LinesRead<ThreadEvent> {
    return this.#file === undefined ? { items: [], skipped: 0, repaired: 0 } : readThread(this.#file);
  }
}

/** The folder of all threads. */
export const threadsOf = (folder: string): string => path.join(folder, 'threads');

/** Sessions are our own ids, but they come back through the chat. */
export const threadFile = (session: string): string => `${/^[\w-]{1,100}$/u.test(session) ? session : hashOf(session)}.jsonl`;

/** The events of a thread's file, oldest first; none where there is no file. */
export function readThread(file: string): LinesRead<ThreadEvent> {
  try {
    return readLines(fs.readFileSync(file, 'utf8'), parseEvent);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return { items: [], skipped: 0, repaired: 0 };
    throw error;
  }
}
