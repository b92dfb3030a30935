import type { TokenCounter } from '../broker/tokens.ts';
import { trimToBudget } from '../broker/trim.ts';
import { requestLine } from './summaryRequest.ts';
import type { ThreadTurn } from './thread.ts';
import { wellFormedText } from './wellFormed.ts';

/** What is left of a thread that is over, as far as it is told in the next one. */
export interface ThreadEnd {
  /** Completed turns that no summary stands for, oldest first. */
  readonly turns: readonly ThreadTurn[];
  readonly summary?: string;
  /** The last request, where it was not answered to the end. */
  readonly unanswered?: string;
}

const longestLine = 160;
/** Of the tokens, for the summary and for the turns after it. */
const share = { summary: 0.35, turns: 0.35 };
const openTask = /^[ \t]*(?:[-*+]|\d+[.)])[ \t]+\[ \][ \t]+(\S.*)$/gmu;
const mostOpen = 10;

/**
 * What a thread decided and left open, worked out without a model: its summary, each later request with how the answer began, tasks that the
 * last answers left unticked, and the last answer as far as there is room. At most `most` tokens; '' where nothing was said.
 */
export function digestText({ turns, summary, unanswered }: ThreadEnd, most: number, counter: TokenCounter): string {
  const last = turns.at(-1);
  const open = openTasks(turns);
  const parts = [
    section('Summary of its beginning', summary && trimToBudget(summary.trim(), Math.floor(most * share.summary), counter)),
    section('Asked, and how the answer began', lines(turns, Math.floor(most * share.turns), counter)),
    section('Left open', open.map((task) => `- ${task}\n`).join('')),
    section('Not answered', unanswered && requestLine(unanswered, 2 * longestLine)),
    section('Last answer', last && wellFormedText(last.response).trim()),
  ];
  return trimToBudget(parts.join('').trim(), most, counter);
}

const section = (title: string, text = ''): string => (text.trim() === '' ? '' : `### ${title}\n\n${text.trimEnd()}\n\n`);

/** The latest turns that there is room for, oldest first. */
function lines(turns: readonly ThreadTurn[], room: number, counter: TokenCounter): string {
  const told: string[] = [];
  let left = room;
  for (const { request, response } of [...turns].reverse()) {
    const line = `- ${requestLine(request, longestLine)} → ${requestLine(response, longestLine)}\n`;
    left -= counter.count(line);
    if (left < 0) break;
    told.unshift(line);
  }
  const earlier = turns.length - told.length;
  return earlier === 0 || told.length === 0 ? told.join('') : `- ${String(earlier)} earlier\n${told.join('')}`;
}

/** Unticked tasks of the last answer that has any. */
function openTasks(turns: readonly ThreadTurn[]): string[] {
  for (const { response } of [...turns].reverse()) {
    const found = [...response.matchAll(openTask)].map(([, task = '']) => requestLine(task, longestLine));
    if (found.length > 0) return found.slice(0, mostOpen);
  }
  return [];
}
