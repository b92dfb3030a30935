import { ts } from 'ts-morph';
import { lineCounters } from './lineCounters.ts';

const { JSDocParsingMode, ScriptKind, ScriptTarget, flattenDiagnosticMessageText, createSourceFile } = ts;

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
  /** 1-based line and 0-based column of a position, as the language (and ESLint) counts lines. */
  readonly locate: (position: number) => { readonly line: number; readonly column: number };
}

export type ParseOutcome = { readonly kind: 'parsed'; readonly source: ParsedSource } | { readonly kind: 'failed'; readonly note: string };

const conflictMarker = 1185;

/** Never throws: what the parser throws (a stack overflow on deep nesting) is a `failed` outcome. */
export function parseSource(path: string, text: string): ParseOutcome {
  const clean = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  try {
    const sourceFile = parse(path, clean);
    const { lineAt, locate } = lineCounters(sourceFile);
    return {
      kind: 'parsed',
      source: {
        sourceFile,
        text: clean,
        javascript: /\.[cm]?jsx?$/i.test(path),
        loadsModules: /import\s*\(/.test(clean) || (clean.includes('require') && /\brequire\b/.test(clean)),
        notes: diagnosticNotes(sourceFile, lineAt),
        lineAt,
        locate,
      },
    };
  } catch (error) {
    // The parser keeps state in its module. A throw leaves some of it behind (positions known not to begin an arrow function),
    // which would make it misread the next file; a parse that ends well clears it.
    parse('reset.ts', '');
    return { kind: 'failed', note: failureNote(error) };
  }
}

function parse(path: string, text: string): ts.SourceFile {
  // JSDoc nodes are not needed: traces and JSDoc types are read from the comment text, a quarter of the parse is saved.
  const options = { languageVersion: ScriptTarget.Latest, jsDocParsingMode: JSDocParsingMode.ParseNone };
  return createSourceFile(path, text, options, false, scriptKind(path));
}

function scriptKind(path: string): ts.ScriptKind {
  const extension = /\.[cm]?([jt]sx?)$/i.exec(path)?.[1]?.toLowerCase();
  switch (extension) {
    case 'tsx':
      return ScriptKind.TSX;
    case 'js':
      return ScriptKind.JS;
    case 'jsx':
      return ScriptKind.JSX;
    default:
      return ScriptKind.TS;
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
  const message = flattenDiagnosticMessageText(first.messageText, ' ').replace(/\.$/, '');
  const more = diagnostics.length > 1 ? ` and ${String(diagnostics.length - 1)} more` : '';
  return [`The parser found an error at line ${String(lineAt(first.start))} (${message})${more}; declarations may be missing.`];
}

/** The parser's own errors are on the source file, but not in its public type. */
function parseDiagnostics(sourceFile: ts.SourceFile): readonly ts.DiagnosticWithLocation[] {
  const internal: ts.SourceFile & { readonly parseDiagnostics?: readonly ts.DiagnosticWithLocation[] } = sourceFile;
  return internal.parseDiagnostics ?? [];
}
