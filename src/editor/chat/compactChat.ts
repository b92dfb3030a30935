import type * as vscode from 'vscode';
import type { Assembled, AssembleRequest } from '../../engine/api.ts';
import { windowOf } from './assembleRequest.ts';
import { compactionRequestOf, type Wanted } from './compactionRequest.ts';
import type { CompactionOutcome } from './compactor.ts';
import { countSummary } from './countSummary.ts';
import { errorText } from './errorText.ts';
import { largestText } from './problems.ts';
import { isAtCeiling } from './sessionOf.ts';
import { summaryModel } from './summaryModel.ts';
import type { TurnPorts } from './turnPorts.ts';

/** The chat that is compacted, and with whose model. */
interface Chat {
  readonly session: string;
  readonly model: vscode.LanguageModelChat;
}

/** Compacts earlier turns of a chat; a chat that may ask no model any more has a summary that needs none. */
export async function compactChat(
  { engine, turns, compactor, log }: Pick<TurnPorts, 'engine' | 'turns' | 'compactor' | 'log'>,
  { session, model: current }: Chat,
  request: AssembleRequest,
  { pressure, trace }: Assembled,
  wanted: Wanted,
  token: vscode.CancellationToken,
): Promise<CompactionOutcome> {
  const isUsedUp = await isAtCeiling(engine, session, request.settings.session);
  const model = isUsedUp ? undefined : await summaryModel(current, request.settings);
  const window = (model === undefined ? undefined : windowOf(model)) ?? trace.window;
  const compaction = compactionRequestOf(request, pressure, trace.budget, window, wanted);
  return compactor.compact(compaction, model, token, largestText(trace), async (usage) => {
    // A session that cannot be kept costs its counters what the summary took.
    await countSummary(engine, turns.live, session, usage).catch((error: unknown) => {
      log.warn(`session: ${errorText(error)}`);
    });
  });
}
