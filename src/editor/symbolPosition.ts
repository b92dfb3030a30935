import * as vscode from 'vscode';
import type { Spot } from '../engine/symbolTypes.ts';

/** The name of a declaration stands no further below where it begins than its comments and decorators are long. */
const mostLines = 200;

/** Where in its file the name of a declaration stands, comments before it left out. Undefined where the file has changed too much. */
export async function symbolPosition({
  path,
  line,
  name,
}: Spot & { readonly name: string }): Promise<{ readonly uri: vscode.Uri; readonly at: vscode.Position } | undefined> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.file(path));
  const last = name.slice(name.lastIndexOf('.') + 1).replaceAll('$', '\\$');
  const word = new RegExp(`(?<![\\p{L}\\p{N}_$])${last}(?![\\p{L}\\p{N}_$])`, 'u');
  for (let at = line - 1; at < Math.min(document.lineCount, line + mostLines); at++) {
    const { text } = document.lineAt(at);
    const column = /^\s*(?:\/[/*]|\*)/u.test(text) ? -1 : text.search(word);
    if (column >= 0) return { uri: document.uri, at: new vscode.Position(at, column) };
  }
  return undefined;
}
