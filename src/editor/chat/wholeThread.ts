import { oneLine } from '../../contributors/fence.ts';
import type { Engine } from '../../engine/api.ts';
import type { Thread } from './turnMetadata.ts';

const longestRequest = 60;

/**
 * The thread with turns that its record has and the chat has lost: VS Code writes chats down now and then, and what came after that is gone with a
 * window that ends at once. Only for the first request of a window (`known` has the chats that were asked in it): later on, a chat that shows less
 * was edited by its user, and so was one whose next request is asked again. Never rejects.
 */
export async function wholeThread(
  engine: Pick<Engine, 'findLaterHead'>,
  thread: Thread,
  request: string,
  known: ReadonlySet<string>,
): Promise<{ readonly thread: Thread; readonly note?: string }> {
  const { session, head } = thread;
  if (head === undefined || known.has(session)) return { thread };
  const later = await engine.findLaterHead({ session, head }).catch(() => undefined);
  const [first] = later?.requests ?? [];
  if (later === undefined || first?.trim() === request.trim()) return { thread };
  if (first === undefined) return { thread: { ...thread, head: later.head } }; // a compaction alone
  const count = later.requests.length;
  const turns = count === 1 ? 'A turn that this chat does not show' : `${String(count)} turns that this chat does not show`;
  return {
    thread: { ...thread, head: later.head },
    note: `${turns} (from “${oneLine(first, longestRequest)}” on) ${count === 1 ? 'was' : 'were'} sent all the same: the window ended before VS Code had written ${count === 1 ? 'it' : 'them'} down. To go on without, edit or resend this request.`,
  };
}
