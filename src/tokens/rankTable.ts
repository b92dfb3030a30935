/** No token is made of these bytes. */
export const none = -1;

const mostTokens = 2 ** 18;
const slotMask = 2 * mostTokens - 1;
const base64 = new Uint8Array(256).fill(64);
for (const [value, digit] of Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/').entries())
  base64[digit] = value;

/**
 * Ranks of tokens by their bytes, in typed arrays: two hundred thousand strings in a map take six times the memory and ten times as long to
 * load.
 */
export class RankTable {
  /** The tokens' bytes one behind the other, and where those of each rank begin. */
  readonly #bytes: Uint8Array;
  readonly #starts = new Uint32Array(mostTokens + 1);
  /** A rank plus one at its hash, or at the next free place behind. */
  readonly #slots = new Int32Array(slotMask + 1);
  #used = 0;
  #longest = 0;

  /** js-tiktoken's form, in each line: `!`, the rank of its first token, tokens as base64 in rank order. */
  constructor(lines: string) {
    this.#bytes = new Uint8Array(lines.length);
    for (const line of lines.split('\n')) {
      const [head = '', first] = /^\S+ (\d+) /.exec(line) ?? [];
      this.#add(Number(first), Buffer.from(`${line.slice(head.length)} `, 'latin1'));
    }
    this.#bytes = this.#bytes.slice(0, this.#used);
  }

  /** The rank of the token of just these bytes, or `none`. */
  find(bytes: Uint8Array, from: number, to: number): number {
    const length = to - from;
    if (length > this.#longest) return none;
    const [own, starts, slots] = [this.#bytes, this.#starts, this.#slots];
    let slot = hashOf(bytes, from, to) & slotMask;
    for (let entry = slots[slot] ?? 0; entry !== 0; entry = slots[slot] ?? 0) {
      const start = starts[entry - 1] ?? 0;
      if ((starts[entry] ?? 0) - start === length) {
        let at = 0;
        while (at < length && own[start + at] === bytes[from + at]) at++;
        if (at === length) return entry - 1;
      }
      slot = (slot + 1) & slotMask;
    }
    return none;
  }

  #add(first: number, encoded: Uint8Array): void {
    const [bytes, starts] = [this.#bytes, this.#starts];
    let [rank, used, bits, known] = [first, this.#used, 0, 0];
    starts[rank] = used;
    for (let at = 0; at < encoded.length; at++) {
      const value = base64[encoded[at] ?? 0] ?? 0;
      if (value < 64) {
        bits = ((bits << 6) | value) & 0xff_ff;
        known += 6;
        if (known >= 8) bytes[used++] = bits >> (known -= 8);
      } else if (encoded[at] === 32) {
        starts[++rank] = used;
        this.#place(rank, starts[rank - 1] ?? 0, used);
        known = 0;
      }
    }
    this.#used = used;
  }

  #place(entry: number, start: number, end: number): void {
    let slot = hashOf(this.#bytes, start, end) & slotMask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & slotMask;
    this.#slots[slot] = entry;
    this.#longest = Math.max(this.#longest, end - start);
  }
}

function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01_00_01_93);
  return hash ^ (hash >>> 15);
}
