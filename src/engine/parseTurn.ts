import type { TurnRecord } from './api.ts';

/** A record that an older or broken version wrote is skipped. */
export function parseTurn(value: unknown): TurnRecord | undefined {
  const { timestamp, trace, messages, blocks } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const { id, blocks: traced } = (trace ?? {}) as Readonly<Record<string, unknown>>;
  const isWhole =
    typeof timestamp === 'string' &&
    typeof id === 'string' &&
    [messages, blocks].every(Array.isArray) &&
    Array.isArray(traced) &&
    traced.every((block: Readonly<Record<string, unknown>>) => typeof block['items'] === 'object');
  return isWhole ? (value as TurnRecord) : undefined;
}
