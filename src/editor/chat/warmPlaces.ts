import * as vscode from 'vscode';
import type { WarmPlace } from '../../engine/api.ts';
import { Warmth } from './warmth.ts';

/** Whoever stays so long looks at it; a cursor on its way does not, in milliseconds. */
const dwellMs = 1_000;
/** More changes at once are made by a tool, not by hand. */
const mostChanges = 20;

/** Listens where in the workspace's files a person edits and stays. */
export class WarmPlaces implements vscode.Disposable {
  readonly #warmth = new Warmth();
  readonly #listeners: vscode.Disposable;
  #dwelling: NodeJS.Timeout | undefined;

  constructor() {
    this.#listeners = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument((event) => {
        this.#edited(event);
      }),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
        this.#stays(textEditor);
      }),
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        this.#stays(editor);
      }),
    );
  }

  places(): WarmPlace[] {
    return this.#warmth.places(performance.now());
  }

  /** Absolute paths, the one that was edited last first. */
  edited(): string[] {
    return this.#warmth.edited(performance.now());
  }

  dispose(): void {
    clearTimeout(this.#dwelling);
    this.#listeners.dispose();
  }

  /** A document that is not dirty was read anew from the disk. Changes come last first, so that their lines hold. */
  #edited({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    if (!isOurs(document) || !document.isDirty) return;
    const path = document.uri.fsPath;
    for (const { range, text } of contentChanges.slice(0, mostChanges)) {
      const lines = text.split('\n').length - 1 - (range.end.line - range.start.line);
      if (lines !== 0) this.#warmth.shift(path, range.start.line + 1, lines);
      this.#warmth.edit(path, range.start.line + 1, performance.now());
    }
  }

  #stays(editor: vscode.TextEditor | undefined): void {
    clearTimeout(this.#dwelling);
    if (!editor || !isOurs(editor.document)) return;
    this.#dwelling = setTimeout(() => {
      if (vscode.window.activeTextEditor !== editor) return;
      this.#warmth.visit(editor.document.uri.fsPath, editor.selection.active.line + 1, performance.now());
    }, dwellMs);
  }
}

const isOurs = ({ uri }: vscode.TextDocument): boolean => uri.scheme === 'file' && vscode.workspace.getWorkspaceFolder(uri) !== undefined;
