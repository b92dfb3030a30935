import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Tiktoken } from 'js-tiktoken/lite';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { ask, inWorkspace, lastRequest, newChat, textsOf, transcript, until } from './chat';
import { documentText, turnOf } from './turns';

const encoding = new Tiktoken(o200k);
const count = (text: string): number => encoding.encode(text, [], []).length;

describe('a question', () => {
  beforeEach(newChat);

  it('is answered by the model that was picked', async () => {
    const result = await ask('@broker hello');
    assert.equal(result.errorDetails, undefined);
    assert.match(await transcript(), /ECHO hello/);
    const request = await lastRequest();
    assert.equal(request.model, 'echo');
    assert.equal(textsOf(request).at(-1), 'hello');
  });

  it('sends byte for byte what the trace records and the documents show', async () => {
    const result = await ask('@broker how is the total of a cart rounded?', { attach: [inWorkspace('src', 'cart.ts')] });
    const { trace, messages, blocks } = await turnOf(result);
    const sent = textsOf(await lastRequest());
    assert.deepEqual(
      messages.map(({ content }) => content),
      sent,
    );
    assert.ok(
      sent.some((text) => text.includes('class') || text.includes('function')),
      'no code went in',
    );

    const at = async (...positions: string[]): Promise<string> => {
      const inside = positions.flatMap((position) => trace.blocks.filter((block) => block.admitted && block.position === position));
      return (await Promise.all(inside.map(({ name }) => documentText(trace.id, 'sent', name)))).join('');
    };
    assert.deepEqual([await at('system', 'tools'), await at('context'), await at('user')], sent);

    const whole = await documentText(trace.id, 'prompt');
    const uri = vscode.Uri.from({ scheme: 'context-broker', path: `/${trace.id}/prompt/prompt.context` });
    const folds = await vscode.commands.executeCommand<vscode.FoldingRange[]>('vscode.executeFoldingRangeProvider', uri);
    const outline = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>('vscode.executeDocumentSymbolProvider', uri);
    const headings = whole.split('\n').flatMap((line, place) => (line.startsWith('════ ') ? [place] : []));
    assert.deepEqual(
      folds.map(({ start }) => start),
      headings,
    );
    for (const name of trace.admitted) {
      const { tokens = 0 } = trace.blocks.find((block) => block.name === name) ?? {};
      const symbol = outline.find((one) => one.name === name);
      assert.ok(symbol?.detail.startsWith(tokens.toLocaleString('en-US')), `${name} has no heading with its tokens`);
    }
    let from = 0;
    const inOrder = ['system', 'tools', 'context', 'user'].flatMap((position) => trace.blocks.filter((one) => one.position === position));
    for (const { name } of inOrder.filter(({ admitted }) => admitted)) {
      const text = (await documentText(trace.id, 'sent', name)).trimEnd();
      const place = whole.indexOf(text, from);
      assert.ok(place >= 0, `the prompt document lacks ${text.slice(0, 60)}`);
      from = place + text.length;
    }
    assert.deepEqual(new Set(blocks.map(({ name }) => name)), new Set(trace.blocks.map(({ name }) => name)));
  });

  it('counts what it sends as js-tiktoken does, within a token a block boundary', async () => {
    const result = await ask('@broker /review the price of a book 📚, which is 12,90 €', { attach: [inWorkspace('src', 'price.ts')] });
    const { trace } = await turnOf(result);
    const sent = textsOf(await lastRequest());
    const counted = sent.reduce((sum, text) => sum + count(text) + 4, 0);
    const boundaries = trace.admitted.length - sent.length;
    const total = trace.admittedTotal + trace.messageOverhead;
    assert.ok(Math.abs(total - counted) <= boundaries, `${String(total)} is not ${String(counted)} within ${String(boundaries)}`);
    assert.equal(trace.messageOverhead, 4 * sent.length);
    assert.equal(
      trace.blocks.reduce((sum, { tokens }) => sum + tokens, 0),
      trace.admittedTotal,
    );
  });

  it('reports what the endpoint counted, and prints none of it', async () => {
    const { trace } = await turnOf(await ask('@broker with-usage'));
    assert.equal(trace.usage?.estimated, false);
    assert.equal(trace.calibration?.source, 'endpoint');
    assert.equal(trace.calibration.drift, trace.calibration.served - trace.calibration.measured);
    assert.doesNotMatch(await transcript(), /prompt_tokens/);
  });

  it('ends with one line that says what it cost and leads to the trace', async () => {
    const { trace } = await turnOf(await ask('@broker footer'));
    const used = (trace.admittedTotal + trace.messageOverhead).toLocaleString('en-US');
    const text = await transcript();
    assert.ok(text.includes(`${used} of ${trace.budget.toLocaleString('en-US')} tokens`), text);
    assert.match(text, /\d+ blocks in, \d+ out/);
    assert.match(text, /Show trace/);
  });

  it('does not mix with another that is asked at the same time', async () => {
    const first = ask('@broker 5 chunks', { model: 'slow' });
    await until(async () => (await lastRequest()).model === 'slow', 'the first turn was not sent');
    await newChat();
    const [one, other] = await Promise.all([first, ask('@broker meanwhile')].map(async (asked) => turnOf(await asked)));
    assert.deepEqual([one?.trace.request, other?.trace.request], ['5 chunks', 'meanwhile']);
    assert.notEqual(one?.trace.session, other?.trace.session);
    assert.equal(other?.messages.at(-1)?.content, 'meanwhile');
    assert.ok((one?.trace.usage?.output ?? 0) > 0, 'the first turn was not finished');
  });
});
