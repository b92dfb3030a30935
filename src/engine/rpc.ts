import type { MessagePort, Worker } from 'node:worker_threads';

/** Calls of the engine's interface as messages between threads: requests with numbers, answers, progress and cancellation. */
export type Port = MessagePort | Worker;

export type ToEngine =
  | { readonly kind: 'call'; readonly id: number; readonly method: string; readonly args: readonly unknown[] }
  | { readonly kind: 'cancel'; readonly id: number };

export type FromEngine =
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly name: string; readonly message: string }
  | { readonly kind: 'progress'; readonly id: number; readonly progress: unknown };

/** Progress reaches people, who need it a few times a second. */
const progressMs = 100;

interface Options {
  readonly [name: string]: unknown;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: unknown) => void;
}

/** Answers the calls that come in through `port` with the methods of `target`. */
export function serve(port: Port, target: object): void {
  const running = new Map<number, AbortController>();
  port.on('message', (message: ToEngine) => {
    if (message.kind === 'cancel') running.get(message.id)?.abort(new DOMException('cancelled', 'AbortError'));
    else void answer(port, target, message, running);
  });
}

async function answer(
  port: Port,
  target: object,
  call: Extract<ToEngine, { kind: 'call' }>,
  running: Map<number, AbortController>,
): Promise<void> {
  const { id, method, args } = call;
  const abort = new AbortController();
  running.set(id, abort);
  let last = 0;
  const onProgress = (progress: unknown): void => {
    if (performance.now() - last < progressMs) return;
    last = performance.now();
    port.postMessage({ kind: 'progress', id, progress } satisfies FromEngine);
  };
  const withOptions = args.map((arg, place) =>
    place === args.length - 1 && isOptions(arg) ? { ...arg, signal: abort.signal, onProgress } : arg,
  );
  try {
    const run = (target as Record<string, (...all: unknown[]) => Promise<unknown>>)[method];
    if (run === undefined) throw new Error(`the engine has no ${method}`);
    port.postMessage({ kind: 'result', id, value: await run.apply(target, withOptions) } satisfies FromEngine);
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    port.postMessage({ kind: 'error', id, name, message } satisfies FromEngine);
  } finally {
    running.delete(id);
  }
}

/** Marks the place of options in a message: functions and signals stay on their side. */
const optionsMark = 'callOptions';
const isOptions = (value: unknown): value is Options => typeof value === 'object' && value !== null && optionsMark in value;

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: ((progress: unknown) => void) | undefined;
}

/** The calling side. `fail` rejects whatever is under way, once the other side is gone. */
export class RpcClient {
  readonly #port: Port;
  readonly #pending = new Map<number, Pending>();
  #next = 1;

  constructor(port: Port) {
    this.#port = port;
    port.on('message', (message: FromEngine) => {
      this.#receive(message);
    });
  }

  call<Result>(method: string, args: readonly unknown[], options?: Options): Promise<Result> {
    const { signal, onProgress, ...rest } = options ?? {};
    signal?.throwIfAborted();
    const id = this.#next++;
    return new Promise<Result>((resolve, reject) => {
      const cancel = (): void => {
        this.#pending.delete(id);
        this.#port.postMessage({ kind: 'cancel', id } satisfies ToEngine);
        reject(signal?.reason instanceof Error ? signal.reason : new DOMException('cancelled', 'AbortError'));
      };
      signal?.addEventListener('abort', cancel, { once: true });
      const settle =
        <Value>(done: (value: Value) => void) =>
        (value: Value): void => {
          signal?.removeEventListener('abort', cancel);
          done(value);
        };
      this.#pending.set(id, { resolve: settle(resolve as (value: unknown) => void), reject: settle(reject), onProgress });
      const sent = options === undefined ? args : [...args, { ...rest, [optionsMark]: true }];
      this.#port.postMessage({ kind: 'call', id, method, args: sent } satisfies ToEngine);
    });
  }

  fail(error: Error): void {
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }

  #receive(message: FromEngine): void {
    const pending = this.#pending.get(message.id);
    if (pending === undefined) return; // cancelled meanwhile
    if (message.kind === 'progress') {
      pending.onProgress?.(message.progress);
      return;
    }
    this.#pending.delete(message.id);
    if (message.kind === 'result') pending.resolve(message.value);
    else pending.reject(Object.assign(new Error(message.message), { name: message.name }));
  }
}
