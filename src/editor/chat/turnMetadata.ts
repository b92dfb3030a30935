import * as vscode from 'vscode';
import { randomUUID } from 'node:crypto';
import type { Exchange } from '../../engine/api.ts';

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
}

export interface Thread {
  readonly session: string;
  /** Completed pairs, oldest first. */
  readonly pairs: readonly Exchange[];
  readonly previousHash?: string;
}

/** What the chat's history holds of our own turns. A turn without our metadata (an older version's) is read from its visible text. */
export function threadOf({ history }: vscode.ChatContext): Thread {
  const answers = history.filter((turn): turn is vscode.ChatResponseTurn => turn instanceof vscode.ChatResponseTurn);
  const pairs = answers.flatMap((answer): Exchange[] => {
    const metadata = metadataOf(answer.result);
    if (metadata !== undefined) return metadata.complete ? [{ request: metadata.request, response: metadata.answer }] : [];
    if (answer.result.errorDetails !== undefined) return [];
    const asked = history[history.indexOf(answer) - 1];
    return [{ request: asked instanceof vscode.ChatRequestTurn ? asked.prompt : '', response: visibleText(answer) }];
  });
  const latest = answers.map(({ result }) => metadataOf(result)).findLast((metadata) => metadata !== undefined);
  return {
    session: latest?.session ?? randomUUID(),
    pairs,
    ...(latest?.contextHash === undefined ? {} : { previousHash: latest.contextHash }),
  };
}

export function metadataOf({ metadata }: vscode.ChatResult): TurnMetadata | undefined {
  const known = metadata as Partial<TurnMetadata> | undefined;
  const isOurs = typeof known?.session === 'string' && typeof known.request === 'string' && typeof known.answer === 'string';
  return isOurs ? (known as TurnMetadata) : undefined;
}

const visibleText = ({ response }: vscode.ChatResponseTurn): string =>
  response.map((part) => (part instanceof vscode.ChatResponseMarkdownPart ? part.value.value : '')).join('');
