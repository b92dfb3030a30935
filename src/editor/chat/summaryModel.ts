import * as vscode from 'vscode';
import type { Settings } from '../../engine/settings.ts';
import { offlineVendor } from '../ids.ts';

/** VS Code tells no prices: vendors name their small models so. */
const smallName = /\b(?:mini|nano|lite|flash|haiku|small)\b/iu;

/** The model that is asked for summaries; undefined where there is none but the offline preview. */
export async function summaryModel(
  current: vscode.LanguageModelChat,
  { history }: Settings,
): Promise<vscode.LanguageModelChat | undefined> {
  if (current.vendor === offlineVendor) return undefined;
  if (history.summaryModel === 'current') return current;
  const models = await vscode.lm.selectChatModels({ vendor: current.vendor });
  const small = models.filter(({ id, name, family }) => [id, name, family].some((text) => smallName.test(text)));
  return small.sort((a, b) => (a.id < b.id ? -1 : 1))[0] ?? current;
}
