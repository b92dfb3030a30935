import * as vscode from 'vscode';
import type { PackedFile } from '../../engine/api.ts';

const mostShown = 20;

/** Lists with the answer the files whose content went in, at the longest passage that did. */
export function referencesIn(files: readonly PackedFile[], stream: vscode.ChatResponseStream): void {
  const shown = files.filter(({ detail }) => detail !== undefined && detail !== 'mention').slice(0, mostShown);
  for (const { path, ranges } of shown) {
    const uri = uriOf(path);
    const longest = [...ranges].sort((a, b) => b[1] - b[0] - (a[1] - a[0]))[0];
    if (uri !== undefined)
      stream.reference(longest === undefined ? uri : new vscode.Location(uri, new vscode.Range(longest[0] - 1, 0, longest[1] - 1, 0)));
  }
}

/** The file that a path of a trace means; in a workspace of several folders it begins with the folder's name. */
export function uriOf(path: string): vscode.Uri | undefined {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (/^(?:\/|[A-Za-z]:)/u.test(path)) return vscode.Uri.file(path);
  if (folders.length <= 1) return folders[0] === undefined ? undefined : vscode.Uri.joinPath(folders[0].uri, path);
  const folder = folders.find(({ name }) => path.startsWith(`${name}/`));
  return folder === undefined ? undefined : vscode.Uri.joinPath(folder.uri, path.slice(folder.name.length + 1));
}
