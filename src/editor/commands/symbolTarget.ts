import * as vscode from 'vscode';
import type { SymbolQuestion } from '../../engine/symbolTypes.ts';
import { uriOf } from '../chat/shownReferences.ts';

/** A symbol that is asked about, and where the cursor is on its name. */
export interface SymbolTarget {
  readonly question: SymbolQuestion;
  readonly cursor?: { readonly uri: vscode.Uri; readonly at: vscode.Position; readonly word: string };
}

const identifier = /#?[\p{L}\p{Nl}$_][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}$]*/u;

/** Words that name nothing; what may also be a name (`type`, `of`, `get`) is not among them. */
const keywords = new Set(
  `break case catch class const continue debugger default delete do else enum export extends false finally for function if implements import in
  instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with
  yield`.split(/\s+/u),
);

/** By an argument (a name, or `{ uri, line }` with a path or an address and a line from 1), else by the cursor. Undefined where neither says. */
export function symbolTarget(given: unknown): SymbolTarget | undefined {
  if (typeof given === 'string') return given.trim() === '' ? undefined : { question: { name: given.trim() } };
  const { uri, line } = (typeof given === 'object' && given !== null ? given : {}) as Readonly<Record<string, unknown>>;
  if (line === undefined) return atCursor(); // the editor's menu passes the file alone
  const file = uri instanceof vscode.Uri ? uri : typeof uri === 'string' ? parseUri(uri) : undefined;
  const isPlace = file?.scheme === 'file' && typeof line === 'number' && Number.isSafeInteger(line) && line >= 1;
  if (!isPlace) throw new Error('Show Callers of Symbol takes a name, or { "uri": a file, "line": a number from 1 }');
  return { question: { path: file.fsPath, line } };
}

function atCursor(): SymbolTarget | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.uri.scheme !== 'file') return undefined;
  const { document, selection } = editor;
  const at = selection.active;
  const place = { path: document.uri.fsPath, line: at.line + 1 };
  const range = document.getWordRangeAtPosition(at, identifier);
  if (range === undefined) return { question: place };
  const word = document.getText(range);
  if (keywords.has(word)) return undefined;
  return { question: { ...place, word }, cursor: { uri: document.uri, at: range.start, word } };
}

const parseUri = (text: string): vscode.Uri | undefined => (text.startsWith('file:') ? vscode.Uri.parse(text) : uriOf(text));
