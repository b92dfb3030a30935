import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import type { TurnEvent } from '../../src/history/threadEvent.ts';
import { ask, lastRequest, newChat, textsOf, transcript } from './chat';
import { stateFolder, turnOf } from './turns';

/** The events of a thread as they stand on disk. */
async function recordOf(session: string): Promise<TurnEvent[]> {
  const file = path.join(await stateFolder(), 'threads', `${session}.jsonl`);
  const lines = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n') : [];
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as TurnEvent);
}

const sessionOf = ({ metadata }: { readonly metadata?: { readonly session: string } }): string => metadata?.session ?? '';

describe('history', () => {
  beforeEach(newChat);

  it('carries the pair before, word for word and without our footer', async () => {
    const first = await turnOf(await ask('@broker the first question'));
    const second = await turnOf(await ask('@broker the second question'));
    const request = await lastRequest();
    assert.deepEqual(textsOf(request).slice(-3), ['the first question', 'ECHO the first question', 'the second question']);
    assert.deepEqual(
      request.messages.slice(-3).map(({ role }) => role),
      ['user', 'assistant', 'user'],
    );
    assert.ok(!textsOf(request).join('').includes('Show trace'));
    assert.equal(second.trace.session, first.trace.session);
    assert.equal(second.trace.previousHash, first.trace.contextHash);
    assert.equal(second.trace.messageOverhead, 4 * request.messages.length);
  });

  it('is of this chat alone', async () => {
    const first = await turnOf(await ask('@broker the first question'));
    await newChat();
    const second = await turnOf(await ask('@broker the second question'));
    assert.ok(!textsOf(await lastRequest()).includes('the first question'));
    assert.notEqual(second.trace.session, first.trace.session);
    assert.ok(!second.trace.admitted.includes('history'));
  });

  it('holds completed pairs only', async () => {
    await ask('@broker mid-stream', { model: 'failing' });
    await ask('@broker /preview something');
    const { trace } = await turnOf(await ask('@broker the next question'));
    assert.ok(!trace.admitted.includes('history'));
  });
});

describe('the record of a thread', () => {
  beforeEach(newChat);

  it('has every turn with its tool calls and results, each the parent of the next', async () => {
    const first = await ask('@broker #scriptedStock CALL scripted_stock {"title":"Emma"}', { model: 'tools' });
    const second = await ask('@broker and now?');
    const [one, two, ...more] = await recordOf(sessionOf(second));
    assert.deepEqual(more, []);
    assert.equal(one?.id, first.metadata?.head);
    assert.equal(two?.parent, one?.id);
    assert.equal(one?.traceId, first.metadata?.traceId);
    assert.ok((one?.tokens?.input ?? 0) > 0);
    assert.deepEqual(one?.messages.slice(1), [
      { role: 'assistant', content: '', toolCalls: [{ id: 'call-1', name: 'scripted_stock', input: { title: 'Emma' } }] },
      { role: 'user', content: '', toolResults: [{ id: 'call-1', name: 'scripted_stock', parts: [{ kind: 'text', text: '4 copies' }] }] },
      { role: 'assistant', content: 'RESULT 4 copies' },
    ]);
    assert.deepEqual(two?.messages, [
      { role: 'user', content: 'and now?' },
      { role: 'assistant', content: 'ECHO and now?' },
    ]);
  });

  it('has turns that failed, as far as they came; a preview leaves nothing', async () => {
    const failed = await ask('@broker mid-stream', { model: 'failing' });
    await ask('@broker /preview something');
    const next = await ask('@broker the next question');
    const events = await recordOf(sessionOf(next));
    assert.deepEqual(
      events.map(({ complete, messages }) => [complete, messages.at(-1)?.content]),
      [
        [false, 'some text, then '],
        [true, 'ECHO the next question'],
      ],
    );
    assert.equal(events[1]?.parent, failed.metadata?.head);
  });

  it('is what the next turn is told, whatever the chat hands back', async () => {
    const { metadata } = await ask('@broker the first question');
    const file = path.join(await stateFolder(), 'threads', `${metadata?.session ?? ''}.jsonl`);
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('ECHO the first question', 'as it was recorded'));
    await ask('@broker the second question');
    assert.deepEqual(textsOf(await lastRequest()).slice(-3, -1), ['the first question', 'as it was recorded']);
  });

  it('that is lost costs nothing: the chat’s own history stands in', async () => {
    const { metadata } = await ask('@broker the first question');
    fs.rmSync(path.join(await stateFolder(), 'threads', `${metadata?.session ?? ''}.jsonl`));
    const { trace } = await turnOf(await ask('@broker the second question'));
    assert.deepEqual(textsOf(await lastRequest()).slice(-3, -1), ['the first question', 'ECHO the first question']);
    assert.ok(!trace.degraded.some((what) => what.startsWith('historyRecord')));
  });

  it('that cannot be written costs the turn a line, never the answer; what it lacks stands in later', async () => {
    const first = await ask('@broker the first question');
    const folder = path.join(await stateFolder(), 'threads');
    fs.renameSync(folder, `${folder}.aside`);
    fs.writeFileSync(folder, 'a file where the folder was');
    try {
      const second = await ask('@broker the second question');
      assert.equal(second.errorDetails, undefined);
      assert.match(await transcript(), /ECHO the second question/);
      assert.match((await turnOf(second)).trace.degraded.join('\n'), /^historyRecord: /mu);
      assert.equal(second.metadata?.head, first.metadata?.head);
    } finally {
      fs.rmSync(folder);
      fs.renameSync(`${folder}.aside`, folder);
    }
    await ask('@broker the third question');
    assert.deepEqual(textsOf(await lastRequest()).slice(-5), [
      'the first question',
      'ECHO the first question',
      'the second question',
      'ECHO the second question',
      'the third question',
    ]);
  });
});
