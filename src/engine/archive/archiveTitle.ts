import type { ArchivedMessage } from '../../history/archiveEvent.ts';
import { wellFormedText } from '../../history/wellFormed.ts';

const most = 80;

/** The first request of some messages, in one short line. */
export function archiveTitle(messages: readonly ArchivedMessage[]): string {
  const text = messages.find(({ role, content }) => role === 'user' && content.trim() !== '')?.content ?? '';
  const line = wellFormedText(text.slice(0, 10 * most))
    .replace(/\s+/gu, ' ')
    .trim();
  return line.slice(0, most).replace(/[\ud800-\udbff]$/u, '');
}
