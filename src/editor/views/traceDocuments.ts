import * as vscode from 'vscode';
import type { TurnText } from '../../engine/api.ts';
import { promptDocument, type PromptSection } from '../../engine/promptDocument.ts';
import { documentScheme, promptLanguage } from '../ids.ts';
import type { TurnStore } from '../turnStore.ts';

export type Part = 'sent' | 'whole' | 'prompt';

const promptName = 'prompt.context';

/** Address of a read-only document: which turn, which part, which block. The last segment is what the tab shows. */
export const documentUri = (turnId: string, part: Part, block = ''): vscode.Uri =>
  vscode.Uri.from({ scheme: documentScheme, path: `/${turnId}/${part}/${part === 'prompt' ? promptName : `${block}.md`}` });

/** Read-only documents with exactly what was sent, and the whole prompt with its blocks as what can be folded and gone to. */
export function registerTraceDocuments(turns: TurnStore): vscode.Disposable {
  // Text, folds and outline are asked for one after the other, and come from the record.
  let latest: { readonly turnId: string; readonly prompt: ReturnType<typeof promptOf> } | undefined;
  const forgetLatest = (): void => {
    latest = undefined;
  };
  const prompt = (turnId: string): ReturnType<typeof promptOf> => {
    if (latest?.turnId === turnId) return latest.prompt;
    latest = { turnId, prompt: promptOf(turns, turnId) };
    latest.prompt.catch(forgetLatest); // whoever asked is told
    return latest.prompt;
  };
  const sections = async ({ path }: vscode.Uri): Promise<readonly PromptSection[]> => {
    const [, turnId = ''] = path.split('/');
    return (await prompt(turnId))?.sections ?? [];
  };
  const selector = { scheme: documentScheme, language: promptLanguage };
  return vscode.Disposable.from(
    turns.onDidChange(forgetLatest),
    vscode.workspace.registerTextDocumentContentProvider(documentScheme, {
      provideTextDocumentContent: async ({ path }) => {
        const [, turnId = '', part = '', name = ''] = path.split('/');
        const text = part === 'prompt' ? (await prompt(turnId))?.text : await blockText(turns, turnId, part, name);
        return text ?? 'This turn is no longer recorded.\n';
      },
    }),
    vscode.languages.registerFoldingRangeProvider(selector, {
      provideFoldingRanges: async ({ uri }) =>
        (await sections(uri)).map(({ from, to }) => new vscode.FoldingRange(from, to, vscode.FoldingRangeKind.Region)),
    }),
    vscode.languages.registerDocumentSymbolProvider(selector, {
      provideDocumentSymbols: async ({ uri }) => (await sections(uri)).map(symbolOf),
    }),
  );
}

function symbolOf({ name, detail, from, to }: PromptSection): vscode.DocumentSymbol {
  const range = new vscode.Range(from, 0, to, 0);
  return new vscode.DocumentSymbol(name, detail, vscode.SymbolKind.String, range, new vscode.Range(from, 0, from, 0));
}

async function promptOf(turns: TurnStore, turnId: string): Promise<ReturnType<typeof promptDocument> | undefined> {
  await turns.load();
  const [turn, text] = [turns.find(turnId), await turns.text(turnId)];
  return turn === undefined || text === undefined ? undefined : promptDocument(turn.trace, text, turns.comparisonOf(turnId));
}

async function blockText(turns: TurnStore, turnId: string, part: string, name: string): Promise<string | undefined> {
  const text = await turns.text(turnId);
  return text === undefined ? undefined : contentOf(text, part === 'whole' ? 'whole' : 'sent', name.replace(/\.md$/u, ''));
}

function contentOf({ blocks }: TurnText, part: 'sent' | 'whole', name: string): string {
  const block = blocks.find((one) => one.name === name);
  if (block === undefined) return '';
  return (part === 'whole' ? (block.whole ?? block.sent) : block.sent) + (block.beside === undefined ? '' : `\n${block.beside}`);
}

/** The exact text, for copying. */
export const sentText = (text: TurnText, name: string): string => contentOf(text, 'sent', name);
