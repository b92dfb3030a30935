import * as vscode from 'vscode';
import { layers } from '../../broker/layers.ts';
import type { TurnSummary } from '../../engine/api.ts';
import { commandIds } from '../ids.ts';
import type { TurnStore } from '../turnStore.ts';
import { bar, formatTokens, percent, sentTokens, shortTokens } from './format.ts';

/** How full the last turn's budget was; the breakdown on hover, the trace on click. */
export function createStatusMeter(turns: TurnStore): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('contextBroker.meter', vscode.StatusBarAlignment.Right, 90);
  item.name = 'Context Broker';
  item.command = commandIds.showTrace;
  const show = (): void => {
    const { latest } = turns;
    if (latest === undefined) item.hide();
    else render(item, latest);
  };
  show();
  return vscode.Disposable.from(item, turns.onDidChange(show));
}

function render(item: vscode.StatusBarItem, { trace }: TurnSummary): void {
  const { budget, estimator, degraded } = trace;
  const used = sentTokens(trace);
  const tokens = `${estimator.approximate ? '~' : ''}${shortTokens(used)}/${shortTokens(budget)}`;
  item.text = `$(layers) ${tokens}${degraded.length === 0 ? '' : ' $(warning)'}`;
  item.tooltip = tooltip(trace, used);
  item.accessibilityInformation = {
    label: `Context of the last turn: ${formatTokens(used)} of ${formatTokens(budget)} tokens, ${percent(used, budget)}`,
  };
  item.show();
}

function tooltip(
  { layers: accounts, budget, estimator, dropped, degraded, window }: TurnSummary['trace'],
  used: number,
): vscode.MarkdownString {
  const rows = layers
    .filter((layer) => accounts[layer].spent > 0)
    .map(
      (layer) =>
        `| ${layer} | ${bar(accounts[layer].spent, accounts[layer].reserved)} | ${formatTokens(accounts[layer].spent, estimator.approximate)} | ${formatTokens(accounts[layer].reserved)} |`,
    );
  const text = new vscode.MarkdownString(
    `**Context of the last turn:** ${formatTokens(used, estimator.approximate)} of ${formatTokens(budget)} tokens, ${percent(used, budget)} (window ${formatTokens(window.tokens)})\n\n` +
      `| layer | | spent | reserved |\n|---|---|--:|--:|\n${rows.join('\n')}\n\n` +
      `${String(dropped.length)} left out, ${String(degraded.length)} degraded · [Show trace](command:${commandIds.showTrace}) · [Settings](command:${commandIds.openSettings})`,
  );
  text.isTrusted = { enabledCommands: [commandIds.showTrace, commandIds.openSettings] };
  return text;
}
