import assert from 'node:assert/strict';
import fs from 'node:fs';
import * as vscode from 'vscode';
import { ask, inWorkspace, lastRequest, newChat, textsOf, until } from './chat';
import { turnOf } from './turns';

describe('what a person works on', () => {
  beforeEach(newChat);

  it('is in the warmSymbols block of the next question, from the first edit on', async () => {
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

  it('is not what another program writes', async () => {
    const { fsPath } = inWorkspace('src', 'cart.ts');
    const text = fs.readFileSync(fsPath, 'utf8');
    const { document } = await vscode.window.showTextDocument(inWorkspace('src', 'cart.ts'), { preserveFocus: true });
    // Other tests have edited it by hand.
    const edited = async (): Promise<string[]> => {
      const { blocks } = await turnOf(await ask('@broker what is this?'));
      const sent = blocks.find(({ name }) => name === 'warmSymbols')?.sent ?? '';
      return sent.split('\n').filter((row) => /cart\.ts:\d+ \(edited\)/u.test(row));
    };
    const before = await edited();
    try {
      fs.writeFileSync(fsPath, text.replace('>= 3', '>= 4'));
      await until(() => document.getText().includes('>= 4'), 'the editor does not see the disk');
      assert.deepEqual(
        (await edited()).filter((row) => !before.includes(row)),
        [],
      );
    } finally {
      fs.writeFileSync(fsPath, text);
      await until(() => document.getText() === text, 'the editor does not see the disk');
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    }
  });
});
