/** Text as data, in a fence longer than any inside: nothing in it can end it. */
export function fenced(text: string): string {
  const longest = [...text.matchAll(/`{3,}/gu)].reduce((most, [run]) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}\n`;
}
