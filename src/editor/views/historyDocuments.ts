import * as vscode from 'vscode';
import type { Engine } from '../../engine/api.ts';
import { historyScheme } from '../ids.ts';

/** Previews that stay open longer say that they are gone. */
const mostPreviews = 20;

/** Read-only documents: what is archived, and what a compaction would do. */
export class HistoryDocuments implements vscode.Disposable {
  readonly #previews = new Map<string, string>();
  readonly #registration: vscode.Disposable;
  #next = 1;

  constructor(engine: Engine) {
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(historyScheme, {
      provideTextDocumentContent: async ({ path }) => {
        const [, kind, name = ''] = path.split('/');
        const id = name.replace(/\.md$/u, '');
        if (kind === 'preview') return this.#previews.get(id) ?? 'This preview is gone. Ask for a new one.\n';
        return (await engine.archivedText(id)) ?? 'The history archive has nothing under this address.\n';
      },
    });
  }

  async openArchived(id: string): Promise<void> {
    await open(`/archive/${id}.md`);
  }

  async openPreview(text: string): Promise<void> {
    const id = `compaction-${String(this.#next++)}`;
    this.#previews.set(id, text);
    for (const old of [...this.#previews.keys()].slice(0, -mostPreviews)) this.#previews.delete(old);
    await open(`/preview/${id}.md`);
  }

  dispose(): void {
    this.#registration.dispose();
  }
}

async function open(path: string): Promise<void> {
  await vscode.window.showTextDocument(vscode.Uri.from({ scheme: historyScheme, path }), { preview: true });
}
