/** What a request spells out. */
export interface Mentions {
  /** Things that look like identifiers: in back ticks, camelCase, snake_case, dotted, called. */
  readonly identifiers: readonly string[];
  /** Things that look like paths, forward slashes, without line numbers. */
  readonly paths: readonly string[];
  /** Lines of paths, as stack traces and compilers write them: `src/a.ts:12:5`, `src/a.ts(12,5)`. */
  readonly places: readonly Place[];
  /** Sentences in quotes and what follows `Error:`, as programs have them. */
  readonly messages: readonly string[];
}

export interface Place {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
}

const pathLike = /(?:[\w@.()[\]-]+[\\/])+[\w@.()[\]-]+|[\w-]+(?:\.[\w-]+)*\.(?:[cm]?[jt]sx?|json|md|vue|svelte|css|scss|html|ya?ml)\b/gu;
const identifier = /[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*/gu;

/** A pasted log names more than anybody means. */
const mostNamed = 100;
/** Longer runs without white space are data, not names: looking into them would take ever longer. */
const longestRun = 300;

export function mentionsIn(text: string): Mentions {
  const runs = text.split(/\s+/u).filter((run) => run.length <= longestRun);
  const places = ownFirst(placesIn(runs.join(' ')));
  const rest = runs.map((run) => run.replace(pathLike, ' ')).join(' ');
  const quoted = [...rest.matchAll(/`([^`]{1,300})`/gu)].flatMap(([, inside = '']) => inside.match(identifier) ?? []);
  const called = [...rest.matchAll(/(?<![\w$.])([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)\(/gu)].map(([, name = '']) => name);
  const shaped = (rest.match(identifier) ?? []).filter((word) => /[a-z0-9][A-Z]|_|\$|[a-z]\.[a-z]|^[A-Z]{2,}[a-z]/u.test(word));
  const identifiers = [...quoted, ...called, ...shaped].flatMap((name) => [name, ...(name.includes('.') ? name.split('.') : [])]);
  return {
    identifiers: [...new Set(identifiers)].filter((name) => name.length > 1).slice(0, mostNamed),
    paths: [...new Set(places.map(({ path }) => path))].slice(0, mostNamed),
    places: places.filter(({ line }) => line > 0).slice(0, mostNamed),
    messages: messagesIn(text),
  };
}

/** How a line follows a path: `:12`, `(12,5)`, `#L12`, ` 12:5`, ` line 12`, behind a query or a quote. */
const lineBehind = /^(?:\?[^\s:]{0,99})?[`'"\])]{0,2}(?:(?::|\(|#L|,? (?:on )?line )(\d{1,7})| (\d{1,7}):\d)/u;
const longestBehind = 120;

/** A path without a line has line 0. */
function placesIn(text: string): Place[] {
  return [...text.matchAll(pathLike)].map((match) => {
    const [, path = '', inBrackets] = /^[([]*(.*?)(?:\((\d{1,7}))?$/u.exec(match[0]) ?? [];
    const end = match.index + match[0].length;
    const [, joined, apart] = lineBehind.exec(text.slice(end, end + longestBehind)) ?? [];
    return { path: path.replaceAll('\\', '/').replace(/^\.\//u, ''), line: Number(inBrackets ?? joined ?? apart ?? 0) };
  });
}

/** Frames of packages are many and lead nowhere. */
const ownFirst = (places: readonly Place[]): Place[] => {
  const isOwn = ({ path }: Place): boolean => !/(?:^|\/)node_modules\//u.test(path);
  return [...places.filter(isOwn), ...places.filter((place) => !isOwn(place))];
};

const messages = /"([^"\n]{8,300})"|'([^'\n]{8,300})'|`([^`\n]{8,300})`|\b\w*(?:Error|Exception|Warning): ([^\n]{8,300})/gu;
const fewestWords = 3;

function messagesIn(text: string): string[] {
  const found = [...text.matchAll(messages)].map((groups) => groups.slice(1).join('').trim());
  return [...new Set(found)].filter((message) => message.split(/\s+/u).length >= fewestWords).slice(0, mostNamed);
}
