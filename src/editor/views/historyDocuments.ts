import * as vscode from 'vscode';
import type { Engine } from '../../engine/api.ts';
import { findText } from '../../engine/archive/findText.ts';
import type { PageWanted } from '../../engine/archiveTypes.ts';
import { historyScheme } from '../ids.ts';
import { archivePlaceOf, archiveUri, pageLenses } from './archivePlace.ts';

/** Previews that stay open longer say that they are gone. */
const mostPreviews = 20;

/** Read-only documents: what is archived, page by page, and what a compaction would do. */
export class HistoryDocuments implements vscode.Disposable {
  readonly #engine: Engine;
  readonly #previews = new Map<string, string>();
  readonly #registration: vscode.Disposable;
  #next = 1;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#registration = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(historyScheme, {
        provideTextDocumentContent: async (uri) => {
          const place = archivePlaceOf(uri);
          if (place === undefined) return this.#previews.get(uri.path) ?? 'This preview is gone. Ask for a new one.\n';
          return (await engine.archivedPage(place))?.text ?? 'The history archive has nothing under this address.\n';
        },
      }),
      vscode.languages.registerCodeLensProvider({ scheme: historyScheme }, { provideCodeLenses: pageLenses }),
    );
  }

  /** Opens a page of archived events, at the turn or the text that is looked for. */
  async openArchived(wanted: PageWanted): Promise<void> {
    const page = await this.#engine.archivedPage(wanted);
    if (page === undefined) throw new Error('the history archive has nothing under this address: it may have been deleted');
    const editor = await open(archiveUri(wanted, page));
    const found = wanted.text === undefined ? undefined : findText(editor.document.getText(), wanted.text);
    if (found !== undefined) {
      const [from, to] = [editor.document.positionAt(found.at), editor.document.positionAt(found.at + found.length)];
      reveal(editor, new vscode.Selection(from, to), vscode.TextEditorRevealType.InCenter);
    } else if (page.line !== undefined) {
      reveal(editor, new vscode.Selection(page.line, 0, page.line, 0), vscode.TextEditorRevealType.AtTop);
    }
  }

  async openPreview(text: string): Promise<void> {
    const path = `/preview/compaction-${String(this.#next++)}.md`;
    this.#previews.set(path, text);
    for (const old of [...this.#previews.keys()].slice(0, -mostPreviews)) this.#previews.delete(old);
    await open(vscode.Uri.from({ scheme: historyScheme, path }));
  }

  dispose(): void {
    this.#registration.dispose();
  }
}

const open = (uri: vscode.Uri): Thenable<vscode.TextEditor> => vscode.window.showTextDocument(uri, { preview: true });

function reveal(editor: vscode.TextEditor, selection: vscode.Selection, how: vscode.TextEditorRevealType): void {
  editor.selection = selection;
  editor.revealRange(selection, how);
}
