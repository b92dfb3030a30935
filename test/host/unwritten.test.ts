import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ask, inWorkspace, lastRequest, newChat, textsOf } from './chat';
import { turnOf } from './turns';

describe('a new document that is not written yet', () => {
  beforeEach(newChat);

  it('is ranked and sent as a file of the workspace while it is open', async () => {
    const file = inWorkspace('src', 'loyaltyCard.ts');
    const document = await vscode.workspace.openTextDocument(file.with({ scheme: 'untitled' }));
    const editor = await vscode.window.showTextDocument(document);
    const isSent = async (): Promise<boolean> =>
      textsOf(await lastRequest()).some((text) => text.includes('export const loyaltyCard = (books: number): boolean => books > 41;'));
    try {
      await editor.edit((edit) => {
        edit.insert(new vscode.Position(0, 0), 'export const loyaltyCard = (books: number): boolean => books > 41;\n');
      });
      const { trace, blocks } = await turnOf(await ask('@broker when does somebody get a loyaltyCard?'));
      assert.equal(trace.ranking[0]?.path, 'src/loyaltyCard.ts');
      assert.match(
        blocks.find(({ name }) => name === 'workingState')?.sent ?? '',
        /- active: src\/loyaltyCard\.ts:2\n[^]*- unsaved: .*src\/loyaltyCard\.ts/u,
      );
      assert.ok(await isSent());
    } finally {
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
    const { trace } = await turnOf(await ask('@broker when does somebody get a loyaltyCard?'));
    assert.ok(!trace.ranking.some(({ path }) => path === 'src/loyaltyCard.ts'));
    assert.ok(!(await isSent()));
  });
});
