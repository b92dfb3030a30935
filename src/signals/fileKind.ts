/** What a path says of a file's role. Generated and minified files are recognised by their text (see `textKind`). */
export type FileKind = 'source' | 'test' | 'example' | 'declaration' | 'documentation' | 'other';

const code = /\.(?:[cm]?tsx?|[cm]?jsx?)$/iu;
const tests =
  /(?:^|\/)(?:tests?|__tests__|specs?|__mocks__|e2e|fixtures?|__fixtures__|test-[\w-]+|testing|benchmarks?|bench)\/|[._-](?:test|tests|spec|bench|test-d)\.[cm]?[jt]sx?$/iu;
const examples = /(?:^|\/)(?:examples?|demos?|samples?|docs?|playground|website|sandbox)\//iu;

export const isCode = (path: string): boolean => code.test(path);

/** Documents whose sections are known. */
export const isDocument = (path: string): boolean => /\.(?:md|mdx|markdown)$/iu.test(path);

/** What the index reads. */
export const isIndexed = (path: string): boolean => isCode(path) || isDocument(path);

export function fileKind(path: string): FileKind {
  if (/\.(?:md|mdx|markdown|rst|adoc|txt)$/iu.test(path)) return 'documentation';
  if (!isCode(path)) return 'other';
  if (tests.test(path)) return 'test';
  if (examples.test(path)) return 'example';
  return /\.d\.[cm]?ts$/iu.test(path) ? 'declaration' : 'source';
}

/** Longer lines are no program, in characters. */
const longestLine = 250_000;
/** Begins the reason for files that are whole, but not written to be read. */
export const minified = 'minified';

/** Why the text is not worth parsing: machine-made, or with lines no person reads. */
export function unreadableText(text: string): string | undefined {
  if (text.includes('\u0000')) return 'binary content';
  const { longest, lines } = lineLengths(text);
  if (longest > longestLine) return `has a line of ${String(longest)} characters`;
  if (longest > 20_000 || (text.length > 5_000 && text.length / lines > 500)) return `${minified}: its lines are not for reading`;
  return undefined;
}

/** Of the first lines. */
function lineLengths(text: string): { longest: number; lines: number } {
  let [longest, lines, start] = [0, 0, 0];
  while (lines < 5_000 && start <= text.length) {
    const end = text.indexOf('\n', start);
    longest = Math.max(longest, (end < 0 ? text.length : end) - start);
    lines++;
    start = end < 0 ? text.length + 1 : end + 1;
  }
  return { longest, lines };
}

export const isGenerated = (text: string): boolean => /@generated|auto-?generated|do not edit/iu.test(text.slice(0, 600));
