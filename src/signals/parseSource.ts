import { ts } from 'ts-morph';

/** A parsed file together with the text that its positions refer to. */
export interface ParsedSource {
  readonly sourceFile: ts.SourceFile;
  /** The text without its byte order mark, as editors and ESLint count columns. */
  readonly text: string;
  /** Plain JavaScript, where types stand in JSDoc. */
  readonly javascript: boolean;
  /** There may be an `import('x')`, as a call or a type, or a `require('x')`: most files have none, and need not be searched for them. */
  readonly loadsModules: boolean;
  readonly notes: readonly string[];
  /** 1-based line of a position, as an editor counts lines. */
  readonly lineAt: (position: number) => number;
}

export type ParseOutcome = { readonly kind: 'parsed'; readonly source: ParsedSource } | { readonly kind: 'failed'; readonly note: string };

const conflictMarker = 1185;

/** Never throws: what the parser throws (a stack overflow on deep nesting) is a `failed` outcome. */
export function parseSource(path: string, text: string): ParseOutcome {
  const clean = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  try {
    const sourceFile = createSourceFile(path, clean);
    const lineAt = lineCounter(sourceFile);
    return {
      kind: 'parsed',
      source: {
        sourceFile,
        text: clean,
        javascript: /\.[cm]?jsx?$/i.test(path),
        loadsModules: /\bimport\s*\(/.test(clean) || clean.includes('require'),
        notes: diagnosticNotes(sourceFile, lineAt),
        lineAt,
      },
    };
  } catch (error) {
    // The parser keeps state in its module. A throw leaves some of it behind (positions known not to begin an arrow function),
    // which would make it misread the next file; a parse that ends well clears it.
    createSourceFile('reset.ts', '');
    return { kind: 'failed', note: failureNote(error) };
  }
}

function createSourceFile(path: string, text: string): ts.SourceFile {
  // JSDoc nodes are not needed: traces and JSDoc types are read from the comment text, a quarter of the parse is saved.
  const options = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
  return ts.createSourceFile(path, text, options, false, scriptKind(path));
}

function scriptKind(path: string): ts.ScriptKind {
  const extension = /\.[cm]?([jt]sx?)$/i.exec(path)?.[1]?.toLowerCase();
  switch (extension) {
    case 'tsx':
      return ts.ScriptKind.TSX;
    case 'js':
      return ts.ScriptKind.JS;
    case 'jsx':
      return ts.ScriptKind.JSX;
    default:
      return ts.ScriptKind.TS;
  }
}

function failureNote(error: unknown): string {
  if (error instanceof RangeError) return 'The file is nested too deeply to be parsed.';
  return `The parser failed: ${error instanceof Error ? error.message : String(error)}`;
}

function diagnosticNotes(sourceFile: ts.SourceFile, lineAt: (position: number) => number): string[] {
  const diagnostics = parseDiagnostics(sourceFile);
  const first = diagnostics[0];
  if (!first) return [];
  if (diagnostics.some((diagnostic) => diagnostic.code === conflictMarker)) {
    return ['The file contains merge conflict markers; declarations may be missing.'];
  }
  const message = ts.flattenDiagnosticMessageText(first.messageText, ' ').replace(/\.$/, '');
  const more = diagnostics.length > 1 ? ` and ${String(diagnostics.length - 1)} more` : '';
  return [`The parser found an error at line ${String(lineAt(first.start))} (${message})${more}; declarations may be missing.`];
}

/** The parser's own errors are on the source file, but not in its public type. */
function parseDiagnostics(sourceFile: ts.SourceFile): readonly ts.DiagnosticWithLocation[] {
  const internal: ts.SourceFile & { readonly parseDiagnostics?: readonly ts.DiagnosticWithLocation[] } = sourceFile;
  return internal.parseDiagnostics ?? [];
}

/** U+2028 and U+2029 end a line for the language (and so for ESLint), not for an editor. */
function lineCounter(sourceFile: ts.SourceFile): (position: number) => number {
  const text = sourceFile.text;
  const starts = text.includes('\u2028') || text.includes('\u2029') ? editorLineStarts(text) : sourceFile.getLineStarts();
  return (position) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= position) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}

function editorLineStarts(text: string): number[] {
  const starts = [0];
  for (const match of text.matchAll(/\r\n?|\n/g)) starts.push(match.index + match[0].length);
  return starts;
}
