import { setImmediate } from 'node:timers/promises';

/** Longest stretch without yielding, in milliseconds: calls and cancellation get through meanwhile. */
const sliceMs = 15;

/** To be awaited often: yields where a stretch is over, and rejects then once it is cancelled. */
export function pauses(signal?: AbortSignal): () => Promise<void> {
  let slice = performance.now();
  return async () => {
    if (performance.now() - slice < sliceMs) return;
    await setImmediate();
    signal?.throwIfAborted();
    slice = performance.now();
  };
}
