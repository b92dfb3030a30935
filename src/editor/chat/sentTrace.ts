import { withId, type Calibration, type Trace, type Usage } from '../../broker/trace.ts';
import type { Answer } from './ask.ts';
import type { Served } from './servedUsage.ts';

/** The trace of an assembled turn with what became known by sending it. */
export function withSent(
  trace: Trace,
  { toolCalls, shaping, served }: Answer,
  output: number,
  calibration: Calibration | undefined,
  degraded: readonly string[],
): Trace {
  const usage = servedOrEstimated(served, trace.admittedTotal + trace.messageOverhead, output);
  return withId({
    ...trace,
    toolCalls,
    shaping,
    usage,
    ...(calibration === undefined ? {} : { calibration }),
    degraded: [...trace.degraded, ...degraded],
  });
}

/** What the endpoint says it counted, else our own count of both. */
export const servedOrEstimated = (served: Served | undefined, input: number, output: number): Usage =>
  served === undefined ? { input, output, estimated: true } : { ...served, estimated: false };

/** The same trace with one thing more that had to be done without. */
export const withDegraded = (trace: Trace, what: string): Trace => withId({ ...trace, degraded: [...trace.degraded, what] });
