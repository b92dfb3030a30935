import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves with `work` or once `patience` milliseconds are over; rejects once the signal is aborted, with its reason. The work goes on. */
export async function waitFor(work: Promise<unknown>, signal?: AbortSignal, patience?: number): Promise<void> {
  const over = new AbortController();
  try {
    const waits = patience === undefined ? [] : [sleep(patience, undefined, { signal: over.signal, ref: false })];
    await Promise.race([work, abortOf(signal), ...waits]);
  } finally {
    over.abort();
  }
}

function abortOf(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener(
      'abort',
      () => {
        reject(signal.reason instanceof Error ? signal.reason : new DOMException('cancelled', 'AbortError'));
      },
      { once: true },
    );
  });
}
