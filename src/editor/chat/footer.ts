import * as vscode from 'vscode';
import type { Trace } from '../../broker/trace.ts';
import { commandIds } from '../ids.ts';
import { formatTokens, plural, sentTokens } from '../views/format.ts';

/** One line under the answer, without icons: chat reads a dollar sign as mathematics. What it says: tokens of budget, blocks in and out, what was degraded, the way to the trace. */
export function footer(trace: Trace, margin?: number): vscode.MarkdownString {
  const { id, admitted, budget, dropped, degraded, estimator } = trace;
  const target = encodeURIComponent(JSON.stringify([id]));
  const parts = [
    `${formatTokens(sentTokens(trace), estimator.approximate)} of ${formatTokens(budget)} tokens`,
    `${plural(admitted.length, 'block')} in, ${String(dropped.length)} out`,
    ...(degraded.length === 0 ? [] : [`${String(degraded.length)} degraded`]),
    `[Show trace](command:${commandIds.showTrace}?${target} "What was sent, what was left out, and why")`,
    ...(margin === undefined ? [] : [marginLink(margin)]),
  ];
  const line = new vscode.MarkdownString(`\n\n---\n\n${parts.join(' · ')}`);
  line.isTrusted = { enabledCommands: [commandIds.showTrace, commandIds.raiseMargin] };
  return line;
}

const marginLink = (percent: number): string =>
  `[Raise margin to ${String(percent)} %](command:${commandIds.raiseMargin}?${encodeURIComponent(JSON.stringify([percent]))} "The last three turns were larger than we had counted, by more than the margin")`;
