import assert from 'node:assert/strict';
import { ask, newChat, scriptedRequests, transcript } from './chat';
import { recordedTurns, turnOf } from './turns';

describe('what goes wrong', () => {
  beforeEach(newChat);

  const cases = [
    ['no-permissions', /may not be used by Context Broker[^]*Allow it/, 'noPermission'],
    ['quota', /no quota left or is rate limited[^]*choose another model/, 'quota'],
    ['blocked', /was blocked[^]*rephrase/, 'blocked'],
    ['not-found', /is not available any more[^]*Choose another model/, 'noModel'],
    ['something else', /scripted failure\. Try again/, 'failed'],
  ] as const;
  for (const [request, message, kind] of cases) {
    it(`${kind} says what to do`, async () => {
      const result = await ask(`@broker ${request}`, { model: 'failing' });
      assert.match(result.errorDetails?.message ?? '', message);
      assert.ok((await turnOf(result)).trace.degraded.includes(`model: ${kind}`));
    });
  }

  it('a failure in the middle keeps what had come', async () => {
    const result = await ask('@broker mid-stream', { model: 'failing' });
    assert.match(result.errorDetails?.message ?? '', /Try again/);
    assert.match(await transcript(), /some text, then/);
    assert.equal(result.metadata?.answer, 'some text, then ');
  });

  it('an answer of nothing is not an error, and not history', async () => {
    const result = await ask('@broker empty', { model: 'failing' });
    assert.equal(result.errorDetails, undefined);
    assert.equal(result.metadata?.complete, false);
  });

  it('a request larger than the window is not sent, and says by how much', async () => {
    const [asked, recorded] = [(await scriptedRequests()).length, (await recordedTurns()).length];
    const result = await ask(`@broker ${'one two three '.repeat(1_500)}`, { model: 'small' });
    assert.match(
      result.errorDetails?.message ?? '',
      /Nothing was sent: what must go in needs [\d,]+ tokens[^]*input budget is [\d,]+\. The largest: your request [\d,]+[^]*larger window/,
    );
    assert.equal((await scriptedRequests()).length, asked);
    assert.equal((await recordedTurns()).length, recorded);
  });

  it('a small window gets a small pack', async () => {
    const { trace } = await turnOf(await ask('@broker how is the total of a cart rounded?', { model: 'small' }));
    assert.equal(trace.window.tokens, 2048);
    assert.ok(trace.admittedTotal + trace.messageOverhead <= trace.budget);
    assert.ok(trace.admitted.includes('code'), trace.admitted.join(', '));
  });
});
