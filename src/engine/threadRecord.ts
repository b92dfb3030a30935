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
    this.#file = folder === undefined ? undefined : path.join(folder, 'threads', `${fileName(session)}.jsonl`);
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
    const none = { items: [], skipped: 0, repaired: 0 };
    if (this.#file === undefined) return none;
    try {
      return readLines(fs.readFileSync(this.#file, 'utf8'), parseEvent);
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return none;
      throw error;
    }
  }
}

/** Sessions are our own ids, but they come back through the chat. */
const fileName = (session: string): string => (/^[\w-]{1,100}$/u.test(session) ? session : hashOf(session));
