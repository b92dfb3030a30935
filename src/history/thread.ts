import { hashOf } from '../broker/trace.ts';
import type { ThreadEvent, ThreadMessage, TurnEvent } from './threadEvent.ts';

/** A pair that the chat itself remembers. */
export interface ShownPair {
  readonly request: string;
  readonly response: string;
  /** The turn's event in the record, where it could be written. */
  readonly turn?: string;
}

/** A completed turn of a thread, from the record or, where that has lost it, from the chat. */
export interface ThreadTurn {
  readonly id: string;
  readonly request: string;
  readonly response: string;
  readonly messages: readonly ThreadMessage[];
}

/** The events from the first one to `head`. Where one is missing the chain begins after it. */
export function chainOf(events: readonly ThreadEvent[], head: string | undefined): ThreadEvent[] {
  const known = new Map<string, ThreadEvent>();
  for (const event of events) if (!known.has(event.id)) known.set(event.id, event);
  const chain: ThreadEvent[] = [];
  const seen = new Set<string>();
  for (let event = known.get(head ?? ''); event !== undefined && !seen.has(event.id); event = known.get(event.parent ?? '')) {
    seen.add(event.id);
    chain.push(event);
  }
  return chain.reverse();
}

/** The latest event that goes on from `head`, and the turns between them, oldest first: what a chat no longer shows. Undefined where there is none. */
export function laterHead(
  events: readonly ThreadEvent[],
  head: string,
): { readonly head: string; readonly turns: readonly TurnEvent[] } | undefined {
  const isAhead = new Set([head]);
  let latest: string | undefined;
  for (const event of events) {
    if (event.kind === 'undo' || event.parent === undefined || !isAhead.has(event.parent)) continue;
    isAhead.add(event.id);
    latest = event.id;
  }
  if (latest === undefined) return undefined;
  const chain = chainOf(events, latest);
  const later = chain.slice(chain.findIndex(({ id }) => id === head) + 1);
  return { head: latest, turns: later.filter((event): event is TurnEvent => event.kind === 'turn') };
}

/**
 * Completed turns, oldest first: those of the chain, and between them what the chat shows but the chain does not have: from `others`, what else
 * is recorded, where the chain is broken behind it.
 */
export function turnsOf(recorded: readonly TurnEvent[], shown: readonly ShownPair[], others: readonly TurnEvent[] = []): ThreadTurn[] {
  const turns: ThreadTurn[] = [];
  let taken = 0;
  const takeUntil = (end: number): void => {
    for (; taken < end; taken++) turns.push(...completed(recorded[taken]));
  };
  // What a chat forgets is its beginning.
  const firstShown = recorded.findIndex((turn) => shown.some((pair) => isShownAs(turn, pair)));
  takeUntil(firstShown === -1 ? recorded.length : firstShown);
  for (const [index, pair] of shown.entries()) {
    const place = recorded.findIndex((turn, at) => (pair.turn !== undefined || at >= taken) && isShownAs(turn, pair));
    if (place !== -1) takeUntil(place + 1);
    else if (pair.turn === undefined || turns.every(({ id }) => id !== pair.turn)) {
      const other = others.find(({ id }) => id === pair.turn);
      turns.push(...(other === undefined ? standIn(pair, index) : completed(other)));
    }
  }
  takeUntil(recorded.length);
  return turns;
}

/** A window that ends at once may leave the chat an answer without what we had left with it: then it is known by its words, as far as they came. */
function isShownAs({ id, request, messages }: TurnEvent, pair: ShownPair): boolean {
  if (pair.turn !== undefined) return pair.turn === id;
  const [said, shown] = [responseOf(messages).trim(), pair.response.trim()];
  return pair.request === request && said !== '' && shown !== '' && (shown.startsWith(said) || said.startsWith(shown));
}

const isSaid = ({ request, response }: ShownPair): boolean => request.trim() !== '' && response.trim() !== '';

/** The model's own words of a turn, without what it called and was given. */
export const responseOf = (messages: readonly ThreadMessage[]): string =>
  messages.map(({ role, content }) => (role === 'assistant' ? content : '')).join('');

function completed(turn: TurnEvent | undefined): ThreadTurn[] {
  if (turn?.complete !== true) return [];
  const { id, request, messages } = turn;
  const response = responseOf(messages);
  return isSaid({ request, response }) ? [{ id, request, response, messages }] : [];
}

/** Under the id that the turn was recorded by: compactions name it so. Where there is none the id depends on nothing but what the chat hands back each time. */
function standIn(pair: ShownPair, index: number): ThreadTurn[] {
  if (!isSaid(pair)) return [];
  const { request, response } = pair;
  const messages: ThreadMessage[] = [
    { role: 'user', content: request },
    { role: 'assistant', content: response },
  ];
  return [{ id: pair.turn ?? hashOf(['stand-in', index, request, response]), request, response, messages }];
}
