import assert from 'node:assert/strict';
import { ask, lastRequest, newChat, scriptedRequests, textsOf, transcript } from './chat';
import { recordedTurns, turnOf } from './turns';

describe('slash commands', () => {
  beforeEach(newChat);

  const personas = new Map<string, string>();
  for (const command of ['', 'explain', 'implement', 'fix', 'review', 'plan']) {
    it(`${command === '' ? 'none' : `/${command}`} has a persona and a share of its own`, async () => {
      const { trace } = await turnOf(await ask(`@broker ${command === '' ? '' : `/${command} `}the cart`));
      const [persona = ''] = textsOf(await lastRequest());
      assert.equal(trace.command, command);
      assert.ok(![...personas.values()].includes(persona), 'the persona is another command’s');
      personas.set(command, persona);
      const percent = command === 'plan' ? 8 : 25;
      assert.equal(
        trace.projection?.budget,
        Math.min(Math.max(4000, Math.floor((trace.window.tokens * percent) / 100)), Math.floor(trace.budget / 2)),
      );
    });
  }

  it('/preview shows what would be sent, sends nothing and records nothing', async () => {
    const [asked, recorded] = [(await scriptedRequests()).length, (await recordedTurns()).length];
    const result = await ask('@broker /preview the total of a cart');
    assert.equal((await scriptedRequests()).length, asked);
    assert.equal((await recordedTurns()).length, recorded);
    const text = await transcript();
    assert.match(text, /Nothing was sent/);
    assert.match(text, /\| persona \| \d+ \|/);
    assert.equal(result.metadata?.answer, '');
  });

  it('/preview of a question is what the question then sends', async () => {
    const preview = await ask('@broker /preview the total of a cart');
    await newChat();
    const turn = await turnOf(await ask('@broker the total of a cart'));
    assert.equal(preview.metadata?.contextHash, turn.trace.contextHash);
  });
});
