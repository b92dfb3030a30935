import type { TokenCounter } from '../broker/tokens.ts';
import { trimToBudget } from '../broker/trim.ts';
import { requestLine } from './summaryRequest.ts';
import type { ThreadTurn } from './thread.ts';
import { wellFormedText } from './wellFormed.ts';

/** What needs no model: the first request, the latest ones, how the last answer began, and what stood before. Within `most` tokens. */
export function fallbackSummary(turns: readonly ThreadTurn[], previous: string | undefined, most: number, counter: TokenCounter): string {
  const last = turns.at(-1);
  const intent = previous === undefined ? `## Intent\n\n${requestLine(turns[0]?.request ?? '', 400)}\n\n` : '';
  const before = previous === undefined ? '' : `## Before that\n\n${trimToBudget(previous, Math.floor(most / 3), counter)}\n\n`;
  const answer = last === undefined ? '' : `\n## Last answer\n\n${requestLine(wellFormedText(last.response), 400)}\n`;
  const head = `${before}${intent}## Requests, oldest first\n\n`;
  let left = most - counter.count(head) - counter.count(answer);
  const lines: string[] = [];
  for (const { request } of [...turns].reverse()) {
    const line = `- ${requestLine(request)}\n`;
    left -= counter.count(line);
    if (left < 0) break;
    lines.unshift(line);
  }
  return trimToBudget(head + lines.join('') + answer, most, counter);
}
