const loneSurrogate = /\p{Surrogate}/u;

/** Half a surrogate pair is replaced wherever it stands: models and terminals refuse text with one. What is whole comes back as it is. */
export const wellFormedText = (text: string): string =>
  loneSurrogate.test(text) ? text.replace(new RegExp(loneSurrogate, 'gu'), '\ufffd') : text;

/** The same for every text of a plain value. */
export function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return wellFormedText(value);
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [wellFormedText(name), wellFormed(one)]));
}
