const languages: Readonly<Record<string, string>> = { mts: 'ts', cts: 'ts', mjs: 'js', cjs: 'js', markdown: 'md', yml: 'yaml' };

/** A code fence longer than any inside the text. */
export function fenceFor(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/gu)].map(([run]) => run.length));
  return '`'.repeat(longest + 1);
}

/** What stands behind the opening fence, by the extension of a path. */
export function fenceLanguage(path: string): string {
  const extension = /\.(\w+)$/u.exec(path)?.[1]?.toLowerCase() ?? '';
  return languages[extension] ?? extension;
}

/** Text of a file or tool as data: in a code fence. Ends with a line break. */
export function fenced(text: string, path = ''): string {
  const fence = fenceFor(text);
  return `${fence}${fenceLanguage(path)}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}\n`;
}

/** One line of data that stands in a fence with others: nothing in it ends the fence, or turns the text around it. */
export const fencedLine = (text: string, most?: number): string =>
  oneLine(text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ').replaceAll('`', "'"), most);

/** One line of what may be several, cut between characters; halves of a surrogate pair are replaced. */
export const oneLine = (text: string, most = 240): string => {
  const line = text
    .replace(/\s+/gu, ' ')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .trim();
  return line.length <= most ? line : `${line.slice(0, most - 1).replace(/[\ud800-\udbff]$/u, '')}…`;
};
