import type * as vscode from 'vscode';
import type { Message } from '../../broker/block.ts';
import type { Usage } from '../../broker/trace.ts';
import type { Engine } from '../../engine/api.ts';
import type { Settings } from '../../engine/settings.ts';
import { servedOrEstimated } from './sentTrace.ts';
import { summarize } from './summarize.ts';

/** No summary within its tokens has more characters for each. */
const longestToken = 16;

/** What a model says in summary, and what that took. Rejects where it fails, is late, or the user cancels. */
export async function askSummary(
  engine: Pick<Engine, 'count'>,
  model: vscode.LanguageModelChat,
  messages: readonly Message[],
  settings: Settings,
  token: vscode.CancellationToken,
): Promise<{ readonly text: string; readonly usage: Usage }> {
  const limits = { ms: settings.history.summaryTimeLimit, characters: settings.summaryTokens * longestToken };
  const { text, served } = await summarize(model, messages, limits, token);
  const asked = messages.map(({ content }) => content).join('');
  const [input = 0, output = 0] = await engine.count([asked, text], settings.estimator);
  return { text, usage: servedOrEstimated(served, input, output) };
}
