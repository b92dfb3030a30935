import picomatch from 'picomatch';

const longest = 512;
/** Patterns that the braces of one glob may stand for. */
const mostExpansions = 256;
const mostStarsPerName = 3;
const mostDeepStars = 3;

/** What a glob matches; undefined where it is malformed, or could take longer than any use is worth. */
export function globMatcher(glob: string): ((path: string) => boolean) | undefined {
  const names = glob.split('/');
  const deep = names.filter((name) => name.startsWith('**')).length;
  const isCostly = names.some((name) => (name.match(/\*+/gu) ?? []).length > mostStarsPerName) || deep > mostDeepStars;
  if (glob.length > longest || isCostly || expansions(glob) > mostExpansions) return undefined;
  try {
    return picomatch(withPlainParentheses(glob.replace(/^\.?\//u, '')), { dot: true, noextglob: true, regex: false });
  } catch {
    return undefined;
  }
}

/** `(shop)` is the name of a folder, and no group of a regular expression, which could backtrack for ever. */
const withPlainParentheses = (glob: string): string => glob.replace(/\\?[()]/gu, (found) => (found.length === 2 ? found : `\\${found}`));

/** How many patterns a glob without braces would take: groups multiply, alternatives add up. */
function expansions(glob: string): number {
  const open: { sum: number; product: number }[] = [{ sum: 0, product: 1 }];
  const close = (): void => {
    const group = open.pop();
    const outer = open.at(-1);
    if (group !== undefined && outer !== undefined) outer.product *= group.sum + group.product;
  };
  for (const character of glob) {
    const group = open.at(-1);
    if (group === undefined) break;
    if (character === '{') open.push({ sum: 0, product: 1 });
    else if (character === '}' && open.length > 1) close();
    else if (character === ',' && open.length > 1) {
      group.sum += group.product;
      group.product = 1;
    }
  }
  while (open.length > 1) close();
  return open[0]?.product ?? 1;
}
