import type { TokenCounter } from '../broker/tokens.ts';

/** A summary larger than this share of what it replaces, in percent, is not worth the loss. */
const largestShare = 70;
/** Letters of a text that says something; without any heading it must be a sentence. */
const fewestLetters = { underHeadings: 8, bare: 20 };

/** Headings were asked for: who wrote them has not refused. */
const heading = /^#{1,6}[ \t]+\S/mu;
/** Without them, within its first words. */
const refusal =
  /\b(?:sorry|apologi[sz]e|unfortunately|as an? (?:ai|(?:large )?language model)|(?:i|we) (?:can(?:not| not|['\u2019]t)|could(?: not|n['\u2019]t)|am (?:not able|unable)|['\u2019]m (?:not able|unable)|won['\u2019]t|will not|must decline)|unable to (?:help|assist|comply|summari[sz]e|do)|not able to (?:help|assist|comply|summari[sz]e|do))\b|\bes tut mir leid\b|\bje suis d\u00e9sol\u00e9|\blo siento\b/iu;
const firstWords = 160;

/** Without what nobody sees. */
const plain = (text: string): string =>
  text
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();

/** Why a summary must not take the place of its source; undefined where it may. `source` is what stands in the prompt now. */
export function summaryProblem(summary: string, source: string, counter: TokenCounter): string | undefined {
  const text = plain(summary);
  if (text === '') return 'the model answered nothing';
  if (text === plain(source)) return 'the model gave back what it was given';
  const hasHeadings = heading.test(summary);
  if (!hasHeadings && refusal.test(text.slice(0, firstWords))) return 'the model refused';
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters < (hasHeadings ? fewestLetters.underHeadings : fewestLetters.bare)) return 'the model gave no summary';
  const [size, most] = [counter.count(summary), Math.floor((counter.count(source) * largestShare) / 100)];
  return size > most
    ? `the summary is not clearly smaller: ${String(size)} tokens, and ${String(most)} are the most that would help`
    : undefined;
}
