import type * as vscode from 'vscode';
import type { Assembled, TurnRecord } from '../../engine/api.ts';
import type { Session } from '../../session/session.ts';
import type { Answer } from './ask.ts';
import { calibrate } from './calibrate.ts';
import type { TurnPorts } from './turnPorts.ts';
import { errorText } from './errorText.ts';
import { withSent } from './sentTrace.ts';
import { countersOf } from './sessionOf.ts';

/** Counts, traces and keeps what one turn leaves behind. Nothing of it fails the turn. */
export class TurnKeeper {
  readonly #ports: Pick<TurnPorts, 'engine' | 'turns' | 'settings' | 'log' | 'traceLog'>;
  readonly #started = performance.now();

  constructor(ports: Pick<TurnPorts, 'engine' | 'turns' | 'settings' | 'log' | 'traceLog'>) {
    this.#ports = ports;
  }

  /** A count that cannot be had costs the trace a figure, not the turn its answer. */
  async count(text: string): Promise<number> {
    const { engine, settings, log } = this.#ports;
    try {
      const [count = 0] = await engine.count([text], settings.read().settings.estimator);
      return count;
    } catch (error) {
      log.error(`tokens: ${errorText(error)}`);
      return 0;
    }
  }

  /** The turn with what became known by sending it. */
  async completed(assembled: Assembled, answer: Answer, model: vscode.LanguageModelChat, notes: readonly string[]): Promise<Assembled> {
    const { trace, messages } = assembled;
    const calibration = answer.error === undefined ? await calibrate(trace, messages, model, answer) : undefined;
    return { ...assembled, trace: withSent(trace, answer, await this.count(answer.text), calibration, notes) };
  }

  /** Gives the reason where the trace could not be written. */
  async record(assembled: Assembled, session?: Session): Promise<string | undefined> {
    const { turns, log, traceLog } = this.#ports;
    traceLog.write(assembled.trace);
    const problem = await turns.add(this.recordOf(assembled, session));
    if (problem !== undefined) log.warn(`trace: not recorded: ${problem}`);
    return problem;
  }

  /** For the next command of this thread. What cannot be kept costs that one a line of context. */
  async keepResult(
    thread: string,
    { command, prompt: request }: { readonly command: string; readonly prompt: string },
    text: string,
    traceId: string,
  ): Promise<void> {
    try {
      const timestamp = new Date().toISOString();
      await this.#ports.engine.addArtifact({ thread, command, request, text, timestamp, traceId });
    } catch (error) {
      this.#ports.log.warn(`artifacts: not kept: ${errorText(error)}`);
    }
  }

  recordOf({ trace, messages, blocks, cache }: Assembled, session?: Session): TurnRecord {
    const elapsedMs = Math.round(performance.now() - this.#started);
    const counted = session === undefined ? {} : { session: countersOf(session) };
    return { timestamp: new Date().toISOString(), elapsedMs, cache, ...counted, trace, messages, blocks };
  }
}
