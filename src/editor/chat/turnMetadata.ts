import * as vscode from 'vscode';
import { randomUUID } from 'node:crypto';
import type { Trace } from '../../broker/trace.ts';
import type { ShownPair } from '../../history/thread.ts';

/** What we leave with each answer: VS Code hands it back with the history, and offers it to follow-ups. */
export interface TurnMetadata {
  readonly session: string;
  readonly command: string;
  /** The request as sent, and the model's own words: without footer and notices. */
  readonly request: string;
  readonly answer: string;
  /** Whether the model finished: only completed pairs are history. */
  readonly complete: boolean;
  readonly contextHash?: string;
  readonly traceId?: string;
  /** This turn's event in the record of its thread. */
  readonly turn?: string;
  /** The thread's latest event after this turn: the next one follows it. */
  readonly head?: string;
}

export interface Thread {
  readonly session: string;
  /** Completed pairs, oldest first. */
  readonly pairs: readonly ShownPair[];
  /** The latest event of the record. An edited or re-sent request sees an earlier one, and so the record forks. */
  readonly head?: string;
  readonly previousHash?: string;
}

/** What the chat's history holds of our own turns. A turn without our metadata (an older version's) is read from its visible text. */
export function threadOf({ history }: vscode.ChatContext): Thread {
  const answers = history.filter((turn): turn is vscode.ChatResponseTurn => turn instanceof vscode.ChatResponseTurn);
  const pairs = answers.flatMap((answer): ShownPair[] => {
    const metadata = metadataOf(answer.result);
    if (metadata !== undefined) return metadata.complete ? [pairOf(metadata)] : [];
    if (answer.result.errorDetails !== undefined) return [];
    const asked = history[history.indexOf(answer) - 1];
    return [{ request: asked instanceof vscode.ChatRequestTurn ? asked.prompt : '', response: visibleText(answer) }];
  });
  const known = answers.flatMap(({ result }) => metadataOf(result) ?? []);
  const [latest, recorded] = [known.at(-1), known.findLast(({ head }) => head !== undefined)];
  return {
    session: latest?.session ?? randomUUID(),
    pairs,
    ...(latest?.contextHash === undefined ? {} : { previousHash: latest.contextHash }),
    ...(recorded?.head === undefined ? {} : { head: recorded.head }),
  };
}

/** A turn that has been answered, or was not. */
export interface AnsweredTurn {
  readonly asked: { readonly command: string; readonly prompt: string };
  readonly answer: string;
  readonly complete: boolean;
  readonly recorded: { readonly turn?: string; readonly head?: string };
  readonly trace?: Pick<Trace, 'id' | 'contextHash'>;
}

/** The thread as it stands after a turn. */
export function threadAfter(thread: Thread, { asked, answer, complete, recorded: { turn, head = thread.head } }: AnsweredTurn): Thread {
  const pair = { request: asked.prompt, response: answer, ...(turn === undefined ? {} : { turn }) };
  return { ...thread, pairs: complete ? [...thread.pairs, pair] : thread.pairs, ...(head === undefined ? {} : { head }) };
}

/** What is left with its answer. */
export const metadataFor = (
  { session, ...thread }: Thread,
  { asked, answer, complete, recorded: { turn, head = thread.head }, trace }: AnsweredTurn,
): TurnMetadata => ({
  session,
  command: asked.command,
  request: asked.prompt,
  answer,
  complete,
  ...(trace === undefined ? {} : { contextHash: trace.contextHash, traceId: trace.id }),
  ...(turn === undefined ? {} : { turn }),
  ...(head === undefined ? {} : { head }),
});

const pairOf = ({ request, answer, turn }: TurnMetadata): ShownPair => ({
  request,
  response: answer,
  ...(turn === undefined ? {} : { turn }),
});

export function metadataOf({ metadata }: vscode.ChatResult): TurnMetadata | undefined {
  const known = metadata as Partial<TurnMetadata> | undefined;
  const isOurs = typeof known?.session === 'string' && typeof known.request === 'string' && typeof known.answer === 'string';
  return isOurs ? (known as TurnMetadata) : undefined;
}

const visibleText = ({ response }: vscode.ChatResponseTurn): string =>
  response.map((part) => (part instanceof vscode.ChatResponseMarkdownPart ? part.value.value : '')).join('');
