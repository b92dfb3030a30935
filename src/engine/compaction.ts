import { budgetFor } from '../broker/budget.ts';
import { messageOverhead } from '../broker/render.ts';
import type { TokenCounter } from '../broker/tokens.ts';
import { threadSummaryText } from '../contributors/threadSummary.ts';
import type { ArchivedMessage } from '../history/archiveEvent.ts';
import { compactionSpan, type Span } from '../history/compactionSpan.ts';
import { fallbackSummary } from '../history/fallbackSummary.ts';
import { leastGap } from '../history/loop/shapingLimits.ts';
import { summaryProblem } from '../history/summaryProblem.ts';
import { summaryRequest } from '../history/summaryRequest.ts';
import type { ThreadTurn } from '../history/thread.ts';
import { withEventId, type CompactionEvent } from '../history/threadEvent.ts';
import { threadStateOf, type ThreadState } from '../history/threadState.ts';
import type { CompactionDone, CompactionPlan, CompactionRefusal, CompactionRequest, SummaryAnswer } from './compactionTypes.ts';
import type { HistorySettings } from './settings.ts';
import { HistoryArchive } from './historyArchive.ts';
import { ThreadRecord } from './threadRecord.ts';
import { summaryOf, traceOfCompaction } from './threadView.ts';

const archiveOf = (state: string, { archiveMegabytes, retentionDays }: HistorySettings): HistoryArchive =>
  new HistoryArchive(state, { rotateAt: archiveMegabytes * 1_048_576, retentionDays });

/** Of the tokens for a summary, for what the block says around it. */
const frameTokens = 100;

/** What is about to be replaced. */
interface Prepared {
  readonly kind: 'prepared';
  readonly thread: ThreadState;
  readonly span: Span;
  readonly replaced: readonly ThreadTurn[];
  readonly sizes: readonly number[];
  /** Tokens of the thread in the prompt now. */
  readonly before: number;
}

/**
 * One compaction of a thread: planned, then, with a summary at hand, done. Both work from the record as it is, so that nothing stands between
 * them; the replaced turns are in the archive before the record says that they are replaced.
 */
export class Compaction {
  readonly #request: CompactionRequest;
  readonly #record: ThreadRecord;
  readonly #archive: HistoryArchive | undefined;
  readonly #counter: TokenCounter;

  constructor(request: CompactionRequest, state: string | undefined, counter: TokenCounter) {
    this.#request = request;
    this.#record = new ThreadRecord(state, request.session);
    this.#archive = state === undefined ? undefined : archiveOf(state, request.settings.history);
    this.#counter = counter;
  }

