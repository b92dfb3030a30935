import type { Contributor } from '../broker/contributor.ts';
import type { TurnRequest } from './request.ts';

/** Names in the prompt, schemas beside it; both are counted. */
export const tools: Contributor<TurnRequest> = {
  name: 'tools',
  collect: ({ tools: enabled, threadSummary }) => {
    if (enabled.length === 0) return undefined;
    const names = enabled.map(({ name }) => name).join(', ');
    return {
      source: `${String(enabled.length)} enabled ${enabled.length === 1 ? 'tool' : 'tools'}`,
      reason: threadSummary === undefined ? 'referenced in the request' : 'referenced in the request, or to read archived turns',
      head: '',
      items: [{ label: names, forms: [{ name: 'full', text: `Tools: ${names}\n` }] }],
      ladder: [],
      beside: JSON.stringify(enabled),
    };
  },
};
