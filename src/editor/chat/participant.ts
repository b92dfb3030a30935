import * as vscode from 'vscode';
import type { Assembled, Engine, IndexProgress, TurnRecord } from '../../engine/api.ts';
import type { EngineHost } from '../engineHost.ts';
import { offlineVendor, participantId } from '../ids.ts';
import type { SettingsReader } from '../settings/readSettings.ts';
import type { TurnStore } from '../turnStore.ts';
import { ask, type Answer } from './ask.ts';
import { assembleRequestOf } from './assembleRequest.ts';
import { calibrate } from './calibrate.ts';
import { followups } from './followups.ts';
import { footer } from './footer.ts';
import { openPromptButton, previewText } from './preview.ts';
import { engineProblem, modelProblem, overflowProblem, show, type Problem } from './problems.ts';
import { referencesIn } from './shownReferences.ts';
import { withSent } from './sentTrace.ts';
import { threadOf, type Thread, type TurnMetadata } from './turnMetadata.ts';

export interface ParticipantPorts {
  readonly host: EngineHost;
  readonly engine: Engine;
  readonly turns: TurnStore;
  readonly settings: SettingsReader;
  readonly log: vscode.LogOutputChannel;
  readonly iconPath: vscode.Uri;
}

export function registerParticipant(ports: ParticipantPorts): vscode.ChatParticipant {
  const participant = vscode.chat.createChatParticipant(participantId, (request, context, stream, token) =>
    new ChatTurn(ports, request, threadOf(context), stream, token).run(),
  );
  participant.iconPath = ports.iconPath;
  participant.followupProvider = { provideFollowups: followups };
  return participant;
}

/** One request to `@broker`, from the words typed to the recorded trace. */
class ChatTurn {
  readonly #ports: ParticipantPorts;
  readonly #request: vscode.ChatRequest;
  readonly #thread: Thread;
  readonly #stream: vscode.ChatResponseStream;
  readonly #token: vscode.CancellationToken;
  readonly #abort = new AbortController();
  readonly #started = performance.now();

  constructor(
    ports: ParticipantPorts,
    request: vscode.ChatRequest,
    thread: Thread,
    stream: vscode.ChatResponseStream,
    token: vscode.CancellationToken,
  ) {
    this.#ports = ports;
    this.#request = request;
    this.#thread = thread;
    this.#stream = stream;
    this.#token = token;
    token.onCancellationRequested(() => {
      this.#abort.abort(new DOMException('cancelled', 'AbortError'));
    });
  }

  async run(): Promise<vscode.ChatResult> {
    try {
      const { settings, warnings } = this.#ports.settings.read();
      const assembled = await this.#assemble(settings, warnings);
      if (assembled.kind === 'ContextOverflowError') return this.#failed(overflowProblem(assembled));
      return this.#isPreview ? await this.#preview(assembled) : await this.#answer(assembled, settings.toolRounds);
    } catch (error) {
      if (this.#token.isCancellationRequested) return this.#result('', undefined);
      this.#ports.log.error(error instanceof Error ? error : String(error));
      return this.#failed(engineProblem(error));
    }
  }

  get #isOffline(): boolean {
    return this.#request.model.vendor === offlineVendor;
  }