  /** What would be replaced, and what a model is to be asked. Changes nothing. */
  plan(): CompactionPlan | CompactionRefusal {
    const prepared = this.#prepare();
    if (prepared.kind === 'refused') return prepared;
    const { thread, span, replaced, sizes, before } = prepared;
    const { focus, settings, summaryWindow } = this.#request;
    const tokens = settings.summaryTokens - frameTokens;
    const previous = summaryOf(thread)?.text;
    const { budget } = budgetFor(summaryWindow, settings.budget.reserve);
    const task = { turns: replaced, tokens, budget: budget - tokens };
    const more = { ...(previous === undefined ? {} : { previous }), ...(focus === undefined ? {} : { focus }) };
    return {
      kind: 'plan',
      replaced: replaced.map(({ id, request }, place) => ({ id, request, tokens: sizes[place] ?? 0 })),
      kept: span.kept,
      before,
      refills: thread.refills,
      messages: summaryRequest({ ...task, ...more }, this.#counter),
    };
  }

  /** Archives, then replaces. A summary that must not take the place of the turns changes nothing. */
  commit(answer: SummaryAnswer): CompactionDone | CompactionRefusal {
    const prepared = this.#prepare();
    if (prepared.kind === 'refused') return prepared;
    const { thread, replaced } = prepared;
    const previous = summaryOf(thread);
    const { summaryTokens } = this.#request.settings;
    const summary = answer.how === 'model' ? answer.text : fallbackSummary(replaced, previous?.text, summaryTokens, this.#counter);
    const source = [previous?.text ?? '', ...replaced.flatMap(({ request, response }) => [request, response])].join('\n');
    const problem = summaryProblem(summary, source, this.#counter);
    if (problem !== undefined) return refused('historyCompaction', problem);
    let archive: string[];
    try {
      archive = this.#archived(replaced, answer.time);
    } catch (error) {
      return refused('historyArchive', `the history archive cannot be written: ${reasonOf(error)}`);
    }
    const event = this.#eventOf(prepared, answer, summary, archive);
    try {
      this.#record.append(event);
    } catch (error) {
      return refused('historyRecord', reasonOf(error));
    }
    return { kind: 'compacted', head: event.id, compaction: traceOfCompaction(event) };
  }

  #prepare(): Prepared | CompactionRefusal {
    const { head, history, settings, budget, fixed, isForced } = this.#request;
    if (this.#archive === undefined) return refused('nothing', 'nothing is recorded here');
    try {
      this.#archive.check();
    } catch (error) {
      return refused('historyArchive', `the history archive cannot be written: ${reasonOf(error)}`);
    }
    const thread = threadStateOf(this.#record.read().items, head, history);
    const sizes = thread.standing.map((turn) => this.#sizeOf(turn));
    const { target, threshold, keptTurns } = settings.history;
    const room = Math.floor((budget * Math.min(target, threshold - leastGap)) / 100) - fixed - settings.summaryTokens;
    const span = compactionSpan(sizes, { keep: keptTurns, room: isForced && room < 0 ? Infinity : room });
    const replaced = thread.standing.slice(0, span.replaced);
    if (replaced.length === 0)
      return refused(
        'nothing',
        `${turnsText(sizes.length)} of the chat ${sizes.length === 1 ? 'is' : 'are'} not summed up yet, and the last ${String(keptTurns)} stay (history.keptTurns)`,
      );
    if (!isForced && !span.fits)
      return refused(
        'historyCompaction',
        'what must go in leaves no room for the chat within history.target, and for its summary (history.summaryTokens)',
      );
    if (!isForced && replaced.some(({ id }) => thread.restored.has(id)))
      return refused('nothing', 'a compaction of these turns was undone');
    return { kind: 'prepared', thread, span, replaced, sizes, before: this.#tokensOf(thread, sizes) };
  }

  #sizeOf({ request, response }: ThreadTurn): number {
    return this.#counter.count(request) + this.#counter.count(response) + 2 * messageOverhead;
  }

  #tokensOf(thread: ThreadState, sizes: readonly number[]): number {
    const summary = summaryOf(thread);
    const { summaryTokens } = this.#request.settings;
    const size = summary === undefined ? 0 : this.#counter.count(threadSummaryText(summary, summaryTokens, this.#counter));
    return sizes.reduce((sum, one) => sum + one, size);
  }

  /** Appends what no event of the archive holds yet: a turn that comes to be replaced again is there already. */
  #archived(replaced: readonly ThreadTurn[], timestamp: string): string[] {
    const { session, isForced, source = isForced ? '/compact' : 'automatic compaction' } = this.#request;
    const archive = this.#archive;
    if (archive === undefined) return [];
    const turns = replaced.map(({ id }) => id);
    const { ids, missing } = archive.findTurns(session, turns);
    const messages = replaced
      .filter(({ id }) => missing.has(id))
      .flatMap(({ id, messages: said }) => said.map((message): ArchivedMessage => ({ turn: id, ...message })));
    if (messages.length === 0) return ids;
    return [...ids, archive.append({ timestamp, session, source, messages })];
  }

  #eventOf(
    { thread, span, replaced, sizes, before }: Prepared,
    answer: SummaryAnswer,
    summary: string,
    archive: string[],
  ): CompactionEvent {
    const { head, focus } = this.#request;
    const base = thread.compactions.at(-1);
    const draft: Omit<CompactionEvent, 'id'> = {
      kind: 'compaction',
      ...(head === undefined ? {} : { parent: head }),
      time: answer.time,
      turns: replaced.map(({ id }) => id),
      ...(base === undefined ? {} : { base: base.id }),
      summary,
      ...(focus === undefined || focus.trim() === '' ? {} : { focus }),
      how: answer.how,
      kept: span.kept,
      before,
      after: 0,
      archive,
      ...(answer.how === 'model' ? { model: answer.model, usage: answer.usage } : {}),
    };
    const compacted = { ...thread, compactions: [...thread.compactions, { id: '', ...draft }] };
    return withEventId<CompactionEvent>({ ...draft, after: this.#tokensOf(compacted, sizes.slice(replaced.length)) });
  }
}

const turnsText = (count: number): string => (count === 1 ? '1 turn' : `${String(count)} turns`);
const refused = (what: CompactionRefusal['what'], reason: string): CompactionRefusal => ({ kind: 'refused', what, reason });
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
