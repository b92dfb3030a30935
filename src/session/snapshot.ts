import { newSession, type Phase, type QueuedTurn, type Session, type SessionUsage, type StopReason } from './session.ts';

const phases: Readonly<Record<Phase, true>> = {
  idle: true,
  provider: true,
  tool: true,
  awaitingEvent: true,
  done: true,
  error: true,
  stopped: true,
};
const reasons: Readonly<Record<StopReason, true>> = { token: true, step: true, loop: true, context: true, cancelled: true };

/**
 * A session from its snapshot: usage, counters, terminal phases, what waits for the user and queued turns come back as they were. What was under
 * way when the process ended (a model's or a tool's run) is idle. Undefined for what is no snapshot.
 */
export function restored<Capsule>(value: unknown, parseCapsule: (value: unknown) => Capsule | undefined): Session<Capsule> | undefined {
  const fields = recordOf(value);
  const phase = known(phases, fields['phase']);
  const usage = usageOf(fields['usage']);
  const counters = ['turns', 'steps', 'turnSteps'].map((name) => fields[name]);
  const [turns, steps, turnSteps] = counters;
  if (phase === undefined || usage === undefined || !isCount(turns) || !isCount(steps) || !isCount(turnSteps)) return undefined;
  const queued = Array.isArray(fields['queued']) ? fields['queued'].flatMap(queuedOf) : [];
  const run = fields['run'];
  const session = { ...newSession, turns, steps, turnSteps, usage, queued, ...(typeof run === 'string' ? { run } : {}) };
  const reason = known(reasons, fields['reason']);
  const capsule = parseCapsule(fields['capsule']);
  if (phase === 'provider' || phase === 'tool') return session;
  if (phase === 'awaitingEvent') return capsule === undefined ? session : { ...session, phase, capsule };
  return { ...session, phase, ...(phase === 'stopped' && reason !== undefined ? { reason } : {}) };
}

function usageOf(value: unknown): SessionUsage | undefined {
  const { input, cached, output, estimated } = recordOf(value);
  if (!isCount(input) || !isCount(cached) || !isCount(output) || typeof estimated !== 'boolean') return undefined;
  return { input, cached, output, estimated };
}

function queuedOf(value: unknown): QueuedTurn[] {
  const { request, command, time } = recordOf(value);
  const isWhole = typeof request === 'string' && typeof command === 'string' && typeof time === 'string';
  return isWhole ? [{ request, command, time }] : [];
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const known = <Name extends string>(names: Readonly<Record<Name, true>>, value: unknown): Name | undefined =>
  typeof value === 'string' && Object.hasOwn(names, value) ? (value as Name) : undefined;
