import { hashOf } from '../broker/trace.ts';

/** How far the run of a tool that changes something has come. */
export type ApprovalState = 'executing' | 'consumed';

/** One line of the record of approvals, written ahead: `executing` is on disk before the tool runs. */
export interface ApprovalNote {
  /** See `approvalKey`. */
  readonly key: string;
  readonly tool: string;
  readonly state: ApprovalState;
  /** ISO 8601. */
  readonly at: string;
  /** What the run has changed; with `consumed` alone. */
  readonly receipt?: string;
}

/** What an approval is for: a tool, and its arguments in canonical form (the order of names does not matter). */
export const approvalKey = (tool: string, input: unknown): string => hashOf([tool, canonical(input)]);

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, one]) => [name, canonical(one)]));
}

/**
 * What is known of the latest run for a key, from notes oldest first. An approval serves once: after `consumed`, and after a run that was cut off
 * while `executing`, the user is asked again.
 */
export function latestRun(notes: readonly ApprovalNote[], key: string): ApprovalNote | undefined {
  return notes.findLast((note) => note.key === key);
}

/** A note as it was written; undefined for what is none. */
export function parseNote(value: unknown): ApprovalNote | undefined {
  const { key, tool, state, at, receipt } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const isWhole = [key, tool, at].every((one) => typeof one === 'string') && (state === 'executing' || state === 'consumed');
  return isWhole && (receipt === undefined || typeof receipt === 'string') ? (value as ApprovalNote) : undefined;
}
