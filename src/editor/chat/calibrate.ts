import * as vscode from 'vscode';
import { messageOverhead } from '../../broker/render.ts';
import type { Message } from '../../broker/block.ts';
import type { Calibration, Trace } from '../../broker/trace.ts';
import type { Answer } from './ask.ts';

const limitMs = 2_000;
/** A model that counts less than a twentieth of the characters does not count. */
const leastShare = 20;

/** Compares our count of what was sent with the endpoint's, else with the model's own counter. Undefined where neither says anything plausible. */
export async function calibrate(
  trace: Trace,
  messages: readonly Message[],
  model: vscode.LanguageModelChat,
  { served }: Answer,
): Promise<Calibration | undefined> {
  const measured = trace.admittedTotal + trace.messageOverhead;
  if (served !== undefined) return { measured, served: served.input, drift: served.input - measured, source: 'endpoint' };
  const beside = trace.blocks.some(({ name, admitted }) => name === 'tools' && admitted);
  const counted = beside ? undefined : await countedBy(model, messages);
  return counted === undefined ? undefined : { measured, served: counted, drift: counted - measured, source: 'model.countTokens' };
}

/** Strings are counted, not messages: counting messages has been seen to give a constant. */
async function countedBy(model: vscode.LanguageModelChat, messages: readonly Message[]): Promise<number | undefined> {
  const source = new vscode.CancellationTokenSource();
  const timer = setTimeout(() => {
    source.cancel();
  }, limitMs);
  const late = new Promise<undefined>((resolve) => {
    source.token.onCancellationRequested(() => {
      resolve(undefined);
    });
  });
  const counting = Promise.all(messages.map(({ content }) => model.countTokens(content, source.token)));
  try {
    const counts = await Promise.race([counting, late]);
    const isPlausible = counts?.every(
      (count, place) => Number.isFinite(count) && count >= (messages[place]?.content.length ?? 0) / leastShare,
    );
    return counts === undefined || isPlausible !== true ? undefined : counts.reduce((sum, count) => sum + count + messageOverhead, 0);
  } catch {
    return undefined; // a model that cannot count has no calibration
  } finally {
    clearTimeout(timer);
    source.dispose();
  }
}
