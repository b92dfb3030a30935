import assert from 'node:assert/strict';
import fs from 'node:fs';
import * as vscode from 'vscode';
import { ask, newChat, transcript } from './chat';
import { documentText, recordedTurns, stateFolder, traceFile, turnOf } from './turns';

describe('recorded turns', () => {
  beforeEach(newChat);

  it('are found behind lines that are malformed', async () => {
    const turn = await turnOf(await ask('@broker before the damage'));
    fs.appendFileSync(await traceFile(), '\n\nnonsense\n{"trace":{}}\n[1,2\n{"timestamp":"2026-');
    assert.equal(await documentText(turn.trace.id, 'sent', 'user'), 'before the damage');
    const next = await turnOf(await ask('@broker after the damage'));
    assert.equal(await documentText(next.trace.id, 'sent', 'user'), 'after the damage');
    assert.ok((await recordedTurns()).length >= 2);
  });

  it('that cannot be written cost the turn nothing but a line, and can still be looked at', async () => {
    const folder = await stateFolder();
    const aside = `${folder}.aside`;
    fs.renameSync(folder, aside);
    fs.writeFileSync(folder, 'a file where the folder was');
    try {
      const result = await ask('@broker nowhere to write');
      assert.equal(result.errorDetails, undefined);
      const text = await transcript();
      assert.match(text, /ECHO nowhere to write/);
      assert.match(text, /could not be written and is kept for this session only/);
      assert.equal(await documentText(result.metadata?.traceId ?? '', 'sent', 'user'), 'nowhere to write');
    } finally {
      fs.rmSync(folder);
      fs.renameSync(aside, folder);
    }
    assert.equal((await turnOf(await ask('@broker written again'))).trace.request, 'written again');
  });

  it('that nobody knows say so', async () => {
    assert.match(await documentText('no-such-turn', 'prompt'), /no longer recorded/);
  });

  it('can be revealed, and their texts opened', async () => {
    const { trace } = await turnOf(await ask('@broker to be revealed'));
    await vscode.commands.executeCommand('contextBroker.showTrace', trace.id);
    await vscode.commands.executeCommand('contextBroker.openPrompt', trace.id);
    const text = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(text, /════ persona[^]*to be revealed/);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });
});
