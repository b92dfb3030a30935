import fs from 'node:fs';
import path from 'node:path';
import type { PreviousSession } from '../contributors/request.ts';
import type { TokenCounter } from '../broker/tokens.ts';
import { digestText } from '../history/digestText.ts';
import type { ThreadEvent, TurnEvent } from '../history/threadEvent.ts';
import { threadStateOf } from '../history/threadState.ts';
import { readThread, threadFile, threadsOf } from './threadRecord.ts';

/** Threads that are looked into for one that has said something: the latest files may hold nothing but failures. */
const mostRead = 20;

/**
 * The thread that was asked last before this one began, as it stood then: whatever other chats say meanwhile changes nothing of it. `begun` is the
 * time of this thread's first event; absent where it has none yet. Throws what the file system throws.
 */
export function previousSession(
  {
    state,
    session,
    begun = '\uffff',
  }: { readonly state: string | undefined; readonly session: string; readonly begun?: string | undefined },
  most: number,
  counter: TokenCounter,
): PreviousSession | undefined {
  if (state === undefined) return undefined;
  const own = threadFile(session);
  let latest: { readonly events: readonly ThreadEvent[]; readonly last: TurnEvent } | undefined;
  for (const { name, file, changed } of latestThreads(threadsOf(state)).slice(0, mostRead)) {
    if (latest !== undefined && changed < Date.parse(latest.last.time)) break; // what was written before cannot have been asked later
    if (name === own) continue;
    const events = readThread(file).items.filter(({ time }) => time < begun);
    const last = events.filter((event) => event.kind === 'turn').reduce(later, undefined);
    if (last !== undefined && (latest === undefined || last.time > latest.last.time)) latest = { events, last };
  }
  if (latest === undefined) return undefined;
  const { events, last } = latest;
  const { standing, compactions } = threadStateOf(events, events.at(-1)?.id, []);
  const summary = compactions.at(-1)?.summary;
  const end = { turns: standing, ...(summary === undefined ? {} : { summary }), ...(last.complete ? {} : { unanswered: last.request }) };
  const text = digestText(end, most, counter);
  const turns = standing.length + compactions.reduce((sum, one) => sum + one.turns.length, 0);
  return text === '' ? undefined : { text, turns, date: last.time.slice(0, 10) };
}

const later = (one: TurnEvent | undefined, other: TurnEvent): TurnEvent => (one !== undefined && one.time > other.time ? one : other);

/** Files of threads, those that were written to last first, of equal ones by name. */
function latestThreads(folder: string): { name: string; file: string; changed: number }[] {
  const names = fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : [];
  return names
    .sort()
    .map((name) => ({ name, file: path.join(folder, name), changed: fs.statSync(path.join(folder, name)).mtimeMs }))
    .sort((a, b) => b.changed - a.changed);
}
