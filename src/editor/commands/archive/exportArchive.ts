import os from 'node:os';
import * as vscode from 'vscode';
import { plural } from '../../views/format.ts';
import type { ArchiveTarget } from '../../views/archiveNode.ts';
import type { CommandPorts } from '../ports.ts';
import { maskedNote } from './maskedNote.ts';
import { archiveTarget } from './archiveTarget.ts';

/** Writes archived turns to a file, as Markdown or as lines of JSON: those of a row, or without one all of them. Asks where, unless told. */
export async function exportArchive(ports: CommandPorts, given: unknown, to: unknown): Promise<void> {
  const { title, ...target }: Partial<ArchiveTarget> = given === undefined ? {} : archiveTarget(given);
  const uri = to instanceof vscode.Uri ? to : await askFile(title ?? 'history archive');
  if (uri === undefined) return;
  if (uri.scheme !== 'file') throw new Error('choose a folder of this machine');
  await ports.host.opened();
  const done = await ports.host.engine.exportArchive(target, uri.fsPath.endsWith('.jsonl') ? 'jsonl' : 'markdown', uri.fsPath);
  const choice = await vscode.window.showInformationMessage(
    `Exported ${plural(done.value, 'archive entry', 'archive entries')}${maskedNote(done)}.`,
    'Open',
  );
  if (choice === 'Open') await vscode.window.showTextDocument(uri);
}

function askFile(title: string): Thenable<vscode.Uri | undefined> {
  const name = title.replace(/[^\p{L}\p{N}-]+/gu, ' ').trim();
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(os.homedir());
  return vscode.window.showSaveDialog({
    title: 'Export Archived Turns',
    defaultUri: vscode.Uri.joinPath(folder, `${name === '' ? 'archived turns' : name}.md`),
    filters: { Markdown: ['md'], 'JSON Lines': ['jsonl'] },
  });
}
