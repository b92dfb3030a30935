import type * as vscode from 'vscode';
import { orCancelled } from '../chat/cancellation.ts';
import type { ToolPorts } from './brokerTool.ts';
import type { Count } from './toolText.ts';

const limitMs = 2_000;
/** Whoever counts less than a twentieth of the characters does not count. */
const leastShare = 20;

/** Counts as the caller's model does; from its first implausible or late answer on as our own estimator does. */
export function callerCount(
  options: vscode.LanguageModelToolTokenizationOptions | undefined,
  { host, settings }: Pick<ToolPorts, 'host' | 'settings'>,
  token: vscode.CancellationToken,
): Count {
  let theirs = options;
  return async (text) => {
    const count = theirs === undefined ? undefined : await plausible(theirs, text, token);
    if (count !== undefined) return count;
    theirs = undefined;
    const [ours = text.length] = await orCancelled(host.engine.count([text], settings.read().settings.estimator), token);
    return ours;
  };
}

async function plausible(
  options: vscode.LanguageModelToolTokenizationOptions,
  text: string,
  token: vscode.CancellationToken,
): Promise<number | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      resolve(undefined);
    }, limitMs);
  });
  try {
    const count = await orCancelled(Promise.race([options.countTokens(text, token), late]), token);
    return count !== undefined && Number.isFinite(count) && count >= text.length / leastShare ? count : undefined;
  } catch (error) {
    if (token.isCancellationRequested) throw error;
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
