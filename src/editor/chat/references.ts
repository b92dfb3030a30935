import * as vscode from 'vscode';
import type { LineRange } from '../../broker/block.ts';
import type { Reference } from '../../engine/api.ts';
import { documentScheme, historyScheme } from '../ids.ts';

/** What the user attached, as plain data. Values of a kind we do not know become a reference that says so. */
export async function referencesOf(all: readonly vscode.ChatPromptReference[]): Promise<Reference[]> {
  const references = await Promise.all(all.filter((one) => !isOurs(one) && !isImplicit(one)).map(referenceOf));
  const key = ({ kind, path, range, label }: Reference): string => `${kind} ${path ?? label} ${String(range)}`;
  return references.filter((one, place) => references.findIndex((other) => key(other) === key(one)) === place);
}

/** VS Code attaches the document in the active editor by itself: what was sent once must not be sent again because somebody looks at it. */
function isOurs({ value }: vscode.ChatPromptReference): boolean {
  const uri = value instanceof vscode.Location ? value.uri : value;
  return uri instanceof vscode.Uri && (uri.scheme === documentScheme || uri.scheme === historyScheme);
}

/** Instruction files that VS Code adds to every request by itself. They have a block of their own, and nobody attached them. */
const isImplicit = ({ id }: vscode.ChatPromptReference): boolean => /^vscode\.(?:instructions|customizations)\./u.test(id);

async function referenceOf({ value, id, modelDescription }: vscode.ChatPromptReference): Promise<Reference> {
  if (value instanceof vscode.Uri) return fileOrFolder(value);
  if (value instanceof vscode.Location) return location(value, id.startsWith('vscode.symbol') ? 'symbol' : 'selection');
  if (typeof value === 'string') return { kind: 'text', label: modelDescription ?? 'text', text: value };
  return { kind: 'text', label: modelDescription ?? id };
}

async function fileOrFolder(uri: vscode.Uri): Promise<Reference> {
  const label = vscode.workspace.asRelativePath(uri, false);
  if (uri.scheme !== 'file') return { kind: 'text', label, ...(await documentText(uri)) };
  const isFolder = await vscode.workspace.fs.stat(uri).then(
    ({ type }) => (type & vscode.FileType.Directory) !== 0,
    () => false,
  );
  return { kind: isFolder ? 'folder' : 'file', label, path: uri.fsPath };
}

/** A selection or a symbol. Its text comes from the editor, so that unsaved changes count. */
async function location({ uri, range }: vscode.Location, kind: 'symbol' | 'selection'): Promise<Reference> {
  const lines: LineRange = [range.start.line + 1, range.end.line + 1];
  const label = `${vscode.workspace.asRelativePath(uri, false)}:${lines.join('-')}`;
  const whole = new vscode.Range(range.start.line, 0, range.end.line, Number.MAX_SAFE_INTEGER);
  const text = await documentText(uri, whole);
  return uri.scheme === 'file' ? { kind, label, path: uri.fsPath, range: lines, ...text } : { kind: 'text', label, ...text };
}

async function documentText(uri: vscode.Uri, range?: vscode.Range): Promise<{ text?: string }> {
  try {
    const document = await vscode.workspace.openTextDocument(uri);
    return { text: document.getText(range).replaceAll('\r\n', '\n') };
  } catch {
    return {}; // the engine says that it could not be read
  }
}
