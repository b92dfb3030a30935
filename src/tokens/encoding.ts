import { asciiPieceEnd, beyondAscii, endMark, o200kPattern } from './asciiPieces.ts';
import { NumberHeap } from './heap.ts';
import { none, RankTable } from './rankTable.ts';

/** js-tiktoken's rank files: tokens as base64 in rank order, and the pattern that splits text into pieces. */
export interface Ranks {
  readonly pat_str: string;
  readonly bpe_ranks: string;
}

const positions = 2 ** 32;
const mostBytesPerUnit = 3;

/**
 * Byte-pair encoding on js-tiktoken's ranks that only counts. Gives the numbers of `Tiktoken.encode(text, [], [])`, so text that looks
 * like a special token is ordinary text, and lone surrogates count as U+FFFD. Merges are taken from a heap: a piece of n bytes costs
 * n log n, however long.
 */
export class Encoding {
  readonly #pattern: RegExp;
  readonly #pieceEnd: (bytes: Uint8Array, from: number) => number;
  readonly #ranks: RankTable;
  /** Holds the bytes of one text; a text for which it is too small gets a room of its own. */
  readonly #room = Buffer.alloc(2 ** 20);

  constructor(ranks: Ranks) {
    // Nobody asks for the groups, and without them matching is much faster.
    this.#pattern = new RegExp(ranks.pat_str.replace(/\((?!\?)/gu, '(?:'), 'uy');
    this.#pieceEnd = ranks.pat_str === o200kPattern ? asciiPieceEnd : () => beyondAscii;
    this.#ranks = new RankTable(ranks.bpe_ranks);
  }

  count(text: string): number {
    const bytes = this.#bytesOf(text);
    let sum = 0;
    let at = 0;
    for (let from = 0; bytes[from] !== endMark;) {
      const first = at;
      let end = this.#pieceEnd(bytes, from);
      if (end === beyondAscii) {
        at = this.#matchEnd(text, first);
        end = from + Buffer.byteLength(text.slice(first, at));
      } else at += end - from;
      const known = this.#ranks.count(bytes, from, end);
      sum += known === none ? this.#countPiece(bytes, from, end) : known;
      from = end;
    }
    return sum;
  }

  /** With `endMark` behind. */
  #bytesOf(text: string): Buffer {
    const most = mostBytesPerUnit * text.length + 1;
    const bytes = most > this.#room.length ? Buffer.alloc(most) : this.#room;
    bytes[bytes.write(text)] = endMark;
    return bytes;
  }

  /** Every character is part of some piece. */
  #matchEnd(text: string, from: number): number {
    this.#pattern.lastIndex = from;
    this.#pattern.test(text);
    return this.#pattern.lastIndex;
  }

  #countPiece(bytes: Uint8Array, from: number, end: number): number {
    const count = this.#merge(bytes.subarray(from, end));
    this.#ranks.learn(bytes, from, end, count);
    return count;
  }

  /** Joins the neighbours of lowest rank, leftmost first, until no two join. Neighbours are linked by their first byte's index. */
  #merge(bytes: Uint8Array): number {
    const size = bytes.length;
    const next = new Int32Array(size + 1).fill(size);
    const previous = new Int32Array(size);
    /** Rank of what a part and the next make. */
    const pair = new Int32Array(size);
    const candidates: number[] = [];
    for (let at = 0; at < size; at++) {
      next[at] = at + 1;
      previous[at] = at - 1;
      pair[at] = at + 1 < size ? this.#ranks.rank(bytes, at, at + 2) : none;
      if (pair[at] !== none) candidates.push((pair[at] ?? 0) * positions + at);
    }
    const heap = new NumberHeap(candidates);
    let parts = size;
    const rejoin = (at: number): void => {
      const right = next[at] ?? size;
      pair[at] = right < size ? this.#ranks.rank(bytes, at, next[right] ?? size) : none;
      if (pair[at] !== none) heap.push((pair[at] ?? 0) * positions + at);
    };
    for (let best = heap.pop(); best !== undefined; best = heap.pop()) {
      const at = best % positions;
      if (pair[at] !== (best - at) / positions) continue;
      const right = next[at] ?? size;
      const after = next[right] ?? size;
      pair[right] = none;
      next[at] = after;
      if (after < size) previous[after] = at;
      parts--;
      rejoin(at);
      if ((previous[at] ?? none) >= 0) rejoin(previous[at] ?? 0);
    }
    return parts;
  }
}
