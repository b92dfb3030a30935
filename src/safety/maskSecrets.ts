/** A text, or a value with texts, without its secrets. */
export interface Masked<Value> {
  readonly value: Value;
  /** How many were masked. */
  readonly secrets: number;
}

const mask = '[secret masked]';
/** Characters: there is no secret that is shorter. */
const shortest = 12;

/** Replaces what secretlint's recommended rules know: keys and tokens of the well-known providers, private keys, passwords in addresses. */
export async function maskSecrets(text: string): Promise<Masked<string>> {
  const { secretRanges } = await import('./secretRules.ts');
  const ranges = joined(await secretRanges(text));
  let value = '';
  let from = 0;
  for (const [start, end] of ranges) {
    value += text.slice(from, start) + mask;
    from = end;
  }
  return { value: value + text.slice(from), secrets: ranges.length };
}

/** The same for every text of a plain value; names stay. */
export async function maskValue<Value>(value: Value): Promise<Masked<Value>> {
  let secrets = 0;
  const masked = async (one: unknown): Promise<unknown> => {
    if (typeof one === 'string') {
      if (one.length < shortest) return one;
      const found = await maskSecrets(one);
      secrets += found.secrets;
      return found.value;
    }
    if (Array.isArray(one)) return Promise.all(one.map(masked));
    if (typeof one !== 'object' || one === null) return one;
    const entries = await Promise.all(Object.entries(one).map(async ([name, inner]) => [name, await masked(inner)] as const));
    return Object.fromEntries(entries);
  };
  return { value: (await masked(value)) as Value, secrets };
}

/** In order, those that overlap as one. */
function joined(ranges: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const all: [number, number][] = [];
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = all.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else all.push([start, end]);
  }
  return all;
}
