import assert from 'node:assert/strict';
import fs from 'node:fs';
import * as vscode from 'vscode';
import { ask, inWorkspace, newChat, until } from './chat';
import { documentText, turnOf } from './turns';

const before = '\ufeff# Launch\r\n\r\n- [x] draw\r\n- [ ] build\r\n  - [ ] walls\r\n- [ ] open\r\n';
const plan = (): string => inWorkspace('PLAN.md').fsPath;
const onDisk = (): string => fs.readFileSync(plan(), 'utf8');
const run = (command: string, ...args: unknown[]): Thenable<unknown> => vscode.commands.executeCommand(`contextBroker.${command}`, ...args);

/** Runs a command and gives what its quick pick offers; nothing is picked. */
async function offered(command: string): Promise<string[]> {
  const show = vscode.window.showQuickPick;
  let labels: string[] = [];
  const spy = (items: readonly vscode.QuickPickItem[]): Promise<undefined> => {
    labels = items.map(({ label }) => label);
    return Promise.resolve(undefined);
  };
  vscode.window.showQuickPick = spy as unknown as typeof show;
  try {
    await run(command);
    return labels;
  } finally {
    vscode.window.showQuickPick = show;
  }
}

async function planBlock(): Promise<string> {
  await newChat();
  const { trace } = await turnOf(await ask('@broker what comes next?'));
  return trace.admitted.includes('plan') ? documentText(trace.id, 'sent', 'plan') : '';
}

describe('the plan of the workspace', () => {
  beforeEach(async () => {
    fs.writeFileSync(plan(), before);
    await until(async () => (await offered('markTaskDone')).length === 3, 'the plan is not seen');
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    fs.rmSync(plan(), { force: true });
  });

  it('is told with its current task, which is offered first', async () => {
    assert.match(await planBlock(), /- goal: Launch\n- progress: 1 of 4 done\n- current: walls \(of: build\)\n/);
    assert.deepEqual(await offered('markTaskDone'), ['walls', 'build', 'open']);
  });

  it('changes in exactly one box when a task is done, saved, and can be undone', async () => {
    await run('markTaskDone', 'walls');
    assert.equal(onDisk(), before.replace('- [ ] walls', '- [x] walls'));
    await vscode.window.showTextDocument(vscode.Uri.file(plan()));
    await vscode.commands.executeCommand('undo');
    await vscode.commands.executeCommand('workbench.action.files.save');
    assert.equal(onDisk(), before);
  });

  it('is edited as the editor holds it, and what is unsaved there stays unsaved', async () => {
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(plan()));
    await editor.edit((edit) => {
      edit.insert(new vscode.Position(2, 0), '- [ ] measure\r\n');
    });
    await run('markTaskDone', 'open');
    assert.match(editor.document.getText(), /- \[ \] measure\r\n- \[x\] draw\r\n[^]*- \[x\] open\r\n$/);
    assert.equal(onDisk(), before);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('is read as the editor holds it, though the file changes on the disk at that moment', async () => {
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(plan()));
    await editor.edit((edit) => {
      edit.insert(new vscode.Position(2, 0), '- [ ] measure\r\n');
    });
    const watcher = vscode.workspace.createFileSystemWatcher('**/PLAN.md');
    let isTold = false;
    watcher.onDidChange(() => (isTold = true));
    fs.writeFileSync(plan(), before.replace('open', 'close'));
    await until(async () => {
      if (isTold) return true;
      // As somebody who types on: what is unsaved waits to be sent when the watcher tells of the disk.
      await editor.edit((edit) => {
        edit.insert(new vscode.Position(0, 2), '.');
      });
      return false;
    }, 'the watcher is silent');
    watcher.dispose();
    assert.deepEqual((await offered('markTaskDone')).toSorted(), ['build', 'measure', 'open', 'walls']);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('has the current task that was set, by its words', async () => {
    await run('setPlanTask', 'open');
    fs.writeFileSync(plan(), before.replace('- [ ] build', '- [ ] paint\r\n- [ ] build'));
    await until(async () => (await offered('markTaskDone')).length === 4, 'the edit is not seen');
    assert.equal((await offered('setPlanTask'))[0], 'open');
    assert.match(await planBlock(), /- current: open\n/);
    await run('markTaskDone', 'open');
    assert.match(await planBlock(), /none open after the last step: back to the first open one\n- current: paint\n/);
  });
});

describe('without a folder', () => {
  it('commands that want one say so', async () => {
    const folders = Object.getOwnPropertyDescriptor(vscode.workspace, 'workspaceFolders');
    const show = vscode.window.showErrorMessage;
    const told: string[] = [];
    vscode.window.showErrorMessage = (message: string) => Promise.resolve(void told.push(message));
    Object.defineProperty(vscode.workspace, 'workspaceFolders', { configurable: true, value: undefined });
    try {
      for (const command of ['markTaskDone', 'setPlanTask', 'createMission']) await run(command);
    } finally {
      vscode.window.showErrorMessage = show;
      Object.defineProperty(vscode.workspace, 'workspaceFolders', folders ?? {});
    }
    assert.equal(told.length, 3);
    for (const message of told) assert.match(message, /open a folder first/u);
  });
});

describe('what commands of a chat produced', () => {
  beforeEach(newChat);

  it('is told to the next one, and previews and failures leave nothing', async () => {
    await ask('@broker /plan a discount');
    await ask('@broker /preview a discount');
    await ask('@broker /fix mid-stream', { model: 'failing' });
    await ask('@broker plainly');
    const { trace } = await turnOf(await ask('@broker /implement it'));
    assert.equal(
      await documentText(trace.id, 'sent', 'artifacts'),
      '## Earlier results of this chat\n- plan (/plan a discount): ECHO a discount\n',
    );
    await newChat();
    assert.ok(!(await turnOf(await ask('@broker /implement it'))).trace.admitted.includes('artifacts'));
  });
});

describe('the mission file', () => {
  it('is made from a template, opened, and never overwritten', async () => {
    const file = inWorkspace('.context-broker', 'mission.md');
    await run('createMission');
    assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, file.fsPath);
    assert.match(fs.readFileSync(file.fsPath, 'utf8'), /^---\nstatus:\ngoal:\n---\n/);
    fs.writeFileSync(file.fsPath, '# Status\nBeta.\n');
    await run('createMission');
    assert.equal(fs.readFileSync(file.fsPath, 'utf8'), '# Status\nBeta.\n');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    fs.rmSync(inWorkspace('.context-broker').fsPath, { recursive: true });
  });
});
