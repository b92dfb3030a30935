import type { Message } from '../broker/block.ts';
import type { Contributor } from '../broker/contributor.ts';
import { oneLine } from './fence.ts';
import type { TurnRequest } from './request.ts';

/** Completed pairs of this thread, verbatim, and only the last ones where compaction is refused; the oldest pair leaves first. */
export const history: Contributor<TurnRequest> = {
  name: 'history',
  collect: ({ history: pairs, isHistoryLimited, settings }) => {
    const whole = pairs.filter(({ request, response }) => request.trim() !== '' && response.trim() !== '');
    const kept = whole.slice(isHistoryLimited ? Math.max(0, whole.length - settings.historyPairs) : 0);
    if (kept.length === 0) return undefined;
    const items = kept.map(({ request, response }) => {
      const messages: Message[] = [
        { role: 'user', content: request },
        { role: 'assistant', content: response },
      ];
      return { label: oneLine(request, 60), forms: [{ name: 'full', text: `${request}\n${response}\n`, messages }] as const };
    });
    return {
      source: `this chat, ${String(kept.length)} of ${String(pairs.length)} pairs`,
      reason: 'the latest completed pairs, verbatim',
      head: '',
      items,
      ladder: items.map((_, index) => index),
      gapless: true,
    };
  },
};
