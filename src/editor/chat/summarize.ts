import * as vscode from 'vscode';
import type { Message } from '../../broker/block.ts';
import { orCancelled, untilCancelled } from './cancellation.ts';
import { toChatMessage } from './chatMessage.ts';
import { servedUsage, type Served } from './servedUsage.ts';

export interface Summary {
  readonly text: string;
  readonly served?: Served;
}

export interface SummaryLimits {
  readonly ms: number;
  /** More is not read: the summary would be refused anyway. */
  readonly characters: number;
}

/** Asks a model, without tools, for a summary. Rejects where it fails, is late, or the user cancels. */
export async function summarize(
  model: vscode.LanguageModelChat,
  messages: readonly Message[],
  limits: SummaryLimits,
  token: vscode.CancellationToken,
): Promise<Summary> {
  const source = new vscode.CancellationTokenSource();
  const cancel = (): void => {
    source.cancel();
  };
  const listener = token.onCancellationRequested(cancel);
  const timer = setTimeout(cancel, limits.ms);
  try {
    return await received(model, messages, limits, source.token);
  } catch (error) {
    if (source.token.isCancellationRequested && !token.isCancellationRequested)
      throw new Error(`${model.name} took longer than ${String(limits.ms)} ms`, { cause: error });
    throw error;
  } finally {
    clearTimeout(timer);
    listener.dispose();
    source.cancel();
    source.dispose();
  }
}

async function received(
  model: vscode.LanguageModelChat,
  messages: readonly Message[],
  { characters }: SummaryLimits,
  token: vscode.CancellationToken,
): Promise<Summary> {
  const options = { justification: 'Sums up the earlier part of this chat with @broker.' };
  const response = await orCancelled(model.sendRequest(messages.map(toChatMessage), options, token), token);
  let text = '';
  let served: Served | undefined;
  for await (const part of untilCancelled(response.stream, token)) {
    if (part instanceof vscode.LanguageModelTextPart) text += part.value;
    else if (part instanceof vscode.LanguageModelDataPart) served ??= servedUsage(part);
    if (text.length > characters) break;
  }
  return { text, ...(served === undefined ? {} : { served }) };
}
