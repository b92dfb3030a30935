import type { TokenCounter } from '../../broker/tokens.ts';
import { trimToBudget } from '../../broker/trim.ts';
import { requestLine } from '../summaryRequest.ts';
import type { ThreadTurn } from '../thread.ts';

/** A summary that needs no model: what stood before, then how each message began, the latest ones where not all fit. Within `most` tokens. */
export function loopFallback(rest: readonly ThreadTurn[], previous: string | undefined, most: number, counter: TokenCounter): string {
  const before = previous === undefined ? '' : `${trimToBudget(previous, Math.floor(most / 3), counter)}\n\n`;
  let left = most - counter.count(before);
  const lines: string[] = [];
  for (const { request, response } of [...rest].reverse()) {
    const line = `- ${requestLine(request, 80)}${request === '' ? '' : ': '}${requestLine(response)}\n`;
    left -= counter.count(line);
    if (left < 0) break;
    lines.unshift(line);
  }
  return trimToBudget(before + lines.join(''), most, counter);
}
