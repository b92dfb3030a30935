/** Rejects once the signal is aborted, with its reason. */
export function abortOf(signal: AbortSignal | undefined): Promise<never> {
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
