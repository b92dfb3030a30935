import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { referencesOf } from '../../src/editor/chat/references.ts';
import { ask, inWorkspace, lastRequest, newChat, textsOf, until } from './chat';
import { turnOf } from './turns';

const attachedText = async (): Promise<string> => {
  const context = textsOf(await lastRequest()).find((text) => text.includes('## Attached by the user')) ?? '';
  return context.slice(context.indexOf('## Attached by the user'));
};

describe('attachments', () => {
  const cart = (): vscode.Uri => inWorkspace('src', 'cart.ts');
  beforeEach(newChat);

  it('a file goes in whole', async () => {
    const { trace } = await turnOf(await ask('@broker what is this?', { attach: [cart()] }));
    const text = await attachedText();
    assert.ok(text.includes(fs.readFileSync(cart().fsPath, 'utf8')), text);
    const block = trace.blocks.find(({ name }) => name === 'references');
    assert.deepEqual(
      block?.files?.map(({ path: file, detail }) => [file, detail]),
      [['src/cart.ts', 'full']],
    );
  });

  it('a selection goes in with its lines', async () => {
    const range = { startLineNumber: 7, startColumn: 1, endLineNumber: 8, endColumn: 3 };
    await ask('@broker what is this?', { attach: [{ uri: cart(), range }] });
    const text = await attachedText();
    assert.match(text, /src\/cart\.ts:\d+-\d+/);
    assert.ok(text.includes(fs.readFileSync(cart().fsPath, 'utf8').split('\n')[6] ?? '-'), text);
    assert.ok(!text.includes('import { discounted'), text);
  });

  it('a folder goes in as an outline of its files', async () => {
    await ask('@broker what is in here?', { attach: [inWorkspace('src')] });
    const text = await attachedText();
    assert.match(text, /### src\/, outline/);
    assert.match(text, /\/\/ src\/price\.ts[^]*discounted\(book: Book, percent: number\): number/);
  });

  it('a symbol goes in as its own lines', async () => {
    const value = new vscode.Location(inWorkspace('src', 'price.ts'), new vscode.Range(7, 0, 10, 1));
    const id = `vscode.symbol/${JSON.stringify(value)}`; // as completions of #sym: make it
    const references = await referencesOf([{ id, value }]);
    const [{ kind, label, range, text = '' } = {}] = references;
    assert.deepEqual([references.length, kind, label, range], [1, 'symbol', 'src/price.ts:8-11', [8, 11]]);
    assert.match(text, /^export function discounted[^]*\}$/);
  });

  it('a file that is gone costs a degraded row, not the turn', async () => {
    const gone = inWorkspace('src', 'gone.ts');
    fs.writeFileSync(gone.fsPath, 'export const gone = 1;\n');
    await vscode.commands.executeCommand('workbench.action.chat.open', { query: 'later', isPartialQuery: true, attachFiles: [gone] });
    fs.rmSync(gone.fsPath);
    const result = await ask('@broker what is this?');
    const { trace } = await turnOf(result);
    assert.equal(result.errorDetails, undefined);
    assert.ok(
      trace.degraded.some((what) => what.includes('src/gone.ts does not exist')),
      trace.degraded.join('\n'),
    );
  });

  it('a file outside the workspace goes in, too', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'outside-'));
    const file = path.join(folder, 'note.md');
    fs.writeFileSync(file, 'The shop closes at six.\n');
    try {
      const { trace } = await turnOf(await ask('@broker when?', { attach: [vscode.Uri.file(file)] }));
      assert.match(await attachedText(), /The shop closes at six\./);
      assert.deepEqual(trace.degraded, []);
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  });

  it('a file with Windows line breaks is shown as it was sent', async () => {
    const file = inWorkspace('src', 'windows.ts');
    fs.writeFileSync(file.fsPath, 'export const one = 1;\r\nexport const two = 2;\r\n');
    try {
      await ask('@broker what is this?', { attach: [file] });
      assert.match(await attachedText(), /one = 1;\nexport const two/);
    } finally {
      fs.rmSync(file.fsPath);
    }
  });

  it('what the editor holds unsaved is what goes in', async () => {
    const document = await vscode.workspace.openTextDocument(cart());
    const editor = await vscode.window.showTextDocument(document);
    await editor.edit((edit) => {
      edit.insert(new vscode.Position(3, 0), '  // half a thought\n');
    });
    assert.match(await previewed('the Cart class'), /half a thought/);
    assert.ok(document.isDirty, 'the file was saved');
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await until(() => !document.isDirty, 'the change was not reverted');
    assert.doesNotMatch(await previewed('the Cart class'), /half a thought/);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('are not made of a document that shows what was sent', async () => {
    const { trace } = await turnOf(await ask('@broker what is this?', { attach: [cart()] }));
    await vscode.commands.executeCommand('contextBroker.openPrompt', trace.id);
    await newChat();
    const next = await turnOf(await ask('@broker what is this?'));
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    assert.ok(!next.trace.admitted.includes('references'));
  });

  it('are not made of a document that shows what would be compacted', async () => {
    await ask('@broker what is this?');
    await vscode.commands.executeCommand('contextBroker.previewCompaction');
    assert.equal(vscode.window.activeTextEditor?.document.uri.scheme, 'context-broker-history');
    const next = await turnOf(await ask('@broker what is this?'));
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    assert.ok(!next.trace.admitted.includes('references'));
  });
});

/** The prompt that "Preview Context for…" opens. */
async function previewed(request: string): Promise<string> {
  await vscode.commands.executeCommand('contextBroker.previewContext', request);
  return vscode.window.activeTextEditor?.document.getText() ?? '';
}
