import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { compareWindows } from '../../engine/windowComparison.ts';
import { assembleRequestOf } from '../chat/assembleRequest.ts';
import { abortOn } from '../chat/cancellation.ts';
import { overflowProblem } from '../chat/problems.ts';
import { offlineVendor } from '../ids.ts';
import { documentUri } from '../views/traceDocuments.ts';
import type { CommandPorts } from './ports.ts';

/** Assembles the context for a request that is typed here, shows it, sends nothing and records nothing. */
export async function previewContext(ports: CommandPorts, given: unknown): Promise<void> {
  const prompt =
    typeof given === 'string'
      ? given
      : await vscode.window.showInputBox({
          title: 'Preview Context for…',
          prompt: 'What would you ask? Nothing is sent.',
          placeHolder: 'why does the retry logic give up after one attempt?',
        });
  if (prompt === undefined) return;
  const models = await vscode.lm.selectChatModels();
  const model = models.find(({ vendor }) => vendor !== offlineVendor) ?? models[0];
  if (model === undefined) throw new Error('there is no model to preview for; reload the window and try again');
  const started = performance.now();
  await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: 'Assembling context', cancellable: true },
    async (progress, token) => {
      const { signal } = abortOn(token);
      await ports.host.flush();
      const session = ports.turns.chat?.session ?? randomUUID();
      const { settings, warnings } = ports.settings.read({ chat: session });
      const asked = await assembleRequestOf(
        { prompt, command: undefined, references: [], toolReferences: [], model },
        { session, pairs: [] },
        settings,
        warnings,
        ports.warm,
      );
      const request = await ports.contributions.addTo(asked, token);
      ports.turns.asked = request;
      const result = await ports.host.engine.assemble(request, {
        signal,
        onProgress: ({ done, total }) => {
          progress.report({ message: `reading ${String(done)} of ${String(total)} files` });
        },
      });
      if (result.kind === 'ContextOverflowError') throw new Error(overflowProblem(result).message);
      const { trace, messages, blocks, cache } = result;
      const comparison = await compareWindows(ports.host.engine, request, signal);
      const record = {
        timestamp: new Date().toISOString(),
        elapsedMs: Math.round(performance.now() - started),
        cache,
        trace,
        messages,
        blocks,
      };
      ports.turns.show(record, comparison);
      await vscode.window.showTextDocument(documentUri(trace.id, 'prompt'), { preview: true });
      await ports.trace.reveal(trace.id);
    },
  );
}
