import assert from 'node:assert/strict';
import { ask, lastRequest, newChat, scriptedRequests, transcript } from './chat';
import { settingsDuring } from './settings';
import { turnOf } from './turns';

const tools = { model: 'tools' };

describe('tools', () => {
  beforeEach(newChat);

  it('that the user names are offered, run and traced', async () => {
    const before = (await scriptedRequests()).length;
    const result = await ask('@broker #scriptedStock CALL scripted_stock {"title":"Emma"}', tools);
    assert.match(await transcript(), /RESULT 4 copies/);
    const { trace, blocks } = await turnOf(result);
    assert.deepEqual(
      trace.toolCalls.map(({ name }) => name),
      ['scripted_stock'],
    );
    assert.ok((trace.toolCalls[0]?.tokens ?? 0) > 0);
    assert.equal((await scriptedRequests()).length, before + 2);

    const schemas = blocks.find(({ name }) => name === 'tools')?.beside ?? '[]';
    const [offered] = (await scriptedRequests())[before]?.tools ?? [];
    assert.deepEqual((JSON.parse(schemas) as object[])[0], offered);
    const names = trace.blocks.find(({ name }) => name === 'tools');
    assert.ok((names?.tokens ?? 0) > 30, 'the schema is not counted');
  });

  it('are not offered unasked', async () => {
    await ask('@broker CALL', tools);
    assert.deepEqual((await lastRequest()).tools, []);
  });

  it('that fail are told to the model, not to the user', async () => {
    const result = await ask('@broker #scriptedStock CALL scripted_stock {"title":"burnt"}', tools);
    assert.equal(result.errorDetails, undefined);
    assert.match(await transcript(), /RESULT The tool failed: [^]*burnt/);
  });

  it('may be called only so often', async () => {
    const calls = Array.from({ length: 4 }, (_, place) => `CALL scripted_stock {"title":"${'x'.repeat(place + 1)}"}`).join('\n');
    await settingsDuring({ 'chat.toolRounds': 2 }, async () => {
      const result = await ask(`@broker #scriptedStock ${calls}`, tools);
      const { trace } = await turnOf(result);
      assert.equal(trace.toolCalls.length, 2);
      assert.deepEqual((await lastRequest()).tools, [], 'the last round still offers tools');
    });
  });
});
