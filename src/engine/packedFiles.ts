import type { LineRange } from '../broker/block.ts';
import { compare } from '../broker/contributor.ts';
import type { FileInBlock, Trace } from '../broker/trace.ts';
import type { PackedFile } from './api.ts';

const mostListed = 50;
/** Why a file is there that is not ranked. */
export const listedInMap = 'listed in the project map';

/** Every ranked file, and every other file of the pack behind them, with what the pack holds of it. */
export function packedFiles(trace: Trace, linesOf: (path: string) => number): PackedFile[] {
  const parts = new Map<string, FileInBlock[]>();
  const reasons = new Map<string, string>();
  for (const { name, reason, files = [] } of trace.blocks.filter((block) => holdsFile(block.name))) {
    for (const file of files) {
      parts.set(file.path, [...(parts.get(file.path) ?? []), file]);
      if (!reasons.has(file.path)) reasons.set(file.path, name === 'references' ? 'attached' : reason);
    }
  }
  const ranked = new Map(trace.ranking.map((file) => [file.path, file]));
  const others = [...parts.keys()].filter((path) => !ranked.has(path)).sort(compare);
  const map = new Set(trace.blocks.find(({ name }) => name === 'projectMap')?.files?.map((file) => file.path));
  const reasonOf = (path: string): string => (map.has(path) ? listedInMap : (reasons.get(path) ?? ''));
  const all = [...ranked.values(), ...others.map((path, place) => ({ path, rank: ranked.size + place + 1, why: reasonOf(path) }))];
  return all
    .filter(({ path, rank }) => rank <= mostListed || parts.has(path))
    .map(({ path, rank, why }) => {
      const mine = parts.get(path) ?? [];
      const ranges = mergeRanges(mine.flatMap((part) => part.ranges));
      const detail = detailOf(mine, ranges, linesOf(path));
      return {
        path,
        ...(detail === undefined ? {} : { detail }),
        tokens: mine.reduce((sum, { tokens }) => sum + tokens, 0),
        rank,
        ranges,
        why,
      };
    });
}

/** Rows of signals speak about a file, they do not hold it. */
const holdsFile = (block: string): boolean => block !== 'ast' && block !== 'skills';

function detailOf(parts: readonly FileInBlock[], ranges: readonly LineRange[], lines: number): PackedFile['detail'] {
  const details = new Set(parts.map(({ detail }) => detail));
  if (details.has('full') || ranges.some(([from, to]) => from === 1 && to >= lines - 1)) return 'full';
  if (details.has('body')) return 'outline';
  if (details.has('signature') || details.has('signatures') || details.has('outline')) return 'signatures';
  return details.size > 0 ? 'mention' : undefined;
}

/** Sorted, overlapping and adjoining ranges joined. */
export function mergeRanges(ranges: readonly LineRange[]): LineRange[] {
  const merged: [number, number][] = [];
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}
