import type { Draft, Item } from '../broker/block.ts';
import type { Contributor } from '../broker/contributor.ts';
import { reservationsFor } from '../broker/layers.ts';
import type { TokenCounter } from '../broker/tokens.ts';
import { isCode } from '../signals/fileKind.ts';
import { relevantDeclarations, type RelevantDeclaration } from '../signals/relevantDeclarations.ts';
import type { Target } from '../signals/rank.ts';
import { declarationItems } from './declarationItems.ts';
import type { TurnRequest } from './request.ts';
import { readableFiles } from './targetFiles.ts';

const mostFiles = 15;
const mostDeclarations = 200;
/** Share of its layer's reservation that bodies are offered for: of further declarations the signatures, so that other blocks find room. */
const shareOfBodies = 0.75;
/** In tokens: in small windows nothing is worth more than code. */
const leastRoom = 8_000;

/** Ranked files whose code is offered here; further ones, and documents, are hits of `semantic`. */
export const codeTargets = (targets: readonly Target[]): Target[] => targets.filter(({ path }) => isCode(path)).slice(0, mostFiles);

/**
 * The declarations of the ranked files that matter for the request, whole, file by file with their lines. The least fitting leave first; of
 * every file the one that fits best stays as a signature until no body is left.
 */
export const code: Contributor<TurnRequest> = {
  name: 'code',
  collect: (request) => request.cached('code', () => draftOf(request)),
};

function draftOf(request: TurnRequest): Draft | undefined {
  const found = relevantDeclarations(readableFiles(request, codeTargets(request.targets)), request.query, request.files.vocabulary);
  const room = Math.max(leastRoom, shareOfBodies * reservationsFor(request.budget).reservations.semantic);
  const { items, bestFirst } = declarationItems(found, mostDeclarations, within(room, request.counter));
  if (items.length === 0) return undefined;
  return {
    source: [...new Set(items.map(({ path }) => path))].join(', '),
    reason: 'declarations that fit the request best',
    head: '## Code\n',
    items,
    ladder: ladderOf(items, bestFirst),
  };
}

/** Whether there is room for the next one; what is too large leaves its room to those behind it. */
function within(room: number, counter: TokenCounter): (declaration: RelevantDeclaration) => boolean {
  let left = room;
  return ({ text }) => {
    const tokens = counter.count(text);
    if (tokens > left) return false;
    left -= tokens;
    return true;
  };
}

/**
 * Each leaves whole, the worst first, but for the best of each file, which stays as a signature until no other body is left. The best of all
 * is the last to shrink.
 */
function ladderOf(items: readonly Item[], bestFirst: readonly number[]): number[] {
  const worstFirst = [...bestFirst].reverse();
  const bestOfFile = new Map(worstFirst.map((index) => [items[index]?.path, index]));
  const isBest = (index: number): boolean => bestOfFile.get(items[index]?.path) === index;
  const [top] = bestFirst;
  const steps = (index: number, left: number): number[] =>
    Array.from({ length: Math.max(0, (items[index]?.forms.length ?? 0) - left) }, () => index);
  const leaving = worstFirst.filter((index) => index !== top).flatMap((index) => steps(index, isBest(index) ? 1 : 0));
  const signatures = worstFirst.filter((index) => index !== top && isBest(index));
  return [...leaving, ...signatures, ...(top === undefined ? [] : steps(top, 0))];
}
