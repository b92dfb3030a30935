import { NumberHeap } from './heap.ts';

/** js-tiktoken's rank files: tokens as base64 in rank order, and the pattern that splits text into pieces. */
export interface Ranks {
  readonly pat_str: string;
  readonly bpe_ranks: string;
}

const none = -1;
const positions = 2 ** 32;
const tokenLimit = 2 ** 18;
const cachedPieces = 50_000;
const cachedPieceLength = 64;

/**
 * Byte-pair encoding on js-tiktoken's ranks that only counts. Gives the numbers of `Tiktoken.encode(text, [], [])`, so text that looks
 * like a special token is ordinary text, and lone surrogates count as U+FFFD. Merges are taken from a heap: a piece of n bytes costs
 * n log n, however long.
 */
export class Encoding {
  readonly #pattern: RegExp;
  /** Bytes, one a character, to rank. */
  readonly #ranks = new Map<string, number>();
  /** Two ranks in one number, to the rank of their merge or `none`. */
  readonly #merges = new Map<number, number>();
  readonly #bytes: string[] = [];
  readonly #pieces = new Map<string, number>();
  readonly #byteRanks: readonly number[];

  constructor(ranks: Ranks) {
    // Nobody asks for the groups, and without them matching is much faster.
    this.#pattern = new RegExp(ranks.pat_str.replace(/\((?!\?)/gu, '(?:'), 'ug');
    for (const line of ranks.bpe_ranks.split('\n')) {
      const [, offset, ...tokens] = line.split(' ');
      for (const [index, token] of tokens.entries()) {
        const bytes = Buffer.from(token, 'base64').toString('latin1');
        this.#ranks.set(bytes, Number(offset) + index);
        this.#bytes[Number(offset) + index] = bytes;
      }
    }
    this.#byteRanks = Array.from({ length: 256 }, (_, byte) => this.#ranks.get(String.fromCharCode(byte)) ?? none);
  }

  count(text: string): number {
    let sum = 0;
    this.#pattern.lastIndex = 0;
    for (let match = this.#pattern.exec(text); match !== null; match = this.#pattern.exec(text)) {
      sum += this.#pieces.get(match[0]) ?? this.#countPiece(match[0]);
    }
    return sum;
  }

  #countPiece(piece: string): number {
    const bytes = isAscii(piece) ? piece : Buffer.from(piece).toString('latin1');
    const count = this.#ranks.has(bytes) ? 1 : this.#merge(bytes);
    if (piece.length <= cachedPieceLength) {
      if (this.#pieces.size >= cachedPieces) this.#pieces.clear();
      // A copy: a part of a text would keep all of the text in memory.
      this.#pieces.set(Buffer.from(piece, 'utf16le').toString('utf16le'), count);
    }
    return count;
  }

  /** Joins the neighbours of lowest rank, leftmost first, until no two join. Neighbours are linked by their first byte's index. */
  #merge(bytes: string): number {
    const size = bytes.length;
    const token = new Int32Array(size);
    const next = new Int32Array(size);
    const previous = new Int32Array(size);
    const pair = new Int32Array(size);
    for (let at = 0; at < size; at++) {
      token[at] = this.#byteRanks[bytes.charCodeAt(at)] ?? none;
      next[at] = at + 1;
      previous[at] = at - 1;
    }
    const candidates: number[] = [];
    for (let at = 0; at < size; at++) {
      pair[at] = at + 1 < size ? this.#joined(token[at] ?? none, token[at + 1] ?? none) : none;
      if (pair[at] !== none) candidates.push((pair[at] ?? 0) * positions + at);
    }
    const heap = new NumberHeap(candidates);
    let parts = size;
    const rejoin = (at: number): void => {
      const right = next[at] ?? size;
      pair[at] = right < size ? this.#joined(token[at] ?? none, token[right] ?? none) : none;
      if (pair[at] !== none) heap.push((pair[at] ?? 0) * positions + at);
    };
    for (let best = heap.pop(); best !== undefined; best = heap.pop()) {
      const at = best % positions;
      const rank = (best - at) / positions;
      if (pair[at] !== rank) continue;
      const right = next[at] ?? size;
      const after = next[right] ?? size;
      token[at] = rank;
      pair[right] = none;
      next[at] = after;
      if (after < size) previous[after] = at;
      parts--;
      rejoin(at);
      if ((previous[at] ?? none) >= 0) rejoin(previous[at] ?? 0);
    }
    return parts;
  }

  #joined(left: number, right: number): number {
    const key = left * tokenLimit + right;
    const known = this.#merges.get(key);
    if (known !== undefined) return known;
    const rank = this.#ranks.get((this.#bytes[left] ?? '') + (this.#bytes[right] ?? '')) ?? none;
    if (this.#merges.size >= 8 * cachedPieces) this.#merges.clear();
    this.#merges.set(key, rank);
    return rank;
  }
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}
