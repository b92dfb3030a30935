import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { inWorkspace, until, within } from './chat';

type Pick = vscode.QuickPick<vscode.QuickPickItem>;

const limitMs = 10_000;
const file = (name: string): vscode.Uri => inWorkspace('src', name);

/** Runs the command and gives the list it opens, which is VS Code's own. */
async function shown(...args: unknown[]): Promise<{ readonly pick: Pick; readonly done: Thenable<unknown> }> {
  const create = vscode.window.createQuickPick;
  let pick: Pick | undefined;
  vscode.window.createQuickPick = <Item extends vscode.QuickPickItem>() => {
    const made = create<Item>();
    pick = made;
    return made;
  };
  try {
    const done = vscode.commands.executeCommand('contextBroker.showCallers', ...args);
    await until(() => pick !== undefined && pick.items.length > 0, 'nothing is shown', limitMs);
    assert.ok(pick);
    return { pick, done };
  } finally {
    vscode.window.createQuickPick = create;
  }
}

const rows = ({ items }: Pick): string[] =>
  items.map(({ kind, label, description }) =>
    kind === vscode.QuickPickItemKind.Separator ? `-- ${label}` : `${label} ${description ?? ''}`,
  );

const indexRows = (pick: Pick): string[] => {
  const all = rows(pick);
  const exact = all.findIndex((row) => row.startsWith('-- Exact references'));
  return exact < 0 ? all : all.slice(0, exact);
};

async function close({ done }: { readonly done: Thenable<unknown> }): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
  await within(done, limitMs, 'the command goes on after its list is closed');
}

async function cursorAt(name: string, line: number, column: number): Promise<void> {
  const at = new vscode.Position(line - 1, column);
  await vscode.window.showTextDocument(file(name), { selection: new vscode.Range(at, at) });
}

/** The word on a line of a fixture, where a cursor may stand. */
async function cursorOn(name: string, line: number, word: string): Promise<void> {
  const text = (await vscode.workspace.openTextDocument(file(name))).lineAt(line - 1).text;
  await cursorAt(name, line, text.indexOf(word) + 1);
}

const discounted = ['-- Calls (1)', 'Cart.total src/cart.ts:13', '-- Imports (1)', 'cart.ts src/cart.ts:1'];

describe('callers of a symbol', () => {
  const providers: vscode.Disposable[] = [];
  const provide = (provideReferences: vscode.ReferenceProvider['provideReferences']): void => {
    providers.push(vscode.languages.registerReferenceProvider({ scheme: 'file', pattern: '**/src/*.ts' }, { provideReferences }));
  };

  afterEach(async () => {
    for (const provider of providers.splice(0)) provider.dispose();
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  const cases: readonly (readonly [title: string, run: () => Promise<readonly unknown[]>])[] = [
    ['at its declaration', async () => (await cursorOn('price.ts', 8, 'discounted'), [])],
    ['at a call of it', async () => (await cursorOn('cart.ts', 13, 'discounted'), [])],
    ['from the menu, which passes the file', async () => (await cursorOn('cart.ts', 13, 'discounted'), [file('cart.ts')])],
    ['by its name', () => Promise.resolve(['discounted'])],
    ['by a file and a line', () => Promise.resolve([{ uri: file('price.ts').toString(), line: 9 }])],
    ['by a path in the workspace and a line', () => Promise.resolve([{ uri: 'src/price.ts', line: 9 }])],
  ];
  for (const [title, prepare] of cases) {
    it(`are listed ${title}`, async () => {
      const list = await shown(...(await prepare()));
      assert.deepEqual(indexRows(list.pick), discounted);
      assert.equal(list.pick.title, 'Callers of discounted');
      await close(list);
    });
  }

  it('are listed with what uses it and calls nothing, a type for one', async () => {
    const list = await shown('Book');
    await until(() => !list.pick.busy, 'it is busy without end', 8_000);
    const all = indexRows(list.pick);
    assert.deepEqual(all, [
      '-- Uses (3)',
      'Cart.books src/cart.ts:4',
      'Cart.add src/cart.ts:6',
      'discounted src/price.ts:8',
      '-- Imports (1)',
      'cart.ts src/cart.ts:1',
    ]);
    await close(list);
  });

  it('are followed by what the reference provider says, marked, while a busy bar runs', async () => {
    let answer: (places: vscode.Location[]) => void = () => undefined;
    const asked: string[] = [];
    provide((document, position) => {
      asked.push(document.getText(document.getWordRangeAtPosition(position)));
      return new Promise((resolve) => (answer = resolve));
    });
    const list = await shown('discounted');
    assert.deepEqual(rows(list.pick), discounted);
    assert.equal(list.pick.busy, true);
    await until(() => asked.length > 0, 'the provider is not asked');
    assert.deepEqual(asked, ['discounted']);
    answer([
      new vscode.Location(file('cart.ts'), new vscode.Range(6, 4, 6, 8)),
      new vscode.Location(file('cart.ts'), new vscode.Range(6, 9, 6, 10)),
    ]);
    await until(() => !list.pick.busy, 'it is busy without end');
    const all = rows(list.pick);
    assert.deepEqual(all.slice(0, discounted.length), discounted);
    assert.match(all[discounted.length] ?? '', /^-- Exact references \(\d+\)$/u);
    assert.equal(all.filter((row) => row === '$(verified) Cart.add src/cart.ts:7').length, 1);
    await close(list);
  });

  it('are listed all the same when the provider fails', async () => {
    provide(() => Promise.reject(new Error('scripted failure')));
    const list = await shown('discounted');
    await until(() => !list.pick.busy, 'it is busy without end', 8_000);
    assert.deepEqual(indexRows(list.pick), discounted);
    await close(list);
  });

  it('are listed all the same when the provider takes too long, and the list says so', async () => {
    provide(() => new Promise(() => undefined));
    const list = await shown('discounted');
    await until(() => !list.pick.busy, 'it is busy without end', 8_000);
    assert.deepEqual(rows(list.pick).slice(0, discounted.length), discounted);
    assert.match(rows(list.pick).at(-1) ?? '', /took longer than 5 seconds/u);
    await close(list);
  });

  it('open at the place that is picked', async () => {
    const list = await shown('discounted');
    await until(() => list.pick.activeItems.length > 0, 'no row is active');
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    await within(list.done, limitMs, 'nothing was opened');
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.uri.fsPath, file('cart.ts').fsPath);
    assert.equal(editor.selection.active.line + 1, 13);
  });

  it('end with the list, whatever is still waited for', async () => {
    provide(() => new Promise(() => undefined));
    await close(await shown('discounted'));
    const next = await shown('discounted');
    assert.deepEqual(indexRows(next.pick), discounted);
    await close(next);
  });

  it('without a symbol say what to do', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const nowhere = await shown();
    assert.match(nowhere.pick.items[0]?.detail ?? '', /Put the cursor on a function/u);
    assert.equal(nowhere.pick.busy, false);
    await close(nowhere);
    await vscode.window.showTextDocument(inWorkspace('package.json'));
    const inJson = await shown();
    assert.match(inJson.pick.items[0]?.label ?? '', /No symbol here/u);
    await close(inJson);
    const unknown = await shown('noSuchName');
    assert.match(unknown.pick.items[0]?.label ?? '', /calls, uses or imports noSuchName/u);
    await close(unknown);
  });
});
