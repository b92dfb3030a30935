import assert from 'node:assert/strict';
import { ask, lastRequest, newChat, textsOf } from './chat';
import { turnOf } from './turns';

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
