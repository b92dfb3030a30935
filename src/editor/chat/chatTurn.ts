import * as vscode from 'vscode';
import type { Trace } from '../../broker/trace.ts';
import { oneLine } from '../../contributors/fence.ts';
import type { Assembled, AssembleRequest, AssembleResult, IndexProgress } from '../../engine/api.ts';
import type { Settings } from '../../engine/settings.ts';
import type { Session } from '../../session/session.ts';
import { offlineVendor } from '../ids.ts';
import type { Answer } from './ask.ts';
import { compactChat } from './compactChat.ts';
import { compactionButtons, compactionNote } from './compactionNote.ts';
import { isOverThreshold, type Wanted } from './compactionRequest.ts';
import type { CompactionOutcome } from './compactor.ts';
import { archiveToolIn, assembleRequestOf } from './assembleRequest.ts';
import type { TurnCapsule } from './capsule.ts';
import { comparedWindows } from './comparedWindows.ts';
import { abortOn, orCancelled } from './cancellation.ts';
import { degradedRows } from './degradedRows.ts';
import { Exchange } from './exchange.ts';
import { exchanged } from './exchanged.ts';
import { footer } from './footer.ts';
import { openPromptButton, previewText } from './preview.ts';
import { marginAdvice } from './marginAdvice.ts';
import {
  engineProblem,
  damagedProblem,
  elsewhereProblem,
  otherModelProblem,
  overflowProblem,
  toolsGoneProblem,
  type Problem,
} from './problems.ts';
import { throttledProgress } from './progress.ts';
import { recordTurn, type Recorded } from './recordTurn.ts';
import { withDegraded } from './sentTrace.ts';
import { referencesIn } from './shownReferences.ts';
import { smallerPrompt } from './smallerPrompt.ts';
import { TurnKeeper } from './turnKeeper.ts';
import { begunSession, ceilingNote, followCompaction, missingTools, nothingToResume, openSettingButton, waitingTurn } from './sessionOf.ts';
import { metadataFor, threadAfter, type AnsweredTurn, type Thread } from './turnMetadata.ts';
import { WentOnElsewhere, type TurnSession } from './turnSession.ts';
import type { TurnPorts } from './turnPorts.ts';
import { wholeThread } from './wholeThread.ts';

/**
 * One request to `@broker`, from the words typed to the recorded trace.
 * The chat folds away whatever stands before its last run of text: references come first, buttons last, nothing in between.
 */
export class ChatTurn {
  readonly #ports: TurnPorts;
  readonly #request: vscode.ChatRequest;
  #thread: Thread;
  /** What is answered: the request, or the one that waited and is gone on with. */
  #asked: { readonly command: string; readonly prompt: string };
  readonly #stream: vscode.ChatResponseStream;
  readonly #token: vscode.CancellationToken;
  readonly #keeper: TurnKeeper;
  /** What is told after the answer. */
  readonly #notes: string[] = [];
  readonly #buttons: vscode.Command[] = [];
  /** What was assembled last. */
  #assembling: AssembleRequest | undefined;

  constructor(
    ports: TurnPorts,
    request: vscode.ChatRequest,
    thread: Thread,
    stream: vscode.ChatResponseStream,
    token: vscode.CancellationToken,
  ) {
    this.#ports = ports;
    this.#keeper = new TurnKeeper(ports);
    this.#request = request;
    this.#thread = thread;
    this.#asked = { command: request.command ?? '', prompt: request.prompt };
    this.#stream = stream;
    this.#token = token;
  }

