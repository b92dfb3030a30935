import * as vscode from 'vscode';

const template = `---
status:
goal:
---

## Criteria

- [ ]

## Pending

## Handoff

### Decisions

### Blockers

### Active work

### Key files

### Alerts
`;

/** Opens the mission file of the workspace, made from a template where there is none. */
export async function createMission(): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (folder === undefined) throw new Error('open a folder first');
  const file = vscode.Uri.joinPath(folder.uri, '.context-broker', 'mission.md');
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(file, { ignoreIfExists: true, contents: new TextEncoder().encode(template) });
  await vscode.workspace.applyEdit(edit);
  await vscode.window.showTextDocument(file);
}
