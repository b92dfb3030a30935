import * as vscode from 'vscode';
import type { Option } from '../budget/options.ts';
import { dryRunText } from '../budget/dryRun.ts';
import { valuesOf } from '../budget/showTried.ts';
import type { Scope } from '../settings/settingsChanges.ts';
import { goBack, pickStep } from '../views/pickStep.ts';
import type { CommandPorts } from './ports.ts';

interface ScopeItem extends vscode.QuickPickItem {
  readonly scope: Scope;
}

const longestTitle = 60;

/** Asks for whom a change shall hold, and says once more what it would do to the last turn. */
export async function pickScope(ports: CommandPorts, option: Option): Promise<Scope | typeof goBack | undefined> {
  const { what, note } = option;
  const picked = await pickStep({
    title: `${what}${note === undefined ? '' : ` (${note})`}`,
    placeHolder: 'For whom?',
    items: scopeItems(ports),
    back: true,
    onShow: (pick, signal) => {
      pick.busy = true;
      ports.dryRun.of(valuesOf(option), signal).then(
        (result) => {
          pick.placeholder = dryRunText(result);
          pick.busy = false;
        },
        (error: unknown) => {
          if (!signal.aborted) ports.log.warn(`dry run: ${error instanceof Error ? error.message : String(error)}`);
        },
      );
    },
  });
  return picked === goBack ? goBack : picked?.scope;
}

function scopeItems({ turns }: CommandPorts): ScopeItem[] {
  const { chat } = turns;
  const title = chat === undefined ? '' : chat.title.slice(0, longestTitle);
  const hasFolder = vscode.workspace.workspaceFolders !== undefined;
  return [
    ...(chat === undefined ? [] : [{ label: '$(comment-discussion) This chat', description: title, scope: 'chat' as const }]),
    ...(hasFolder ? [{ label: '$(root-folder) Workspace', description: 'its settings', scope: 'workspace' as const }] : []),
    { label: '$(account) User', description: 'all workspaces', scope: 'user' },
  ];
}
