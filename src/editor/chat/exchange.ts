import type * as vscode from 'vscode';
import type { ShapingInForce } from '../../broker/trace.ts';
import type { Assembled, Engine, ToolDeclaration } from '../../engine/api.ts';
import type { Settings } from '../../engine/settings.ts';
import { toolNames } from '../ids.ts';
import { ask, type Answer } from './ask.ts';
import type { SavedLoop, TurnCapsule } from './capsule.ts';
import { errorText } from './errorText.ts';
import { LoopShaper } from './loopShaper.ts';
import type { TurnSession } from './turnSession.ts';

const ours: ReadonlySet<string> = new Set(Object.values(toolNames));

export interface ExchangePorts {
  readonly engine: Engine;
  readonly model: vscode.LanguageModelChat;
  readonly settings: Settings;
  readonly log: vscode.LogOutputChannel;
  readonly tools: readonly ToolDeclaration[];
  readonly toolToken: vscode.ChatRequest['toolInvocationToken'];
  readonly stream: vscode.ChatResponseStream;
  readonly session: TurnSession;
  readonly capsuleOf: (loop: SavedLoop, assembled: Assembled) => TurnCapsule;
  readonly count: (text: string) => Promise<number>;
  /** The prompt with less in it, after the provider said that a request was too long; undefined where there is none. */
  readonly assembleSmaller: (said: string) => Promise<Assembled | undefined>;
}

/** One turn with the model: its requests, shaped to fit, its tools, and once a smaller prompt where a request was too long. */
export class Exchange {
  readonly #ports: ExchangePorts;
  readonly #shaper: LoopShaper;
  #assembled: Assembled;

  constructor(ports: ExchangePorts, assembled: Assembled) {
    const { engine, model, settings, stream, session } = ports;
    const onSummary = (): void => {
      stream.progress('Summing up earlier steps of this turn');
    };
    this.#ports = ports;
    this.#assembled = assembled;
    this.#shaper = new LoopShaper(
      {
        engine,
        model,
        settings,
        onSummary,
        onSummed: (usage) => {
          session.summed(usage);
        },
      },
      assembled,
    );
  }

  /** The prompt as it was sent last. */
  get assembled(): Assembled {
    return this.#assembled;
  }

  get inForce(): ShapingInForce {
    return this.#shaper.inForce;
  }

  /** `from`: where it waited for its user. Never rejects. */
  run(token: vscode.CancellationToken, from?: SavedLoop): Promise<Answer> {
    const { model, tools, toolToken, settings, stream, session, count } = this.#ports;
    return ask(
      {
        model,
        tools,
        toolToken,
        maxRounds: settings.toolRounds,
        shaper: this.#shaper,
        session,
        count,
        capsuleOf: (names, loop) => this.#capsuleOf(names, loop),
        recover: (error) => this.#recover(error, token),
        onText: (text) => {
          stream.markdown(text);
        },
        onTool: (name) => {
          stream.progress(`Running ${name}`);
        },
      },
      token,
      from,
    );
  }

  /** Tools of ours ask first; what others do inside cannot be seen. */
  #capsuleOf(names: readonly string[], loop: () => SavedLoop | undefined): TurnCapsule | undefined {
    const saved = names.some((name) => ours.has(name)) ? loop() : undefined;
    return saved && this.#ports.capsuleOf(saved, this.#assembled);
  }

  /** What fails on the way leaves the turn with what the provider said. */
  async #recover(error: unknown, token: vscode.CancellationToken): Promise<boolean> {
    try {
      const smaller = await this.#ports.assembleSmaller(errorText(error));
      if (smaller === undefined) return false;
      this.#assembled = smaller;
      this.#shaper.restart(smaller);
      return true;
    } catch (problem) {
      if (token.isCancellationRequested) throw problem;
      this.#ports.log.error(problem instanceof Error ? problem : String(problem));
      return false;
    }
  }
}
