import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { lastRequest } from './chat';

describe('the scripted model', () => {
  it('is offered to every extension, and records what it receives', async () => {
    const [model] = await vscode.lm.selectChatModels({ vendor: 'scripted', id: 'echo' });
    assert.ok(model);
    const response = await model.sendRequest([vscode.LanguageModelChatMessage.User('ping pong')]);
    const chunks: string[] = [];
    for await (const text of response.text) chunks.push(text);
    assert.deepEqual(chunks, ['ECHO ', 'ping ', 'pong']);
    assert.deepEqual((await lastRequest()).messages, [{ role: 'user', parts: [{ kind: 'text', text: 'ping pong' }] }]);
  });

  it('appends the usage it was asked for', async () => {
    const [model] = await vscode.lm.selectChatModels({ vendor: 'scripted', id: 'echo' });
    assert.ok(model);
    const response = await model.sendRequest([vscode.LanguageModelChatMessage.User('with-usage')]);
    const parts: unknown[] = [];
    for await (const part of response.stream) parts.push(part);
    const last = parts.at(-1);
    assert.ok(last instanceof vscode.LanguageModelDataPart);
    assert.equal(last.mimeType, 'usage');
  });
});
