/** What a session is doing. */
export type Phase = 'idle' | 'provider' | 'tool' | 'awaitingEvent' | 'done' | 'error' | 'stopped';

/** Why a session was stopped before the model had finished. */
export type StopReason = 'token' | 'step' | 'loop' | 'context' | 'cancelled';

/** A request that was asked and not yet answered to its end. */
export interface QueuedTurn {
  readonly request: string;
  /** Without the slash; '' for a plain question. */
  readonly command: string;
  /** ISO 8601. */
  readonly time: string;
}

/** What went through models in a session's life. */
export interface SessionUsage {
  readonly input: number;
  /** Of the input: what the provider had cached. Not counted twice. */
  readonly cached: number;
  readonly output: number;
  /** Whether any of it is our own count instead of the provider's. */
  readonly estimated: boolean;
}

/** A chat thread at work: plain data, replaced and never changed. */
export interface Session<Capsule = unknown> {
  readonly phase: Phase;
  /** Only where the phase is `stopped`. */
  readonly reason?: StopReason;
  /** Requests of the user, in the session's life. */
  readonly turns: number;
  /** Calls of a model, in the session's life. */
  readonly steps: number;
  /** Calls of a model since the user's last request. */
  readonly turnSteps: number;
  readonly usage: SessionUsage;
  readonly queued: readonly QueuedTurn[];
  /** Only where the phase is `awaitingEvent`: everything that the turn needs to go on exactly as it was. */
  readonly capsule?: Capsule;
  /** Who runs the turn: once this has changed, somebody else goes on with it. */
  readonly run?: string;
}

/** Most tokens (input and output) and model calls of a session; absent for no limit. 0 is exhausted from the start. */
export interface Ceilings {
  readonly tokens?: number;
  readonly steps?: number;
}

export const newSession: Session<never> = {
  phase: 'idle',
  turns: 0,
  steps: 0,
  turnSteps: 0,
  usage: { input: 0, cached: 0, output: 0, estimated: false },
  queued: [],
};

const next: Readonly<Record<Phase, readonly Phase[]>> = {
  idle: ['provider'],
  provider: ['tool', 'awaitingEvent', 'done', 'error', 'stopped'],
  tool: ['provider', 'awaitingEvent', 'error', 'stopped'],
  awaitingEvent: ['provider', 'tool', 'stopped'],
  done: ['idle'],
  error: ['idle'],
  stopped: ['idle'],
};

/** Whether a session may go from one phase to another. */
export const mayMove = (from: Phase, to: Phase): boolean => next[from].includes(to);

function moved<Capsule>(session: Session<Capsule>, phase: Phase): Session<Capsule> {
  if (!mayMove(session.phase, phase)) throw new Error(`a session cannot go from ${session.phase} to ${phase}`);
  const { turns, steps, turnSteps, usage, queued } = session; // neither reason nor capsule: they are of the phase before; who runs it says so anew
  return { phase, turns, steps, turnSteps, usage, queued };
}

/** The user asks: a session that has ended is idle again, and what holds for one turn alone begins anew. Throws while one is under way. */
export function asked<Capsule>(session: Session<Capsule>, turn: QueuedTurn): Session<Capsule> {
  const idle = session.phase === 'idle' ? session : moved(session, 'idle');
  return { ...idle, turns: idle.turns + 1, turnSteps: 0, queued: [...idle.queued, turn] };
}

/** A model is asked, for the first time or, where it refused the request, once more: one step more. */
export function calling<Capsule>(session: Session<Capsule>): Session<Capsule> {
  const there = session.phase === 'provider' ? session : moved(session, 'provider');
  return { ...there, steps: there.steps + 1, turnSteps: there.turnSteps + 1 };
}

/** The model has answered: what that took. */
export function answered<Capsule>({ usage, ...session }: Session<Capsule>, call: SessionUsage): Session<Capsule> {
  return {
    ...session,
    usage: {
      input: usage.input + call.input,
      cached: usage.cached + call.cached,
      output: usage.output + call.output,
      estimated: usage.estimated || call.estimated,
    },
  };
}

/** A model has written a summary beside the turn: one step of the session, and what that took. */
export const summed = <Capsule>(session: Session<Capsule>, call: SessionUsage): Session<Capsule> => ({
  ...answered(session, call),
  steps: session.steps + 1,
});

export const runningTools = <Capsule>(session: Session<Capsule>): Session<Capsule> => moved(session, 'tool');

/** Waits for the user, with what the turn needs to go on. */
export const awaiting = <Capsule>(session: Session<Capsule>, capsule: Capsule): Session<Capsule> => ({
  ...moved(session, 'awaitingEvent'),
  capsule,
});

/** The model has finished, or failed: its request is no longer queued. */
export const ended = <Capsule>(session: Session<Capsule>, phase: 'done' | 'error'): Session<Capsule> => ({
  ...moved(session, phase),
  queued: [],
});

/** Ended before the model had finished. The reason stays until the next request. */
export const stopped = <Capsule>(session: Session<Capsule>, reason: StopReason): Session<Capsule> => ({
  ...moved(session, 'stopped'),
  reason,
  queued: [],
});

/** A request that is not sent at all: the session is stopped where it would have asked a model. */
export const refused = <Capsule>(session: Session<Capsule>, reason: StopReason): Session<Capsule> =>
  stopped(moved(session, 'provider'), reason);

/** Which ceiling keeps a session from asking a model again; checked between calls. Tokens come first. */
export function ceilingOf({ usage, steps }: Session, limits: Ceilings): 'token' | 'step' | undefined {
  if (limits.tokens !== undefined && usage.input + usage.output >= limits.tokens) return 'token';
  return limits.steps !== undefined && steps >= limits.steps ? 'step' : undefined;
}
