import type { Draft } from '../../../src/broker/block.ts';
import { segmentsOf } from '../../../src/broker/block.ts';
import type { Contributor } from '../../../src/broker/contributor.ts';
import type { TurnRequest } from '../../../src/contributors/request.ts';
import { documentSections } from '../../../src/signals/documentSections.ts';
import { extractSignals } from '../../../src/signals/extractSignals.ts';
import { parseQuery } from '../../../src/signals/query.ts';
import { Vocabulary } from '../../../src/signals/terms.ts';
import { importGraph } from '../../../src/signals/importGraph.ts';
import { SymbolGraph } from '../../../src/signals/symbols/symbolGraph.ts';
import { indexOf, resolverOf } from '../signals/corpus.ts';
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
    isHistoryLimited: false,
    previousSession: () => undefined,
    settings: {
      historyPairs: 8,
      summaryTokens: 500,
      digestTokens: 2_000,
      workingStateTokens: 600,
      signalRows: 5,
      hotspot: 5,
      skillFolders: ['.github/skills', '.claude/skills', '.agents/skills'],
      skillPercent: 2,
      planFiles: ['PLAN.md', 'TODO.md', '.specify/specs/*/tasks.md', '.github/prompts/*.md'],
    },
    targets: paths
      .filter((path) => /\.[jt]sx?$|^docs\//u.test(path))
      .map((path, place) => ({ path, rank: place + 1, score: 1 / (place + 1), why: 'test' })),
    query: parseQuery(text),
    files: {
      paths: [...paths].sort(),
      roots: [''],
      realPath: (path) => path,
      signals: (path) =>
        /\.[jt]sx?$/u.test(path)
          ? extractSignals(path, files[path] ?? '')
          : path.endsWith('.md')
            ? documentSections(files[path] ?? '')
            : undefined,
      text: (path) => files[path],
      named: (path) => (files[path] === undefined ? { problem: 'does not exist' } : { text: files[path] }),
      byImportance: () => [...paths].sort((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1)),
      vocabulary: new Vocabulary(),
    },
    cached: (_part, compute) => compute(),
    graph: symbolGraphOf(files),
    warm: [],
    skillUse: new Map(),
    artifacts: [],
    ...more,
  };
}

function symbolGraphOf(files: Readonly<Record<string, string>>): SymbolGraph {
  const [index, resolver] = [indexOf(files), resolverOf(files)];
  return new SymbolGraph(index, importGraph(index, resolver), resolver);
}

export async function collected(contributor: Contributor<TurnRequest>, request: TurnRequest): Promise<Draft | undefined> {
  return contributor.collect(request, new AbortController().signal);
}

/** The text of each version of a contributor's block, the whole one first, until nothing is left. */
export async function versions(contributor: Contributor<TurnRequest>, request: TurnRequest): Promise<string[]> {
  const draft = await collected(contributor, request);
  if (draft === undefined) return [];
  const whole = block(contributor.name, draft.items, { ...draft, ladder: draft.ladder ?? block(contributor.name, draft.items).ladder });
  const at = draft.items.map(() => 0);
  const all = [segmentsOf(whole, at).join('')];
  for (const index of whole.ladder) {
    at[index] = (at[index] ?? 0) + 1;
    all.push(segmentsOf(whole, at).join(''));
  }
  return all.filter((text) => text !== '');
}
