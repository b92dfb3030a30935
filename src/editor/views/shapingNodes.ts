import type { ShapingTrace, Trace } from '../../broker/trace.ts';
import { formatTokens, plural } from './format.ts';
import { traceNode, type TraceNode } from './traceNode.ts';

const labels: Readonly<Record<ShapingTrace['what'], string>> = {
  cap: 'Results capped',
  clear: 'Old output cleared',
  remove: 'Old calls removed',
  summarise: 'The rest summed up',
};
const counted: Readonly<Record<ShapingTrace['what'], string>> = { cap: 'result', clear: 'result', remove: 'call', summarise: 'message' };

/** What was done to requests of the tool loop, one row each; in the first turn of a session also what holds for it. */
export function shapingNodes(trace: Trace): TraceNode[] {
  const { id, shaping } = trace;
  if (shaping.length === 0) return [];
  return [
    traceNode(id, {
      id: 'shaping',
      label: 'Shaping',
      description: plural(shaping.length, 'step'),
      tooltip: ['What was done to the requests of this turn so that they fit; what was said is kept whole', ...inForce(trace)].join('\n'),
      icon: 'fold-down',
      children: () => shaping.map((one, place) => shapingNode(id, one, place)),
    }),
  ];
}

function shapingNode(turnId: string, { request, what, count, before, after, how }: ShapingTrace, place: number): TraceNode {
  const by = how === 'fallback' ? ', without a model' : '';
  const sizes = `${formatTokens(before, true)} → ${formatTokens(after, true)} tokens`;
  return traceNode(turnId, {
    id: `shaping/${String(place)}`,
    label: labels[what],
    description: `${plural(count, counted[what])}${by}, ${sizes}`,
    tooltip: `${labels[what]} in request ${String(request)} of the turn: ${plural(count, counted[what])}${by}, ${sizes}`,
    icon: 'fold-down',
  });
}

function inForce({ shapingInForce: limits }: Trace): string[] {
  if (limits === undefined) return [];
  const tokens = (count: number): string => formatTokens(count);
  return [
    `Results of at most ${tokens(limits.resultTokens)} tokens`,
    ...(limits.isShaped
      ? [`From ${tokens(limits.trigger)} tokens down to ${tokens(limits.target)}, ${plural(limits.keptRounds, 'round')} of calls kept`]
      : []),
  ];
}
