import { hashOf, type ModelIdentity, type Usage } from '../broker/trace.ts';

/** What a tool gave back, part by part. */
export type ResultPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'data'; readonly mimeType: string; readonly base64: string }
  | { readonly kind: 'other'; readonly value: unknown };

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

export interface ToolResult {
  /** The id of the call. */
  readonly id: string;
  readonly name: string;
  readonly parts: readonly ResultPart[];
}

/** A message of a thread as it was said, calls and results included. */
export interface ThreadMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
  readonly toolCalls?: readonly ToolCall[];
  readonly toolResults?: readonly ToolResult[];
}

interface Recorded {
  /** Hash of everything else in the event. */
  readonly id: string;
  /** The event before it in its thread; absent for the first. */
  readonly parent?: string;
  /** ISO 8601. */
  readonly time: string;
}

/** One request and all that came of it. */
export interface TurnEvent extends Recorded {
  readonly kind: 'turn';
  /** Without the slash; '' for a plain question. */
  readonly command: string;
  readonly request: string;
  readonly model: ModelIdentity;
  /** The request first; without the context that was assembled for it, which the trace has. */
  readonly messages: readonly ThreadMessage[];
  /** Whether the model finished: only completed turns are history. */
  readonly complete: boolean;
  readonly traceId?: string;
  readonly tokens?: { readonly input: number; readonly output: number; readonly estimated: boolean };
}

/** Turns that gave way to a summary. */
export interface CompactionEvent extends Recorded {
  readonly kind: 'compaction';
  /** The turns that this one replaced, oldest first; those of `base` stay replaced. */
  readonly turns: readonly string[];
  /** The compaction that this one goes on from: its summary is part of this one's. */
  readonly base?: string;
  readonly summary: string;
  /** What the user asked to be kept in view: a subject, never a task. */
  readonly focus?: string;
  readonly how: 'model' | 'fallback';
  /** Turns that stayed verbatim. */
  readonly kept: number;
  /** Tokens of the thread in the prompt. */
  readonly before: number;
  readonly after: number;
  /** Ids of events in the history archive that hold the replaced turns. */
  readonly archive: readonly string[];
  readonly model?: ModelIdentity;
  readonly usage?: Usage;
}

/** Takes back the compaction that is its parent, and all that went on from it. */
export interface UndoEvent extends Recorded {
  readonly kind: 'undo';
  readonly parent: string;
}

export type ThreadEvent = TurnEvent | CompactionEvent | UndoEvent;

/** The event with its id: the same event always has the same. */
export const withEventId = <Event extends ThreadEvent>(event: Omit<Event, 'id'>): Event => ({ id: hashOf(event), ...event }) as Event;

type Fields = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isListOf = (value: unknown, holds: (item: unknown) => boolean): boolean => Array.isArray(value) && value.every(holds);
const isAbsentOr = (value: unknown, holds: (item: unknown) => boolean): boolean => value === undefined || holds(value);

const isCall = (value: unknown): boolean => isRecord(value) && isText(value['id']) && isText(value['name']);
const isPart = (value: unknown): boolean =>
  isRecord(value) &&
  ((value['kind'] === 'text' && isText(value['text'])) ||
    (value['kind'] === 'data' && isText(value['mimeType']) && isText(value['base64'])) ||
    value['kind'] === 'other');
const isResult = (value: unknown): boolean => isCall(value) && isListOf((value as Fields)['parts'], isPart);

/** Whether a value is a message with calls and results that can be read. */
export const isThreadMessage = (value: unknown): value is ThreadMessage =>
  isRecord(value) &&
  (value['role'] === 'user' || value['role'] === 'assistant') &&
  isText(value['content']) &&
  isAbsentOr(value['toolCalls'], (calls) => isListOf(calls, isCall)) &&
  isAbsentOr(value['toolResults'], (results) => isListOf(results, isResult));

const isModel = (value: unknown): boolean => isRecord(value) && ['id', 'vendor', 'family'].every((name) => isText(value[name]));

const isTurn = (value: Fields): boolean =>
  ['command', 'request'].every((name) => isText(value[name])) &&
  isModel(value['model']) &&
  isListOf(value['messages'], isThreadMessage) &&
  typeof value['complete'] === 'boolean' &&
  isAbsentOr(value['traceId'], isText);

const isCompaction = (value: Fields): boolean =>
  isListOf(value['turns'], isText) &&
  isListOf(value['archive'], isText) &&
  isText(value['summary']) &&
  (value['how'] === 'model' || value['how'] === 'fallback') &&
  ['kept', 'before', 'after'].every((name) => Number.isSafeInteger(value[name])) &&
  ['base', 'focus'].every((name) => isAbsentOr(value[name], isText));

const kinds: Readonly<Record<ThreadEvent['kind'], (value: Fields) => boolean>> = {
  turn: isTurn,
  compaction: isCompaction,
  undo: ({ parent }) => isText(parent),
};

/** An event as it was written; undefined for what is none. */
export function parseEvent(value: unknown): ThreadEvent | undefined {
  if (!isRecord(value) || !isText(value['id']) || !isText(value['time']) || !isAbsentOr(value['parent'], isText)) return undefined;
  const { kind } = value;
  const isKind = isText(kind) && Object.hasOwn(kinds, kind) && kinds[kind as ThreadEvent['kind']](value);
  return isKind ? (value as unknown as ThreadEvent) : undefined;
}
