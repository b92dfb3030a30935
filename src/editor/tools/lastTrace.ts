import { traceMarkdown } from '../../engine/traceMarkdown.ts';
import type { BrokerTool } from './brokerTool.ts';
import { line, rows } from './toolText.ts';

/** What the last turn of `@broker` was sent, what it was not, and why. */
export const lastTrace: BrokerTool<object> = {
  parse: () => ({}),
  tell: () => ({
    doing: 'Reading the last context trace',
    title: 'explain the last trace',
    reads: 'the trace of the last turn of @broker: names, sizes and reasons, not the texts that were sent',
  }),
  run: async (_input, { turns }) => {
    await turns.load();
    const { latest } = turns;
    if (latest === undefined) return [line('No turn of @broker is recorded in this workspace yet.')];
    return rows(traceMarkdown(latest.trace).trimEnd().split('\n'));
  },
};
