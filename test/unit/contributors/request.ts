import type { Draft } from '../../../src/broker/block.ts';
import { segmentsAt } from '../../../src/broker/block.ts';
import type { Contributor } from '../../../src/broker/contributor.ts';
import type { TurnRequest } from '../../../src/contributors/request.ts';
import { extractSignals } from '../../../src/signals/extractSignals.ts';
import { mentionsIn } from '../../../src/signals/mentions.ts';
import { queryWords } from '../../../src/signals/words.ts';
import { block, characters } from '../broker/helpers.ts';

/** A turn over some files, the ranked ones first; a character is a token. */
export function turn(files: Readonly<Record<string, string>>, more: Partial<TurnRequest> = {}): TurnRequest {
  const text = more.text ?? 'why does retry give up?';
  const paths = Object.keys(files);
  return {
    text,
    command: '',
    model: { id: 'model', vendor: 'vendor', family: 'family' },
    window: { tokens: 128_000, kind: 'total', source: 'test' },
    budget: 89_600,
    counter: characters,
    references: [],
    working: { unsaved: [], diagnostics: [] },
    tools: [],
    history: [],
    settings: { historyPairs: 8, workingStateTokens: 600, signalRows: 5, hotspot: 5 },
    targets: paths
      .filter((path) => /\.[jt]sx?$/u.test(path))
      .map((path, place) => ({ path, rank: place + 1, score: 1 - place / 10, why: 'test' })),
    words: queryWords(text),
    identifiers: mentionsIn(text).identifiers,
    files: {
      paths: [...paths].sort(),
      signals: (path) => (/\.[jt]sx?$/u.test(path) ? extractSignals(path, files[path] ?? '') : undefined),
      text: (path) => files[path],
    },
    ...more,
  };
}

export async function collected(contributor: Contributor<TurnRequest>, request: TurnRequest): Promise<Draft | undefined> {
  return contributor.collect(request, new AbortController().signal);
}

/** The text of each version of a contributor's block, the whole one first, until nothing is left. */
export async function versions(contributor: Contributor<TurnRequest>, request: TurnRequest): Promise<string[]> {
  const draft = await collected(contributor, request);
  if (draft === undefined) return [];
  const whole = block(contributor.name, draft.items, { ...draft, ladder: draft.ladder ?? block(contributor.name, draft.items).ladder });
  const all = Array.from({ length: whole.ladder.length + 1 }, (_, step) => segmentsAt(whole, step).join(''));
  return all.filter((text) => text !== '');
}