  async run(): Promise<vscode.ChatResult> {
    const { settings, warnings } = this.#ports.settings.read({ chat: this.#thread.session });
    let result: AssembleResult;
    try {
      if (this.#request.command === 'resume') return await this.#resume(settings);
      await this.#takeUp();
      const request = await this.#requestOf(settings, warnings);
      result = await orCancelled(this.#assemble(request), this.#token);
      if (this.#isCompaction && result.kind === 'assembled') return await this.#compactNow(request, result);
      if (!this.#isPreview && result.kind === 'assembled') result = await this.#compacted(request, result);
    } catch (error) {
      if (this.#token.isCancellationRequested) return this.#result({ text: '' });
      this.#ports.log.error(error instanceof Error ? error : String(error));
      return this.#failed(error instanceof WentOnElsewhere ? elsewhereProblem : engineProblem(error));
    }
    if (result.kind === 'ContextOverflowError') return this.#failed(overflowProblem(result));
    referencesIn(result.files, this.#stream);
    return this.#isPreview ? this.#preview(result) : this.#answer(result, settings);
  }

  /** Goes on with the turn that waits for an approval, exactly as it was. */
  async #resume(settings: Settings): Promise<vscode.ChatResult> {
    const { host, engine, turns } = this.#ports;
    await orCancelled(host.opened(), this.#token);
    const found = await orCancelled(waitingTurn(engine, turns.live, this.#thread), this.#token);
    if (found === undefined || 'request' in found) {
      this.#stream.markdown(nothingToResume(found));
      return this.#result({ text: '' });
    }
    if (found.kind === 'damaged') return this.#failed(damagedProblem);
    const { model } = found.capsule.assembled.trace;
    if (model.vendor !== this.#request.model.vendor || model.id !== this.#request.model.id) return this.#failed(otherModelProblem(model));
    const gone = missingTools(found.capsule);
    if (gone.length > 0) return this.#failed(toolsGoneProblem(gone));
    this.#thread = found.capsule.thread;
    this.#asked = found.capsule.asked;
    const request = oneLine(this.#asked.prompt, 60);
    this.#stream.markdown(`_Going on with “${request}”, which was stopped or cut off while it waited for your approval._\n\n`);
    return this.#answer(found.capsule.assembled, settings, found.capsule);
  }

  /** Goes on from the end of the thread as it is recorded, where the chat has lost it. */
  async #takeUp(): Promise<void> {
    const { host, engine, turns } = this.#ports;
    if (this.#thread.head === undefined) return;
    await orCancelled(host.opened(), this.#token);
    const { thread, note } = await orCancelled(wholeThread(engine, this.#thread, this.#request.prompt, turns.chats), this.#token);
    this.#thread = thread;
    if (note !== undefined) this.#notes.push(note);
  }

  get #isOffline(): boolean {
    return this.#request.model.vendor === offlineVendor;
  }

  get #isPreview(): boolean {
    return this.#isOffline || this.#request.command === 'preview';
  }

  get #isCompaction(): boolean {
    return this.#request.command === 'compact';
  }

  async #requestOf(settings: Settings, warnings: readonly string[]): Promise<AssembleRequest> {
    this.#stream.progress('Reading the workspace');
    await orCancelled(this.#ports.host.flush(), this.#token);
    const { model } = this.#request;
    // What stands behind /compact is a subject, not a question.
    const asked = this.#isCompaction ? { prompt: '', command: undefined, references: [], toolReferences: [], model } : this.#request;
    const own = await assembleRequestOf(asked, this.#thread, settings, warnings, this.#ports.warm);
    const request = this.#isCompaction ? own : await orCancelled(this.#ports.contributions.addTo(own, this.#token), this.#token);
    if (!this.#isCompaction) this.#ports.turns.asked = request;
    return request;
  }

  async #assemble(request: AssembleRequest): Promise<AssembleResult> {
    this.#assembling = request;
    const { signal, dispose } = abortOn(this.#token);
    const onProgress = throttledProgress(({ total }: IndexProgress) => {
      this.#stream.progress(`Indexing ${String(total)} files`);
    });
    try {
      return await this.#ports.engine.assemble(request, { signal, onProgress });
    } finally {
      dispose();
    }
  }

  /** The turn as it is sent: where the thread has grown beyond the threshold, after a compaction or, where that is refused, with its last pairs. */
  async #compacted(request: AssembleRequest, assembled: Assembled): Promise<AssembleResult> {
    const { isAutomatic, threshold } = request.settings.history;
    if (!isAutomatic || !isOverThreshold(assembled.pressure, assembled.trace.budget, threshold)) return assembled;
    const outcome = await this.#compact(request, assembled, { isForced: false });
    if (outcome.kind === 'compacted') return orCancelled(this.#assemble({ ...request, head: outcome.head }), this.#token);
    if (outcome.what === 'nothing') return this.#cutHistory(request, assembled, outcome.reason);
    if (outcome.isNews) this.#notes.push(`The chat was not compacted, its last pairs were sent: ${outcome.reason}`);
    const degraded = [...request.degraded, `${outcome.what}: ${outcome.reason}`];
    return orCancelled(this.#assemble({ ...request, degraded, isHistoryLimited: true }), this.#token);
  }

  /** Where nothing is compacted and not all of the chat fits, that is said. */
  async #cutHistory(request: AssembleRequest, assembled: Assembled, reason: string): Promise<AssembleResult> {
    const { items } = assembled.trace.blocks.find(({ name }) => name === 'history') ?? {};
    if (items === undefined || items.sent === items.collected) return assembled;
    const { chatsTold } = this.#ports.turns;
    const { session } = this.#thread;
    const cut = `${String(items.sent)} of ${String(items.collected)} earlier turns were sent: ${reason}`;
    if (!chatsTold.has(session)) this.#notes.push(`Only ${cut}. /compact sums up the others.`);
    chatsTold.add(session);
    return orCancelled(this.#assemble({ ...request, degraded: [...request.degraded, `historyCompaction: ${cut}`] }), this.#token);
  }

  async #compactNow(request: AssembleRequest, assembled: Assembled): Promise<vscode.ChatResult> {
    const focus = this.#request.prompt;
    const outcome = await this.#compact(request, assembled, { isForced: true, ...(focus.trim() === '' ? {} : { focus }) });
    if (outcome.kind === 'compacted') await followCompaction(this.#ports.engine, this.#thread.session, outcome.head);
    const text = outcome.kind === 'compacted' ? this.#notes.join('\n\n') : `Nothing was compacted: ${outcome.reason}.`;
    this.#stream.markdown(text);
    for (const button of this.#buttons) this.#stream.button(button);
    return this.#result({ text: '' });
  }

  async #compact(request: AssembleRequest, assembled: Assembled, wanted: Wanted): Promise<CompactionOutcome> {
    const { turns } = this.#ports;
    const { session } = this.#thread;
    this.#stream.progress('Compacting earlier turns of this chat');
    const outcome = await compactChat(this.#ports, { session, model: this.#request.model }, request, assembled, wanted, this.#token);
    if (outcome.kind !== 'compacted') return outcome;
    this.#thread = { ...this.#thread, head: outcome.head };
    turns.chats.add(session);
    turns.compacted = { session, id: outcome.compaction.id };
    this.#notes.push(compactionNote(outcome.compaction));
    this.#buttons.push(...compactionButtons(session, outcome.compaction));
    return outcome;
  }

  /** Shows what would be sent. A preview of a model that was picked is kept for this session only: it changes nothing. */
  async #preview(assembled: Assembled): Promise<vscode.ChatResult> {
    const note = this.#isOffline
      ? '**Offline preview.** No model was asked: this is what a model would have been sent. Choose a model in the picker below to get an answer.'
      : '**Preview.** Nothing was sent.';
    const isRecorded = this.#isOffline && this.#request.command !== 'preview';
    const comparison = isRecorded ? [] : await comparedWindows(this.#ports, this.#stream, this.#token);
    this.#stream.markdown(previewText(assembled, note, comparison));
    if (isRecorded) await this.#record(assembled);
    else this.#ports.turns.show(this.#keeper.recordOf(assembled), comparison);
    this.#end(assembled, [openPromptButton(assembled.trace.id)]);
    return this.#result({ text: '' }, assembled);
  }

  async #answer(assembled: Assembled, settings: Settings, from?: TurnCapsule): Promise<vscode.ChatResult> {
    const { session, note } = await begunSession(
      this.#ports.engine,
      this.#thread.session,
      settings.session,
      this.#asked,
      from !== undefined,
    );
    if (note !== undefined) this.#notes.push(note);
    if (from === undefined) this.#stream.progress(`Asking ${this.#request.model.name}`);
    const { toolRounds } = settings;
    const exchange = this.#exchange(assembled, settings, session, from);
    const { answer, isCancelled, problem } = await this.#ports.turns.live.during(session, () =>
      exchanged(exchange, session, this.#request.model, this.#token, from),
    );
    if (answer.isRetried)
      this.#notes.push(`${this.#request.model.name} said that the request was too long, and was asked once more with less.`);
    const isEmpty = answer.error === undefined && answer.text === '' && !isCancelled && answer.ceiling === undefined;
    if (answer.ceiling !== undefined) {
      this.#say(ceilingNote(answer.ceiling, session.now, settings.session));
      this.#buttons.push(openSettingButton(answer.ceiling));
    }
    if (isEmpty) this.#say('The model answered nothing. Ask again, or choose another model.');
    if (answer.stoppedAtLimit) this.#say(`Stopped: the model called tools ${String(toolRounds)} times, the limit of chat.toolRounds.`);
    const asSent = { ...exchange.assembled, trace: { ...exchange.assembled.trace, ...this.#inForce(exchange) } };
    const rows = degradedRows(answer, { isCancelled, isEmpty, toolRounds, ...(problem === undefined ? {} : { problem }) });
    const unkept = session.problem === undefined ? [] : [`session: ${session.problem}`];
    const sent = await this.#keeper.completed(asSent, answer, this.#request.model, [...rows, ...unkept]);
    const { command, prompt } = this.#asked;
    const asked = { command, request: prompt, isCancelled };
    const recorded = problem?.kind === 'elsewhere' ? {} : await recordTurn(this.#ports.engine, this.#thread, asked, answer, sent);
    this.#ports.turns.chats.add(this.#thread.session);
    const complete =
      recorded.problem === undefined ? sent : { ...sent, trace: withDegraded(sent.trace, `historyRecord: ${recorded.problem}`) };
    await this.#record(complete, session.now);
    if (answer.error === undefined && !isEmpty && !isCancelled)
      await this.#keeper.keepResult(this.#thread.session, this.#asked, answer.text, complete.trace.id);
    this.#end(complete, problem?.buttons ?? []);
    return this.#result(answer, complete, problem, recorded);
  }

  #exchange(assembled: Assembled, settings: Settings, session: TurnSession, from: TurnCapsule | undefined): Exchange {
    const { engine, log } = this.#ports;
    const { model, toolReferences, toolInvocationToken: toolToken } = this.#request;
    const names = new Set(from?.tools ?? [...toolReferences.map(({ name }) => name), ...archiveToolIn(assembled)]);
    return new Exchange(
      {
        engine,
        model,
        settings,
        log,
        tools: assembled.trace.admitted.includes('tools') ? vscode.lm.tools.filter(({ name }) => names.has(name)) : [],
        toolToken,
        stream: this.#stream,
        session,
        count: (text) => this.#keeper.count(text),
        capsuleOf: (loop, sent) => ({ asked: this.#asked, thread: this.#thread, assembled: sent, tools: [...names], loop }),
        assembleSmaller: (said) => this.#assembleSmaller(assembled, said),
      },
      assembled,
    );
  }

  #assembleSmaller(assembled: Assembled, said: string): Promise<Assembled | undefined> {
    const request = this.#assembling;
    if (request?.settings.history.isShaped !== true) return Promise.resolve(undefined);
    return smallerPrompt(request, assembled, said, {
      assemble: (again) => orCancelled(this.#assemble(again), this.#token),
      compact: (again, wanted) => this.#compact(again, assembled, wanted),
    });
  }

  /** Recorded once a session, in its first turn. */
  #inForce({ inForce }: Exchange): Pick<Trace, 'shapingInForce'> {
    const { previousHash, head } = this.#thread;
    return previousHash === undefined && head === undefined ? { shapingInForce: inForce } : {};
  }

  /** A record that cannot be written costs the turn nothing but a line that says so. */
  async #record(assembled: Assembled, session?: Session): Promise<void> {
    const problem = await this.#keeper.record(assembled, session);
    if (problem !== undefined) this.#say(`The trace could not be written and is kept for this session only: ${problem}`);
  }

  #say(note: string): void {
    this.#stream.markdown(`\n\n_${note}_`);
  }

  #end({ trace }: Assembled, buttons: readonly vscode.Command[]): void {
    const failure = trace.degraded.find((what) => what.startsWith('assembly: '));
    if (failure !== undefined) this.#say(`Only your question was sent, no context: ${failure}`);
    for (const note of this.#notes) this.#say(note);
    const earlier = this.#ports.turns.all.map((turn) => turn.trace).filter(({ id }) => id !== trace.id);
    this.#stream.markdown(footer(trace, marginAdvice([trace, ...earlier])));
    for (const button of [...this.#buttons, ...buttons]) this.#stream.button(button);
  }

  #failed(problem: Problem): vscode.ChatResult {
    for (const button of problem.buttons) this.#stream.button(button);
    return this.#result({ text: '' }, undefined, problem);
  }

  #result(
    { text, error }: Pick<Answer, 'text' | 'error'>,
    assembled?: Assembled,
    problem?: Problem,
    recorded: Recorded = {},
  ): vscode.ChatResult {
    const turn: AnsweredTurn = {
      asked: this.#asked,
      answer: text,
      complete: error === undefined && text !== '',
      recorded,
      ...(assembled === undefined ? {} : { trace: assembled.trace }),
    };
    this.#ports.turns.thread = threadAfter(this.#thread, turn);
    const metadata = metadataFor(this.#thread, turn);
    return { metadata, ...(problem === undefined ? {} : { errorDetails: { message: problem.message } }) };
  }
}
