import * as vscode from 'vscode';
import type { TurnText } from '../../engine/api.ts';
import { documentScheme } from '../ids.ts';
import type { TurnStore } from '../turnStore.ts';

export type Part = 'sent' | 'whole' | 'prompt';

/** Address of a read-only document: which turn, which part, which block. The last segment is what the tab shows. */
export const documentUri = (turnId: string, part: Part, block = ''): vscode.Uri =>
  vscode.Uri.from({ scheme: documentScheme, path: `/${turnId}/${part}/${part === 'prompt' ? 'prompt' : block}.md` });

/** Read-only documents with exactly what was sent. */
export const registerTraceDocuments = (turns: TurnStore): vscode.Disposable =>
  vscode.workspace.registerTextDocumentContentProvider(documentScheme, {
    provideTextDocumentContent: async ({ path }) => {
      const [, turnId = '', part = '', name = ''] = path.split('/');
      const text = await turns.text(turnId);
      return text === undefined ? 'This turn is no longer recorded.\n' : contentOf(text, part as Part, name.replace(/\.md$/u, ''));
    },
  });

function contentOf({ messages, blocks }: TurnText, part: Part, name: string): string {
  if (part === 'prompt') return promptText({ messages, blocks });
  const block = blocks.find((one) => one.name === name);
  if (block === undefined) return '';
  return (part === 'whole' ? (block.whole ?? block.sent) : block.sent) + (block.beside === undefined ? '' : `\n${block.beside}`);
}

/** Message by message, each under a line that names its role. */
const promptText = ({ messages }: TurnText): string =>
  messages.map(({ role, content }, place) => `======== message ${String(place + 1)}: ${role} ========\n${content}\n`).join('\n');

/** The exact text, for copying. */
export const sentText = (text: TurnText, name: string): string => contentOf(text, 'sent', name);
