import type { TokenCounter } from '../../broker/tokens.ts';
import { cutText } from './cutText.ts';
import type { GivenPart, GivenPartView, GivenResult } from './loopGroup.ts';

/** Images and what else is no text have a flat price. */
const dataTokens = 1_000;

/** Of what nobody here can read. */
export const flatTokens = (bytes: number): number => Math.min(Math.ceil(bytes / 4), dataTokens);

export interface CappedResult {
  readonly parts: readonly GivenPartView[];
  readonly tokens: number;
  /** About what was left out had, where anything was. */
  readonly leftOut: number;
}

/** A tool's result of at most `most` tokens. Text is cut; what is no text stays whole or gives way to a line that says so. */
export function cappedResult({ parts }: GivenResult, most: number, counter: TokenCounter): CappedResult {
  const views: GivenPartView[] = [];
  let [tokens, leftOut] = [0, 0];
  for (const [place, part] of parts.entries()) {
    const capped = part.kind === 'text' ? cappedText(part.text, most - tokens, counter) : cappedData(part, most - tokens, counter);
    views.push(...(capped.text === undefined ? [{ part: place }] : capped.text === '' ? [] : [{ text: capped.text }]));
    tokens += capped.tokens;
    leftOut += capped.leftOut;
  }
  return { parts: views, tokens, leftOut };
}

interface CappedPart {
  /** In place of the part. */
  readonly text?: string;
  readonly tokens: number;
  readonly leftOut: number;
}

function cappedText(text: string, most: number, counter: TokenCounter): CappedPart {
  const cut = cutText(text, most, counter);
  const tokens = counter.count(cut.text);
  if (cut.leftOut === 0) return { tokens, leftOut: 0 };
  const kept = text.length - cut.leftOut;
  return { text: cut.text, tokens, leftOut: Math.ceil(kept === 0 ? cut.leftOut / 4 : (cut.leftOut * tokens) / cut.text.length) };
}

function cappedData(part: Exclude<GivenPart, { kind: 'text' }>, most: number, counter: TokenCounter): CappedPart {
  const size = part.kind === 'data' ? flatTokens(part.bytes) : counter.count(part.text);
  if (size <= most) return { tokens: size, leftOut: 0 };
  const text = `[${part.kind === 'data' ? part.mimeType : 'structured output'} left out: ${String(size)} tokens]`;
  const tokens = counter.count(text);
  return tokens <= most ? { text, tokens, leftOut: size } : { text: '', tokens: 0, leftOut: size };
}
