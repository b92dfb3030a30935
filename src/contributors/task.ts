import type { Contributor } from '../broker/contributor.ts';
import type { TurnRequest } from './request.ts';

/** What a parent session delegated to this one, word for word. */
export const task: Contributor<TurnRequest> = {
  name: 'task',
  collect: ({ task: delegated }) => {
    if (delegated === undefined || delegated.trim() === '') return undefined;
    return {
      source: 'the parent session',
      reason: 'the delegated task',
      head: '## Delegated task\n',
      items: [{ label: 'task', forms: [{ name: 'full', text: `${delegated.trim()}\n` }] }],
      ladder: [],
    };
  },
};
