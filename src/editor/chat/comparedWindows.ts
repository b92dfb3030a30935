import type * as vscode from 'vscode';
import { compareWindows, type WindowColumn } from '../../engine/windowComparison.ts';
import { orCancelled } from './cancellation.ts';
import type { TurnPorts } from './turnPorts.ts';
import { errorText } from './errorText.ts';

/** The request that was assembled last, in other windows; nothing where that cannot be had. */
export async function comparedWindows(
  { engine, turns, log }: Pick<TurnPorts, 'engine' | 'turns' | 'log'>,
  stream: vscode.ChatResponseStream,
  token: vscode.CancellationToken,
): Promise<WindowColumn[]> {
  if (turns.asked === undefined) return [];
  stream.progress('Comparing windows');
  try {
    return await orCancelled(compareWindows(engine, turns.asked), token);
  } catch (error) {
    if (!token.isCancellationRequested) log.warn(`comparison: ${errorText(error)}`);
    return [];
  }
}
