import { createHash } from 'node:crypto';
import { Encoding } from './encoding.ts';

export const estimators = ['o200k_base', 'cl100k_base', 'chars/4'] as const;
export type Estimator = (typeof estimators)[number];

export interface Counter {
  readonly name: Estimator;
  readonly approximate: boolean;
  /** Tokens of `text` on its own. Linear in its length. */
  count(text: string): number;
}

const cachedTexts = 20_000;
const longKey = 256;

/** Loads what `estimator` needs (ranks are a few megabytes) and counts with it, remembering counts by content. */
export async function createCounter(estimator: Estimator): Promise<Counter> {
  if (estimator === 'chars/4') return { name: estimator, approximate: true, count: (text) => Math.ceil(text.length / 4) };
  const encoding = new Encoding(await loadRanks(estimator));
  const known = new Map<string, number>();
  const count = (text: string): number => {
    const key = text.length < longKey ? text : createHash('sha1').update(text, 'utf16le').digest('base64');
    const cached = known.get(key);
    if (cached !== undefined) return cached;
    const counted = encoding.count(text);
    if (known.size >= cachedTexts) known.clear();
    known.set(key, counted);
    return counted;
  };
  return { name: estimator, approximate: false, count };
}

async function loadRanks(estimator: Exclude<Estimator, 'chars/4'>): Promise<{ pat_str: string; bpe_ranks: string }> {
  const module = estimator === 'o200k_base' ? await import('js-tiktoken/ranks/o200k_base') : await import('js-tiktoken/ranks/cl100k_base');
  return module.default;
}
