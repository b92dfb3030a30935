import * as vscode from 'vscode';
import type { Assembled } from '../../engine/api.ts';
import { listedInMap } from '../../engine/packedFiles.ts';
import { windowName, type WindowColumn } from '../../engine/windowComparison.ts';
import { commandIds } from '../ids.ts';
import { formatTokens, sentTokens } from '../views/format.ts';

const mostFiles = 10;

/** What would have been sent, and why, as an answer in the chat. */
export function previewText({ trace, files }: Assembled, note: string, comparison: readonly WindowColumn[] = []): vscode.MarkdownString {
  const approximate = trace.estimator.approximate;
  const tokens = (count: number): string => formatTokens(count, approximate);
  const inside = trace.blocks.filter(({ admitted }) => admitted);
  const less = trace.blocks.filter((block) => block.tokens < block.originalTokens);
  const text = `${note}

**${tokens(sentTokens(trace))} of ${formatTokens(trace.budget)} tokens** in ${String(inside.length)} blocks:

| Block | Tokens | Why |
|---|--:|---|
${inside.map((block) => `| ${block.name} | ${tokens(block.tokens)} | ${escape(block.reason)} |`).join('\n')}
| | ${formatTokens(trace.messageOverhead)} | messages around the blocks |

${less.length === 0 ? 'Nothing was left out.' : `**Left out:**\n${less.map((block) => `- ${block.name}: ${tokens(block.originalTokens - block.tokens)} tokens, ${escape(block.reason)}`).join('\n')}`}

${rankedFiles(files)}${otherWindows(comparison)}`;
  return new vscode.MarkdownString(text);
}

export const openPromptButton = (traceId: string): vscode.Command => ({
  command: commandIds.openPrompt,
  title: 'Open the whole prompt',
  arguments: [traceId],
});

function otherWindows(columns: readonly WindowColumn[]): string {
  if (columns.length === 0) return '';
  const totals = columns.map(({ window, total }) => `${windowName(window)} ${total === undefined ? 'too small' : formatTokens(total)}`);
  return `\n\n**In other windows:** ${totals.join(' · ')}. The whole prompt has the blocks.`;
}

function rankedFiles(files: Assembled['files']): string {
  const shown = files.filter(({ detail, why }) => detail !== undefined && why !== listedInMap).slice(0, mostFiles);
  if (shown.length === 0) return 'No file of the workspace fits the request.';
  return `**Files, best first:**\n${shown.map(({ path, detail, why }) => `1. \`${path}\` (${detail ?? ''}): ${escape(why)}`).join('\n')}`;
}

const escape = (text: string): string => text.replace(/[|<>\\]/gu, '\\$&');
