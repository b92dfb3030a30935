import type { IndexProgress } from './api.ts';

type Listener = (progress: IndexProgress) => void;

/** How far the files of the workspace have been read, for whoever wants to be told. */
export class ReadingProgress {
  readonly #listeners = new Set<Listener>();
  /** Undefined while the files are still being listed. */
  #now: { done: number; readonly total: number } | undefined;

  /** For people. */
  get text(): string {
    return this.#now === undefined
      ? 'the files are still being listed'
      : `${String(this.#now.done)} of ${String(this.#now.total)} files read so far`;
  }

  begin(total: number): void {
    this.#now = { done: 0, total };
  }

  end(): void {
    this.#now = undefined;
  }

  /** One more; how many that makes. */
  count(): number {
    return this.#now === undefined ? 0 : ++this.#now.done;
  }

  tell(): void {
    const now = this.#now;
    if (now !== undefined) for (const listener of this.#listeners) listener({ ...now });
  }

  /** Tells `listener` while it waits for `work`. */
  async during(work: Promise<void>, listener?: Listener): Promise<void> {
    if (listener !== undefined) this.#listeners.add(listener);
    try {
      await work;
    } finally {
      if (listener !== undefined) this.#listeners.delete(listener);
    }
  }
}
