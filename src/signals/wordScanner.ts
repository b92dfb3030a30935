/** What a UTF-16 unit is to `wordPattern`; `unknown` until it was first met. */
const [unknown, other, upper, lower, digit, caseless, surrogate] = [0, 1, 2, 3, 4, 5, 6];
const kinds = new Uint8Array(65_536);

function kindOf(unit: number): number {
  const character = String.fromCharCode(unit);
  if (unit >= 0xd800 && unit < 0xdc00) return surrogate;
  if (/[0-9]/u.test(character)) return digit;
  if (/\p{Lu}/u.test(character)) return upper;
  if (/\p{Ll}/u.test(character)) return lower;
  return /[\p{Lo}\p{Lt}\p{Lm}]/u.test(character) ? caseless : other;
}

/**
 * Finds the words of `wordPattern` and hashes them in one pass. Reads from an array, which is several times faster than from a string;
 * letters outside the basic plane are not its business.
 */
export class WordScanner {
  /** Where the word found last ends. */
  end = 0;
  /** Of the word found last; 30 bits. */
  hash = 0;
  #units = new Uint16Array(1 << 16);

  /** The units to scan, with a 0 behind them. */
  load(text: string): Uint16Array {
    if (text.length >= this.#units.length) this.#units = new Uint16Array(2 * text.length);
    Buffer.from(this.#units.buffer).write(text, 'utf16le');
    this.#units[text.length] = 0;
    return this.#units;
  }

  /** Where the next word begins, or `length`; or a surrogate, which the caller looks at. */
  next(units: Uint16Array, from: number, length: number): number {
    let at = from;
    while (at < length) {
      const kind = kinds[units[at] ?? 0];
      if (kind === other || kind === digit) at++;
      else if (kind === surrogate) return at;
      else if (kind === unknown || !this.#read(units, at, kind)) learn(units, at);
      else return at;
    }
    return length;
  }

  isSurrogate(unit: number): boolean {
    return kinds[unit] === surrogate;
  }

  /** False where it met a unit that it did not know, and which may belong to the word. */
  #read(units: Uint16Array, from: number, first: number | undefined): boolean {
    let unit = units[from] ?? 0;
    let hash = unit;
    let end = from + 1;
    let before = hash;
    if (first === caseless) {
      for (; kinds[(unit = units[end] ?? 0)] === caseless; end++) hash = (Math.imul(hash, 31) + unit) | 0;
    } else {
      if (first === upper) {
        for (; kinds[(unit = units[end] ?? 0)] === upper; end++) {
          before = hash;
          hash = (Math.imul(hash, 31) + unit) | 0;
        }
        // The last of several capitals begins the next word: HTTPServer.
        if (end - from > 1 && kinds[unit] === lower) return this.#found(end - 1, before);
      }
      for (; kinds[(unit = units[end] ?? 0)] === lower; end++) hash = (Math.imul(hash, 31) + unit) | 0;
      for (; kinds[(unit = units[end] ?? 0)] === digit; end++) hash = (Math.imul(hash, 31) + unit) | 0;
    }
    return kinds[unit] !== unknown && this.#found(end, hash);
  }

  #found(end: number, hash: number): true {
    this.end = end;
    this.hash = (hash ^ (hash >>> 15)) & 0x3f_ff_ff_ff;
    return true;
  }
}

/** Classifies the first unknown unit from `at` on. */
function learn(units: Uint16Array, at: number): void {
  let place = at;
  while (kinds[units[place] ?? 0] !== unknown) place++;
  kinds[units[place] ?? 0] = kindOf(units[place] ?? 0);
}
