import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ask, newChat, scriptedRequests, transcript } from './chat';
import { turnOf } from './turns';

const offline = { vendor: 'context-broker', model: 'offline-preview' };

describe('the offline preview', () => {
  beforeEach(newChat);

  it('answers with what a model would be sent, says so, and asks nobody', async () => {
    const asked = (await scriptedRequests()).length;
    const result = await ask('@broker how is the total of a cart rounded?', offline);
    assert.equal(result.errorDetails, undefined);
    const text = await transcript();
    assert.match(text, /Offline preview\.[^]*No model was asked/);
    assert.match(text, /\| code \| [\d,]+ \|/);
    assert.equal((await scriptedRequests()).length, asked);
    const { trace } = await turnOf(result);
    assert.equal(trace.usage, undefined);
    assert.equal(trace.model.vendor, 'context-broker');
  });

  it('gives others back what they sent', async () => {
    const [model] = await vscode.lm.selectChatModels({ vendor: offline.vendor });
    assert.ok(model);
    const response = await model.sendRequest([vscode.LanguageModelChatMessage.User('anything')]);
    let text = '';
    for await (const chunk of response.text) text += chunk;
    assert.match(text, /no model was asked[^]*anything$/);
  });
});
