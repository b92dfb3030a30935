import type * as vscode from 'vscode';
import { metadataOf } from './turnMetadata.ts';

const next: Readonly<Record<string, readonly vscode.ChatFollowup[]>> = {
  '': [{ prompt: 'Plan how to change it', command: 'plan', label: 'Plan a change' }],
  explain: [{ prompt: 'Review it', command: 'review', label: 'Review this code' }],
  plan: [{ prompt: 'Implement the first step of the plan', command: 'implement', label: 'Implement the first step' }],
  implement: [{ prompt: 'Review what you just wrote', command: 'review', label: 'Review the change' }],
  fix: [{ prompt: 'How do I verify the fix?', command: '', label: 'How to verify the fix' }],
  review: [{ prompt: 'Fix the most serious finding', command: 'fix', label: 'Fix the most serious finding' }],
};

/** Without a command VS Code would repeat the one of the turn: an empty one is a plain question. What people usually want next; after a preview, to ask what they previewed. */
export function followups(result: vscode.ChatResult): vscode.ChatFollowup[] {
  const metadata = metadataOf(result);
  if (metadata === undefined || result.errorDetails !== undefined) return [];
  if (metadata.command === 'preview')
    return metadata.request === '' ? [] : [{ prompt: metadata.request, command: '', label: 'Ask this now' }];
  return !metadata.complete ? [] : [...(next[metadata.command] ?? [])];
}
