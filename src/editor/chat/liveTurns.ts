import type { TurnSession } from './turnSession.ts';

type Live = Pick<TurnSession, 'id' | 'now' | 'isCalling' | 'isElsewhere' | 'summed'>;

/** The sessions whose turns are answered in this window just now. */
export class LiveTurns {
  readonly #sessions = new Set<Live>();

  /** Lives as long as the work does. */
  async during<Value>(session: Live, work: () => Promise<Value>): Promise<Value> {
    this.#sessions.add(session);
    try {
      return await work();
    } finally {
      this.#sessions.delete(session);
    }
  }

  /** Of this chat. */
  of(id: string): Live | undefined {
    return [...this.#sessions].find((session) => session.id === id);
  }

  /** The one with a call of this key that runs, or waits for the user. */
  calling(key: string): Live | undefined {
    return [...this.#sessions].find((session) => session.isCalling(key));
  }
}
