import * as vscode from 'vscode';

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
