import type { SessionCounters } from '../../engine/api.ts';
import type { StopReason } from '../../session/session.ts';
import { formatTokens, plural } from './format.ts';
import { traceNode, type TraceNode } from './traceNode.ts';

const reasons: Readonly<Record<StopReason, string>> = {
  token: 'stopped by session.maxTokens',
  step: 'stopped by a limit of model calls',
  loop: 'stopped in a loop',
  context: 'stopped: the request was too long',
  cancelled: 'cancelled',
};

/** What a chat has used in its life, after this turn. */
export function sessionNode(traceId: string, { turns, steps, usage, reason }: SessionCounters): TraceNode {
  const used = `${formatTokens(usage.input + usage.output, usage.estimated)} tokens`;
  const end = reason === undefined ? '' : ` · ${reasons[reason]}`;
  return traceNode(traceId, {
    id: 'session',
    label: 'This chat so far',
    description: `${used} · ${plural(turns, 'turn')} · ${plural(steps, 'model call')}${end}`,
    tooltip: `Input ${formatTokens(usage.input, usage.estimated)} (${formatTokens(usage.cached)} of it cached), output ${formatTokens(usage.output, usage.estimated)} tokens, in the life of this chat.${usage.estimated ? ' In part our own count: the model did not say.' : ''} Limits: session.maxTokens, session.maxSteps.`,
    icon: 'history',
  });
}
