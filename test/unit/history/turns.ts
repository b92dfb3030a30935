// Turns and threads as the history tests need them.
import { withEventId, type ThreadMessage, type TurnEvent } from '../../../src/history/threadEvent.ts';

/** A turn with a tool call and its result, unless told otherwise. */
export function recordedTurn(n: number, more: Partial<TurnEvent> = {}): TurnEvent {
  const request = more.request ?? `question ${String(n)}`;
  return withEventId<TurnEvent>({
    kind: 'turn',
    time: `2026-01-01T00:00:${String(n % 60).padStart(2, '0')}.000Z`,
    command: '',
    request,
    model: { id: 'model', vendor: 'test', family: 'test' },
    messages: more.messages ?? exchange(request, `answer ${String(n)}`),
    complete: true,
    ...more,
  });
}

const exchange = (request: string, answer: string): ThreadMessage[] => [
  { role: 'user', content: request },
  { role: 'assistant', content: '', toolCalls: [{ id: 'call', name: 'stock', input: { title: request } }] },
  { role: 'user', content: '', toolResults: [{ id: 'call', name: 'stock', parts: [{ kind: 'text', text: `${request} in stock` }] }] },
  { role: 'assistant', content: answer },
];

/** So many turns, each the parent of the next. */
export function recordedThread(count: number, make: (n: number) => Partial<TurnEvent> = () => ({})): TurnEvent[] {
  const turns: TurnEvent[] = [];
  for (let n = 1; n <= count; n++) {
    const parent = turns.at(-1)?.id;
    turns.push(recordedTurn(n, { ...(parent === undefined ? {} : { parent }), ...make(n) }));
  }
  return turns;
}
