import { withId, type Calibration, type Trace } from '../../broker/trace.ts';
import type { Answer } from './ask.ts';

/** The trace of an assembled turn with what became known by sending it. */
export function withSent(
  trace: Trace,
  { toolCalls, served }: Answer,
  output: number,
  calibration: Calibration | undefined,
  degraded: readonly string[],
): Trace {
  const usage =
    served === undefined
      ? { input: trace.admittedTotal + trace.messageOverhead, output, estimated: true }
      : { ...served, estimated: false };
  return withId({
    ...trace,
    toolCalls,
    usage,
    ...(calibration === undefined ? {} : { calibration }),
    degraded: [...trace.degraded, ...degraded],
  });
}

/** The same trace with one thing more that had to be done without. */
export const withDegraded = (trace: Trace, what: string): Trace => withId({ ...trace, degraded: [...trace.degraded, what] });
