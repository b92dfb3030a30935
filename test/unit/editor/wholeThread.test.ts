import assert from 'node:assert/strict';
import type { LaterHead } from '../../../src/engine/api.ts';
import { wholeThread } from '../../../src/editor/chat/wholeThread.ts';

const thread = { session: 'one', pairs: [], head: 'a' };
const lost: LaterHead = { head: 'c', requests: ['what then?', 'and after that?'] };
const engine = (later: LaterHead | undefined): { findLaterHead: () => Promise<LaterHead | undefined> } => ({
  findLaterHead: () => Promise.resolve(later),
});

describe('a chat that has lost turns of its record', () => {
  it('has them again in the first request of a window, and says so', async () => {
    const { thread: whole, note } = await wholeThread(engine(lost), thread, 'why?', new Set(['other']));
    assert.equal(whole.head, 'c');
    assert.match(note ?? '', /^2 turns that this chat does not show \(from “what then\?” on\) were sent all the same/u);
  });

  it('has a compaction that came later without a word', async () => {
    const { thread: whole, note } = await wholeThread(engine({ head: 'c', requests: [] }), thread, 'why?', new Set());
    assert.deepEqual([whole.head, note], ['c', undefined]);
  });

  const cases: readonly (readonly [string, Parameters<typeof wholeThread>[1], LaterHead | undefined, string, string[]])[] = [
    ['nothing was lost', thread, undefined, 'why?', []],
    ['the chat was asked in this window: its user edited it', thread, lost, 'why?', ['one']],
    ['the first lost request is asked again', thread, lost, ' what then?', []],
    ['nothing was ever recorded', { session: 'one', pairs: [] }, lost, 'why?', []],
  ];
  for (const [name, given, later, request, known] of cases) {
    it(`stays as it is where ${name}`, async () => {
      assert.deepEqual(await wholeThread(engine(later), given, request, new Set(known)), { thread: given });
    });
  }

  it('stays as it is where the record cannot be read', async () => {
    const broken = { findLaterHead: () => Promise.reject(new Error('EIO')) };
    assert.deepEqual(await wholeThread(broken, thread, 'why?', new Set()), { thread });
  });
});
