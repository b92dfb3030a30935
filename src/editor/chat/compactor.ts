import * as vscode from 'vscode';
import type { Usage } from '../../broker/trace.ts';
import type { Engine } from '../../engine/api.ts';
import type { CompactionDone, CompactionPlan, CompactionRefusal, CompactionRequest, SummaryAnswer } from '../../engine/compactionTypes.ts';
import { askSummary } from './askSummary.ts';

/** After so many failures in a row a thread is not tried again, unless the user asks for it. */
const mostFailures = 3;
/** After so many compactions in a row that one turn each has filled up again, another one would not help. */
const mostRefills = 3;

export type CompactionOutcome =
  CompactionDone | (CompactionRefusal & { /** The first of its kind in a row: the user is told. */ readonly isNews: boolean });

/** Compacts threads: asks a model for the summary and has the engine put it in the place of turns. */
export class Compactor {
  readonly #engine: Engine;
  readonly #log: vscode.LogOutputChannel;
  /** In a row, by session. */
  readonly #failures = new Map<string, number>();

  constructor(engine: Engine, log: vscode.LogOutputChannel) {
    this.#engine = engine;
    this.#log = log;
  }

  /**
   * Without a model the summary is one that needs none. `largest` names what fills the prompt; `onSummed` is told what a model's summary took,
   * whether it is of use or not. Rejects only when the user cancels.
   */
  async compact(
    request: CompactionRequest,
    model: vscode.LanguageModelChat | undefined,
    token: vscode.CancellationToken,
    largest: string,
    onSummed: (usage: Usage) => Promise<void>,
  ): Promise<CompactionOutcome> {
    const failures = this.#failures.get(request.session) ?? 0;
    if (failures >= mostFailures && !request.isForced) {
      const reason = 'not tried again in this chat until you ask for it with /compact';
      return { kind: 'refused', what: 'historyCompaction', reason, isNews: false };
    }
    const outcome = await this.#tried(request, model, token, largest, onSummed);
    if (outcome.kind === 'compacted') this.#failures.delete(request.session);
    else if (outcome.what !== 'nothing') {
      this.#failures.set(request.session, outcome.isUseless === true ? mostFailures : failures + 1);
      this.#log.warn(`${outcome.what}: ${outcome.reason}`);
    }
    return outcome.kind === 'compacted' ? outcome : { ...outcome, isNews: failures === 0 };
  }

  async #tried(
    request: CompactionRequest,
    model: vscode.LanguageModelChat | undefined,
    token: vscode.CancellationToken,
    largest: string,
    onSummed: (usage: Usage) => Promise<void>,
  ): Promise<CompactionDone | (CompactionRefusal & { /** To try again would change nothing. */ readonly isUseless?: boolean })> {
    try {
      const plan = await this.#engine.planCompaction(request);
      if (plan.kind === 'refused') return plan;
      if (plan.refills >= mostRefills && !request.isForced) {
        const reason = `the prompt was full again one turn after each of the last ${String(plan.refills)} compactions. The largest: ${largest}`;
        return { kind: 'refused', what: 'historyCompaction', reason, isUseless: true };
      }
      const answer = model === undefined ? withoutModel() : await this.#asked(plan, request, model, token, onSummed);
      return await this.#engine.compact(request, answer);
    } catch (error) {
      if (token.isCancellationRequested) throw error;
      return { kind: 'refused', what: 'historyCompaction', reason: error instanceof Error ? error.message : String(error) };
    }
  }

  async #asked(
    { messages }: CompactionPlan,
    { settings }: CompactionRequest,
    model: vscode.LanguageModelChat,
    token: vscode.CancellationToken,
    onSummed: (usage: Usage) => Promise<void>,
  ): Promise<SummaryAnswer> {
    const { text, usage } = await askSummary(this.#engine, model, messages, settings, token);
    await onSummed(usage);
    const { id, vendor, family } = model;
    return { how: 'model', time: now(), text, model: { id, vendor, family }, usage };
  }
}

const now = (): string => new Date().toISOString();
const withoutModel = (): SummaryAnswer => ({ how: 'fallback', time: now() });
