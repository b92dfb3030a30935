import type { Answer } from './ask.ts';
import { errorText } from './errorText.ts';
import type { Problem } from './problems.ts';

interface Ended {
  readonly isCancelled: boolean;
  readonly isEmpty: boolean;
  readonly toolRounds: number;
  readonly problem?: Problem;
}

/** What the trace says of an answer that is not all that it could have been. */
export const degradedRows = (answer: Answer, { isCancelled, isEmpty, toolRounds, problem }: Ended): string[] => [
  ...(problem === undefined ? [] : [problem.kind === 'elsewhere' ? 'session: the turn goes on elsewhere' : `model: ${problem.kind}`]),
  ...(problem?.kind === 'contextOverflow' ? [`stopped: context: ${errorText(answer.error)}`] : []),
  ...(isCancelled ? ['cancelled: the answer is not complete'] : []),
  ...(isEmpty ? ['model: empty answer'] : []),
  ...(answer.ceiling === undefined ? [] : [`stopped: ${answer.ceiling}`]),
  ...(answer.stoppedAtLimit ? [`tools: stopped after ${String(toolRounds)} rounds`] : []),
  ...answer.degraded,
];
