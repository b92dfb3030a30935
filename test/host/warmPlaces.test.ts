import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ask, inWorkspace, lastRequest, newChat, textsOf } from './chat';
import { turnOf } from './turns';

describe('what a person works on', () => {
  beforeEach(newChat);

  it('is in the next question’s warmSymbols, the callers’ file left alone', async () => {
    const editor = await vscode.window.showTextDocument(inWorkspace('src', 'price.ts'));
    const end = editor.document.lineAt(8).range.end;
    await editor.edit((edit) => {
      edit.insert(end, ' // checked');
    });
    try {
      const { trace, blocks } = await turnOf(await ask('@broker what is this?'));
      assert.ok(trace.admitted.includes('warmSymbols'), trace.admitted.join(', '));
      const text = blocks.find(({ name }) => name === 'warmSymbols')?.sent ?? '';
      assert.match(text, /- discounted src\/price\.ts:8 \(edited\)/u);
      assert.ok(
        textsOf(await lastRequest()).some((sent) => sent.includes(text)),
        'the row is recorded, but not sent',
      );
    } finally {
      await vscode.window.showTextDocument(editor.document);
      await vscode.commands.executeCommand('workbench.action.files.revert');
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    }
  });
});
