/** No token is made of these bytes. */
export const none = -1;

/** Of tokens and of what was learned. */
const mostEntries = 2 ** 18;
const slotMask = 2 * mostEntries - 1;
const longestLearned = 64;
const base64 = new Uint8Array(256).fill(64);
for (const [value, digit] of Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/').entries())
  base64[digit] = value;

/**
 * Tokens by their bytes, and counts of tokens that were learned for other bytes, in typed arrays: two hundred thousand strings in a map take
 * six times the memory and ten times as long to load.
 */
export class RankTable {
  /** The bytes of all entries one behind the other, and where those of each begin: first the tokens by rank. */
  #bytes: Uint8Array;
  readonly #starts = new Uint32Array(mostEntries + 1);
  /** An entry plus one at its hash, or at the next free place behind. */
  readonly #slots = new Int32Array(slotMask + 1);
  readonly #counts = new Uint8Array(mostEntries).fill(1);
  readonly #tokens: number;
  #entries = 0;
  #longest = longestLearned;

  /** js-tiktoken's form, in each line: `!`, the rank of its first token, tokens as base64 in rank order. */
  constructor(lines: string) {
    this.#bytes = new Uint8Array(lines.length);
    for (const line of lines.split('\n')) {
      const [head = '', first] = /^\S+ (\d+) /.exec(line) ?? [];
      this.#add(Number(first), Buffer.from(`${line.slice(head.length)} `, 'latin1'));
    }
    this.#tokens = this.#entries;
    this.#bytes = this.#bytes.slice(0, this.#starts[this.#tokens]);
  }

  /** The rank of the token of just these bytes, or `none`. */
  rank(bytes: Uint8Array, from: number, to: number): number {
    const entry = this.#find(bytes, from, to);
    return entry < this.#tokens ? entry : none;
  }

  /** How many tokens these bytes are, or `none` where they are neither one nor learned. */
  count(bytes: Uint8Array, from: number, to: number): number {
    const entry = this.#find(bytes, from, to);
    return entry === none ? none : (this.#counts[entry] ?? none);
  }

  /** What is too long is not kept; when there is no more room, all that was learned is forgotten. */
  learn(bytes: Uint8Array, from: number, to: number, count: number): void {
    if (to - from > longestLearned) return;
    if (this.#entries === mostEntries) this.#forget();
    const start = this.#starts[this.#entries] ?? 0;
    const end = start + to - from;
    if (end > this.#bytes.length) this.#bytes = twiceAsLong(this.#bytes);
    this.#bytes.set(bytes.subarray(from, to), start);
    this.#counts[this.#entries] = count;
    this.#starts[++this.#entries] = end;
    this.#place(this.#entries, start, end);
  }

  #forget(): void {
    this.#slots.fill(0);
    this.#entries = this.#tokens;
    for (let entry = 1; entry <= this.#tokens; entry++) this.#place(entry, this.#starts[entry - 1] ?? 0, this.#starts[entry] ?? 0);
  }

  #find(bytes: Uint8Array, from: number, to: number): number {
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
    let [entry, used, bits, known] = [first, starts[this.#entries] ?? 0, 0, 0];
    starts[entry] = used;
    for (let at = 0; at < encoded.length; at++) {
      const value = base64[encoded[at] ?? 0] ?? 0;
      if (value < 64) {
        bits = ((bits << 6) | value) & 0xff_ff;
        known += 6;
        if (known >= 8) bytes[used++] = bits >> (known -= 8);
      } else if (encoded[at] === 32) {
        starts[++entry] = used;
        this.#place(entry, starts[entry - 1] ?? 0, used);
        known = 0;
      }
    }
    this.#entries = entry;
  }

  #place(entry: number, start: number, end: number): void {
    let slot = hashOf(this.#bytes, start, end) & slotMask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & slotMask;
    this.#slots[slot] = entry;
    this.#longest = Math.max(this.#longest, end - start);
  }
}

function twiceAsLong(bytes: Uint8Array): Uint8Array {
  const longer = new Uint8Array(2 * bytes.length);
  longer.set(bytes);
  return longer;
}

function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01_00_01_93);
  return hash ^ (hash >>> 15);
}