  get #isPreview(): boolean {
    return this.#isOffline || this.#request.command === 'preview';
  }

  async #assemble(settings: ReturnType<SettingsReader['read']>['settings'], warnings: readonly string[]): ReturnType<Engine['assemble']> {
    this.#stream.progress('Reading the workspace');
    await this.#ports.host.flush();
    const request = await assembleRequestOf(this.#request, this.#thread, settings, warnings);
    let shown = 0;
    const onProgress = ({ done, total }: IndexProgress): void => {
      if (performance.now() - shown < 1_000) return;
      shown = performance.now();
      this.#stream.progress(`Indexing: ${String(done)} of ${String(total)} files`);
    };
    return this.#ports.engine.assemble(request, { signal: this.#abort.signal, onProgress });
  }

  /** Shows what would be sent. A preview of a model that was picked is kept for this session only: it changes nothing. */
  async #preview(assembled: Assembled): Promise<vscode.ChatResult> {
    const note = this.#isOffline
      ? '**Offline preview.** No model was asked: this is what a model would have been sent. Choose a model in the picker below to get an answer.'
      : '**Preview.** Nothing was sent.';
    this.#stream.markdown(previewText(assembled, note));
    referencesIn(assembled.files, this.#stream);
    this.#stream.button(openPromptButton(assembled.trace.id));
    if (this.#isOffline) await this.#record(assembled);
    else this.#ports.turns.show(this.#recordOf(assembled));
    this.#stream.markdown(footer(assembled.trace));
    return this.#result('', assembled);
  }

  async #answer(assembled: Assembled, maxRounds: number): Promise<vscode.ChatResult> {
    const { model } = this.#request;
    const { trace, messages, files } = assembled;
    referencesIn(files, this.#stream);
    this.#stream.progress(`Asking ${model.name}`);
    let said = '';
    let answer: Answer | undefined;
    let failure: Problem | undefined;
    try {
      answer = await ask(
        {
          ...this.#asking(assembled, maxRounds),
          onText: (text) => {
            said += text;
            this.#stream.markdown(text);
          },
        },
        this.#token,
      );
    } catch (error) {
      if (!this.#token.isCancellationRequested) failure = modelProblem(error, model);
    }
    const received: Answer = answer ?? { text: said, toolCalls: [], stoppedAtLimit: false };
    if (received.stoppedAtLimit)
      this.#stream.markdown(
        `\n\n_Stopped: the model called tools ${String(maxRounds)} times in a row, the limit of contextBroker.chat.toolRounds._`,
      );
    if (failure !== undefined) show(failure, this.#stream);
    const calibration = answer === undefined ? undefined : await calibrate(trace, messages, model, answer);
    const output = await this.#count(received.text);
    const notes = [
      ...(failure === undefined ? [] : [`model: ${failure.kind}`]),
      ...(this.#token.isCancellationRequested ? ['cancelled: the answer is not complete'] : []),
    ];
    const complete = { ...assembled, trace: withSent(trace, received, output, calibration, notes) };
    await this.#record(complete);
    this.#stream.markdown(footer(complete.trace));
    return this.#result(received.text, complete, failure);
  }

  #asking({ messages, trace }: Assembled, maxRounds: number): Omit<Parameters<typeof ask>[0], 'onText'> {
    const isAdmitted = trace.admitted.includes('tools');
    const names = new Set(this.#request.toolReferences.map(({ name }) => name));
    const tools = isAdmitted ? vscode.lm.tools.filter(({ name }) => names.has(name)) : [];
    return {
      model: this.#request.model,
      messages,
      tools,
      toolToken: this.#request.toolInvocationToken,
      maxRounds,
      count: (text) => this.#count(text),
      onTool: (name) => {
        this.#stream.progress(`Running ${name}`);
      },
    };
  }

  async #count(text: string): Promise<number> {
    const [count = 0] = await this.#ports.engine.count([text], this.#ports.settings.read().settings.estimator);
    return count;
  }

  /** A record that cannot be written costs the turn nothing but a line that says so. */
  async #record(assembled: Assembled): Promise<void> {
    const { turns, log } = this.#ports;
    const { trace } = assembled;
    const problem = await turns.add(this.#recordOf(assembled));
    if (problem !== undefined) {
      log.warn(`trace: not recorded: ${problem}`);
      this.#stream.markdown(`\n\n_The trace could not be written and is kept for this session only: ${problem}_`);
    }
    for (const what of trace.degraded) log.warn(`degraded: ${what}`);
    for (const [layer, { reserved, spent }] of Object.entries(trace.layers)) {
      if (reserved > 0 && spent > reserved / 2) log.info(`layer ${layer}: ${String(spent)} of ${String(reserved)} reserved tokens`);
    }
    const { calibration, model } = trace;
    if (calibration === undefined) return;
    const { measured, served, drift } = calibration;
    log.info(
      `calibration: measured=${String(measured)} served=${String(served)} drift=${drift < 0 ? '' : '+'}${String(drift)} model=${model.vendor}/${model.id}`,
    );
  }

  #recordOf({ trace, messages, blocks }: Assembled): TurnRecord {
    return { timestamp: new Date().toISOString(), elapsedMs: Math.round(performance.now() - this.#started), trace, messages, blocks };
  }

  #failed(problem: Problem): vscode.ChatResult {
    show(problem, this.#stream);
    return this.#result('', undefined, problem);
  }

  #result(answer: string, assembled: Assembled | undefined, problem?: Problem): vscode.ChatResult {
    const metadata: TurnMetadata = {
      session: this.#thread.session,
      command: this.#request.command ?? '',
      request: this.#request.prompt,
      answer,
      ...(assembled === undefined ? {} : { contextHash: assembled.trace.contextHash, traceId: assembled.trace.id }),
    };
    return { metadata, ...(problem === undefined ? {} : { errorDetails: { message: problem.message } }) };
  }
}
