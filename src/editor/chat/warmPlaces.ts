import * as vscode from 'vscode';
import type { WarmPlace } from '../../engine/api.ts';
import { Warmth } from './warmth.ts';

/** Whoever stays so long looks at it; a cursor on its way does not, in milliseconds. */
const dwellMs = 1_000;
/** More changes at once are made by a tool, not by hand. */
const mostChanges = 20;

type Change = Pick<vscode.TextDocumentChangeEvent, 'document' | 'contentChanges'> & { readonly version: number };

/** Listens where in the workspace's files a person edits and stays. */
export class WarmPlaces implements vscode.Disposable {
  readonly #warmth = new Warmth();
  readonly #listeners: vscode.Disposable;
  #dwelling: NodeJS.Timeout | undefined;
  /** The last change that left a document clean, with the document's version then. */
  #undecided: Change | undefined;

  constructor() {
    this.#listeners = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument((event) => {
        this.#changed(event);
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

  /**
   * A document that stays clean was read anew from the disk. The first edit of a clean one, however, is told before that it is dirty now,
   * which comes as a change of nothing.
   */
  #changed({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    if (!isOurs(document)) return;
    const { version } = document;
    const first = this.#undecided;
    this.#undecided = document.isDirty || contentChanges.length === 0 ? undefined : { document, contentChanges, version };
    if (!document.isDirty) return;
    const isFirst = contentChanges.length === 0 && first?.document === document && first.version === version;
    this.#edited(document, isFirst ? first.contentChanges : contentChanges);
  }

  /** Changes come last first, so that their lines hold. */
  #edited({ uri }: vscode.TextDocument, changes: readonly vscode.TextDocumentContentChangeEvent[]): void {
    for (const { range, text } of changes.slice(0, mostChanges)) {
      const lines = text.split('\n').length - 1 - (range.end.line - range.start.line);
      if (lines !== 0) this.#warmth.shift(uri.fsPath, range.start.line + 1, lines);
      this.#warmth.edit(uri.fsPath, range.start.line + 1, performance.now());
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
