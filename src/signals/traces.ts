import { parseTags } from './jsDoc.ts';

/** How traces are written in this workspace. */
export interface TraceRules {
  /** Without `@`. */
  readonly tag: string;
  /** What an ID looks like, matched against a whole word. */
  readonly id: RegExp;
}

export interface Traced {
  readonly ids: readonly string[];
  /** `@traces none: reason`: nothing to trace, and somebody said why. */
  readonly exempt: boolean;
}

export const defaultTracesTag = 'traces';
export const defaultTraceId = String.raw`[A-Za-z][\w.-]*\d[\w.-]*`;

const defaultRules: TraceRules = { tag: defaultTracesTag, id: new RegExp(`^(?:${defaultTraceId})$`, 'u') };

/** No ID is longer; it bounds what a pattern from the settings can cost. */
const longestId = 100;

/** A pattern that does not compile is replaced by the default and named in the note. */
export function traceRules(tag: string, id: string): { readonly rules: TraceRules; readonly note?: string } {
  if (tag === defaultTracesTag && id === defaultTraceId) return { rules: defaultRules };
  try {
    return { rules: { tag, id: new RegExp(`^(?:${id})$`, 'u') } };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { rules: { tag, id: new RegExp(`^(?:${defaultTraceId})$`, 'u') }, note: `The pattern for trace IDs was ignored: ${reason}.` };
  }
}

const untraced: Traced = { ids: [], exempt: false };

/** What the JSDoc blocks of one declaration trace. */
export function tracesOf(docs: readonly string[], rules: TraceRules): Traced {
  if (!docs.some((doc) => doc.includes(`@${rules.tag}`))) return untraced;
  const texts = docs
    .filter((doc) => doc.includes(`@${rules.tag}`))
    .flatMap(parseTags)
    .filter(({ name }) => name === rules.tag)
    .map(({ text }) => text);
  const ids = [...new Set(texts.flatMap((text) => leadingIds(text, rules.id)))];
  return { ids, exempt: texts.some((text) => /^none\s*(?::|-|\u2013|\u2014)\s*\S/i.test(text)) };
}

/** IDs stand in front, separated by commas or white space; the first other word begins a remark, whose numbers are no IDs. */
function leadingIds(text: string, id: RegExp): string[] {
  const ids: string[] = [];
  for (const word of text.split(/[\s,;]+/)) {
    if (word === '' || word === '-' || word === '*' || word === '&' || word === 'and') continue;
    const candidate = word.replace(/^[[(`'"]+|[\])`'".:]+$/g, '');
    if (candidate.length > longestId || !id.test(candidate)) break;
    ids.push(candidate);
  }
  return ids;
}
