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

  /** All events but turns, and the last turn: of the others nothing is parsed. */
  readCompactions(): readonly ThreadEvent[] {
    const lines = this.#file === undefined ? [] : textOf(this.#file).split('\n');
    const last = lines.findLastIndex(isTurn);
    const wanted = lines.filter((line, place) => place === last || !isTurn(line));
    return readLines(wanted.join('\n'), parseEvent).items;
  }

  /** Changes whenever the record does. */
  get version(): string {
    const stat = this.#file === undefined ? undefined : fs.statSync(this.#file, { throwIfNoEntry: false });
    return stat === undefined ? '' : `${String(stat.size)} ${String(stat.mtimeMs)}`;
  }
}

/** As it is written: the kind stands right behind the id. */
const isTurn = (line: string): boolean => /^\{"id":"\w*","kind":"turn"/u.test(line);

/** The folder of all threads. */
export const threadsOf = (folder: string): string => path.join(folder, 'threads');

/** Sessions are our own ids, but they come back through the chat. */
export const threadFile = (session: string): string => `${/^[\w-]{1,100}$/u.test(session) ? session : hashOf(session)}.jsonl`;

/** The events of a thread's file, oldest first; none where there is no file. */
export const readThread = (file: string): LinesRead<ThreadEvent> => readLines(textOf(file), parseEvent);

function textOf(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return '';
    throw error;
  }
}
