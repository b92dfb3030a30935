import * as vscode from 'vscode';
import type { Diagnostic, WorkingState } from '../../engine/api.ts';
import { isFile } from '../isFile.ts';

const mostDiagnostics = 50;
/** A longer selection would be cut anyway, in characters. */
const mostSelected = 20_000;

/** What the person is looking at. */
export function workingState(): WorkingState {
  const active = activeEditor();
  const unsaved = vscode.workspace.textDocuments.filter(({ isDirty, uri }) => isDirty && isFile(uri)).map(({ uri }) => uri.fsPath);
  return { ...(active === undefined ? {} : { active }), unsaved: unsaved.sort(), diagnostics: diagnostics() };
}

function activeEditor(): WorkingState['active'] {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || !isFile(editor.document.uri)) return undefined;
  const { document, selection } = editor;
  const base = { path: document.uri.fsPath, line: selection.active.line + 1 };
  if (selection.isEmpty) return base;
  const text = document.getText(selection).slice(0, mostSelected);
  return { ...base, selection: { range: [selection.start.line + 1, selection.end.line + 1], text } };
}

/** Errors and warnings; those of the active file first, then by place, so that the same state gives the same rows. */
function diagnostics(): Diagnostic[] {
  const active = vscode.window.activeTextEditor?.document.uri.fsPath;
  const all = vscode.languages.getDiagnostics().flatMap(([uri, found]) => {
    if (!isFile(uri)) return [];
    return found
      .filter(({ severity }) => severity <= vscode.DiagnosticSeverity.Warning)
      .map(({ severity, message, range }): Diagnostic => ({
        path: uri.fsPath,
        line: range.start.line + 1,
        severity: severity === vscode.DiagnosticSeverity.Error ? 'error' : 'warning',
        message,
      }));
  });
  const place = ({ path }: Diagnostic): number => (path === active ? 0 : 1);
  return all
    .sort((a, b) => place(a) - place(b) || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line))
    .slice(0, mostDiagnostics);
}
