import { chainOf, turnsOf, type ShownPair, type ThreadTurn } from './thread.ts';
import type { CompactionEvent, ThreadEvent, TurnEvent } from './threadEvent.ts';

/** A thread at its head: what stands verbatim, and what summaries stand for. */
export interface ThreadState {
  /** Completed turns, oldest first. */
  readonly standing: readonly ThreadTurn[];
  readonly replaced: readonly ThreadTurn[];
  /** The compactions in force, each going on from the one before; the last one's summary stands for all that they replaced. */
  readonly compactions: readonly CompactionEvent[];
  /** Those of them that came after the latest turn. */
  readonly latest: readonly CompactionEvent[];
  /** How often in a row a compaction was followed by one turn alone before the next one, up to the latest turn. */
  readonly refills: number;
  /** Turns of compactions that were taken back: not to be replaced again unasked. */
  readonly restored: ReadonlySet<string>;
}

export function threadStateOf(events: readonly ThreadEvent[], head: string | undefined, shown: readonly ShownPair[]): ThreadState {
  const chain = chainOf(events, head);
  const all = chain.filter((event): event is CompactionEvent => event.kind === 'compaction');
  const active = activeOf(all, undoneIn(events));
  const compactions = basesOf(active);
  const replaced = new Set(compactions.flatMap(({ turns }) => turns));
  const turns = turnsOf(chain.filter(isTurn), shown, events.filter(isTurn));
  const lastTurn = chain.findLastIndex(({ kind }) => kind === 'turn');
  const sinceTurn = new Set(chain.slice(lastTurn + 1).map(({ id }) => id));
  return {
    standing: turns.filter(({ id }) => !replaced.has(id)),
    replaced: turns.filter(({ id }) => replaced.has(id)),
    compactions,
    latest: compactions.filter(({ id }) => sinceTurn.has(id)),
    refills: refillsOf(chain, new Set(active)),
    restored: new Set(all.filter((one) => !active.includes(one)).flatMap((one) => one.turns)),
  };
}

const isTurn = (event: ThreadEvent): event is TurnEvent => event.kind === 'turn';

function refillsOf(chain: readonly ThreadEvent[], active: ReadonlySet<ThreadEvent>): number {
  const standing = chain.filter((event) => event.kind === 'turn' || active.has(event));
  let refills = 0;
  for (let end = standing.length; standing[end - 1]?.kind === 'turn' && standing[end - 2]?.kind === 'compaction'; end -= 2) refills++;
  return refills;
}

/** The compactions in force that an undo of this one takes back: itself and what went on from it, none where it was taken back before. */
export function takenBackWith(events: readonly ThreadEvent[], id: string): CompactionEvent[] {
  const all = events.filter((event): event is CompactionEvent => event.kind === 'compaction');
  const undone = undoneIn(events);
  const left = new Set(activeOf(all, new Set([...undone, id])));
  return activeOf(all, undone).filter((one) => !left.has(one));
}

const undoneIn = (events: readonly ThreadEvent[]): Set<string> =>
  new Set(events.flatMap((event) => (event.kind === 'undo' ? [event.parent] : [])));

/** Compactions that were not taken back, nor went on from one that was. */
function activeOf(compactions: readonly CompactionEvent[], undone: ReadonlySet<string>): CompactionEvent[] {
  const active: CompactionEvent[] = [];
  for (const one of compactions) {
    const hasBase = one.base === undefined || active.some(({ id }) => id === one.base);
    if (!undone.has(one.id) && hasBase) active.push(one);
  }
  return active;
}

/** The last one and what it goes on from, oldest first. */
function basesOf(active: readonly CompactionEvent[]): CompactionEvent[] {
  const chain: CompactionEvent[] = [];
  for (let one = active.at(-1); one !== undefined; one = active.find(({ id }) => id === chain[0]?.base)) chain.unshift(one);
  return chain;
}
