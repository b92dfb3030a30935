import * as vscode from 'vscode';

/** A signal that is aborted once the token is cancelled, and what ends listening. */
export function abortOn(token: vscode.CancellationToken): { readonly signal: AbortSignal; readonly dispose: () => void } {
  const abort = new AbortController();
  const cancel = (): void => {
    abort.abort(new DOMException('cancelled', 'AbortError'));
  };
  const listener = token.onCancellationRequested(cancel);
  if (token.isCancellationRequested) cancel();
  const dispose = (): void => {
    listener.dispose();
  };
  return { signal: abort.signal, dispose };
}

/** The same promise, but rejecting as soon as the user cancels: what is waited for may not listen to the token. */
export async function orCancelled<Value>(work: PromiseLike<Value>, token: vscode.CancellationToken): Promise<Value> {
  let listener: vscode.Disposable | undefined;
  const cancelled = new Promise<never>((_resolve, reject) => {
    const cancel = (): void => {
      reject(new vscode.CancellationError());
    };
    if (token.isCancellationRequested) cancel();
    else listener = token.onCancellationRequested(cancel);
  });
  try {
    return await Promise.race([work, cancelled]);
  } finally {
    listener?.dispose();
  }
}

/** What a stream gives until it ends. Throws as soon as the user cancels. */
export async function* untilCancelled<Part>(parts: AsyncIterable<Part>, token: vscode.CancellationToken): AsyncGenerator<Part> {
  const iterator = parts[Symbol.asyncIterator]();
  for (;;) {
    const next = await orCancelled(iterator.next(), token);
    if (next.done === true) return;
    yield next.value;
  }
}
