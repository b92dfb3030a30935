import type { Contributor } from '../broker/contributor.ts';
import type { TurnRequest } from './request.ts';

const defaults: Readonly<Record<string, string>> = {
  explain: 'Explain this.',
  implement: 'Implement this.',
  fix: 'Fix the problems here.',
  review: 'Review this.',
  plan: 'Plan this.',
};

/** The request exactly as typed; a command alone stands for its usual question. */
export const user: Contributor<TurnRequest> = {
  name: 'user',
  collect: ({ text, command }) => ({
    source: 'chat input',
    reason: 'the request',
    head: '',
    items: [
      { label: 'request', forms: [{ name: 'full', text: text.trim() === '' ? (defaults[command] ?? 'What is this project?') : text }] },
    ],
    ladder: [],
  }),
};
