import type { TokenCounter } from '../broker/tokens.ts';

/** A summary larger than this share of what it replaces, in percent, is not worth the loss. */
const largestShare = 70;

const refusal =
  /^\W*(?:i['\u2019]?m sorry|sorry\b|i (?:can(?:no|['\u2019])t|am (?:not able|unable)|won['\u2019]t|will not)|as an ai\b|unable to)/iu;
const plain = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** Why a summary must not take the place of its source; undefined where it may. `source` is what stands in the prompt now. */
export function summaryProblem(summary: string, source: string, counter: TokenCounter): string | undefined {
  const text = plain(summary);
  if (text === '') return 'the model answered nothing';
  if (text === plain(source)) return 'the model gave back what it was given';
  if (refusal.test(text)) return 'the model refused';
  const [size, most] = [counter.count(summary), Math.floor((counter.count(source) * largestShare) / 100)];
  return size > most
    ? `the summary is not clearly smaller: ${String(size)} tokens, and ${String(most)} are the most that would help`
    : undefined;
}
