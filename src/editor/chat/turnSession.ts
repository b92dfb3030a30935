import { randomUUID } from 'node:crypto';
import type { Usage } from '../../broker/trace.ts';
import type { Engine } from '../../engine/api.ts';
import {
  answered,
  asked,
  awaiting,
  calling,
  ceilingOf,
  ended,
  newSession,
  refused,
  runningTools,
  stopped,
  summed,
  type Ceilings,
  type QueuedTurn,
  type Session,
  type StopReason,
} from '../../session/session.ts';
import { errorText } from './errorText.ts';
import type { Served } from './servedUsage.ts';

type Keeper = Pick<Engine, 'findSession' | 'saveSession'>;

/** The turn is gone on with by somebody else: what is left here is to end without a trace in its session. */
export class WentOnElsewhere extends Error {
  constructor() {
    super('the turn goes on elsewhere');
  }
}

/** A chat's session through one turn. Each step is kept before the next one begins: a window that ends at once leaves the session where it was. */
export class TurnSession {
  readonly #engine: Keeper;
  readonly #id: string;
  readonly #ceilings: Ceilings;
  #session: Session;
  #problem: string | undefined;
  readonly #run = randomUUID();
  /** Keys of the calls that run, or wait for the user. */
  #calls: ReadonlySet<string> = new Set();
  #isKept = false;
  #isElsewhere = false;

  private constructor(engine: Keeper, id: string, ceilings: Ceilings, session: Session, problem?: string) {
    this.#engine = engine;
    this.#id = id;
    this.#ceilings = ceilings;
    this.#session = session;
    this.#problem = problem;
  }

  /** Never rejects: a session that cannot be read begins anew, and `problem` says so. */
  static async open(engine: Keeper, id: string, ceilings: Ceilings): Promise<TurnSession> {
    try {
      return new TurnSession(engine, id, ceilings, (await engine.findSession(id)) ?? newSession);
    } catch (error) {
      return new TurnSession(engine, id, ceilings, newSession, errorText(error));
    }
  }

  get id(): string {
    return this.#id;
  }

  get now(): Session {
    return this.#session;
  }

  /** Why it could not be read or kept. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** What keeps it from asking a model again. */
  get ceiling(): 'token' | 'step' | undefined {
    return ceilingOf(this.#session, this.#ceilings);
  }

  /** The user asks anew; what waited for an approval is given up. */
  async begin(turn: QueuedTurn): Promise<void> {
    if (this.#session.phase === 'awaitingEvent') this.#session = stopped(this.#session, 'cancelled');
    await this.#keep(asked({ ...this.#session, queued: [] }, turn));
  }

  async calling(): Promise<void> {
    await this.#keep(calling(this.#session));
  }

  /** Kept with the next step. */
  answered(served: Served | undefined, estimate: { readonly input: number; readonly output: number }): void {
    const { input, output, cached = 0 } = served ?? { ...estimate, cached: 0 };
    this.#session = answered(this.#session, { input, output, cached, estimated: served === undefined });
  }

  /** A summary was written on the way. Kept with the next step. */
  summed(usage: Usage): void {
    this.#session = summed(this.#session, { cached: 0, ...usage });
  }

  /**
   * Tools run; `calls` are their keys, `capsule` is what the turn needs to go on where they wait for the user first. What waited already keeps
   * what it has until the turn has gone past it.
   */
  async running(calls: readonly string[], capsule: unknown): Promise<void> {
    this.#calls = new Set(calls);
    if (this.#session.phase === 'awaitingEvent') return;
    await this.#keep(capsule === undefined ? runningTools(this.#session) : awaiting(this.#session, capsule));
  }

  /** The tools have ended. Throws where the turn was taken over while they waited. */
  async ran(): Promise<void> {
    this.#calls = new Set();
    if (this.#session.phase === 'awaitingEvent' && (await this.isElsewhere())) throw new WentOnElsewhere();
  }

  /** Whether a call runs, or waits for the user. */
  isCalling(key: string): boolean {
    return this.#calls.has(key);
  }

  /** The user goes on with what waited: from now on here, and with what it needs until it has gone past that. Throws where it waits no more. */
  async resumed(): Promise<void> {
    if (this.#session.phase !== 'awaitingEvent') throw new WentOnElsewhere();
    await this.#keep(this.#session);
  }

  /** Whether somebody else has kept the session since: then nothing more of this turn is kept. */
  async isElsewhere(): Promise<boolean> {
    if (this.#isElsewhere || !this.#isKept) return this.#isElsewhere;
    const kept = await this.#engine.findSession(this.#id).catch(() => undefined);
    this.#isElsewhere = kept !== undefined && kept.run !== this.#run;
    return this.#isElsewhere;
  }

  /** As the turn ended. A window that closes cancels its turns: one that waits for an approval waits on, until its user resumes it or asks anew. */
  async end(how: 'done' | 'error' | StopReason): Promise<void> {
    if ((how === 'cancelled' || how === 'error') && this.#session.phase === 'awaitingEvent') return;
    const isIdle = this.#session.phase === 'idle';
    if (how !== 'done' && how !== 'error') await this.#keep((isIdle ? refused : stopped)(this.#session, how));
    else if (!isIdle) await this.#keep(ended(this.#session, how));
  }

  /** A session that cannot be kept costs the turn nothing but a line that says so. */
  async #keep(session: Session): Promise<void> {
    if (this.#isElsewhere) return;
    this.#session = { ...session, run: this.#run };
    try {
      await this.#engine.saveSession(this.#id, this.#session);
      this.#isKept = true;
    } catch (error) {
      this.#isKept = false;
      this.#problem = errorText(error);
    }
  }
}
