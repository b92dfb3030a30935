import { ts } from 'ts-morph';
import { lineCounters } from './lineCounters.ts';

const { JSDocParsingMode, ScriptKind, ScriptTarget, flattenDiagnosticMessageText, createSourceFile, updateSourceFile } = ts;

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

/** Trees of larger files are not kept, in UTF-16 units: a tree takes twenty times the memory of its text. */
const largestKept = 500_000;

/** Keeps the tree of the file that is being edited: what an edit leaves as it is need not be parsed again. */
export class EditedTree {
  #path = '';
  #source: ParsedSource | undefined;

  keep(path: string, source: ParsedSource): void {
    this.#path = path;
    this.#source = source.text.length > largestKept || source.notes.length > 0 ? undefined : source;
  }

  /** The tree of an earlier text of the file. The parser changes it as it makes the next one of it: it can be had once. */
  take(path: string): ParsedSource | undefined {
    const source = this.#path === path ? this.#source : undefined;
    this.#source = undefined;
    return source;
  }
}

/** Never throws: what the parser throws (a stack overflow on deep nesting) is a `failed` outcome. Nodes know their parents only where that is asked for. */
export function parseSource(path: string, text: string, edited?: EditedTree, parents = false): ParseOutcome {
  const clean = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const earlier = edited?.take(path);
  try {
    const again = earlier && parseAgain(earlier, clean);
    // Where errors are found depends on where the parser begins: they are told as of a text that is read for the first time.
    const sourceFile = again && parseDiagnostics(again).length === 0 ? again : parse(path, clean, parents);
    const { lineAt, locate } = lineCounters(sourceFile);
    const source: ParsedSource = {
      sourceFile,
      text: clean,
      javascript: /\.[cm]?jsx?$/i.test(path),
      loadsModules: loadsModules(sourceFile) || earlier?.loadsModules === true,
      notes: diagnosticNotes(sourceFile, lineAt),
      lineAt,
      locate,
    };
    edited?.keep(path, source);
    return { kind: 'parsed', source };
  } catch (error) {
    reset();
    return { kind: 'failed', note: failureNote(error) };
  }
}

/**
 * The parser keeps state in its module. A throw leaves some of it behind (positions known not to begin an arrow function), which would make
 * it misread the next file; a parse that ends well clears it.
 */
function reset(): void {
  parse('reset.ts', '');
}

function parse(path: string, text: string, parents = false): ts.SourceFile {
  // JSDoc nodes are not needed: traces and JSDoc types are read from the comment text, a quarter of the parse is saved.
  const options = { languageVersion: ScriptTarget.Latest, jsDocParsingMode: JSDocParsingMode.ParseNone };
  return createSourceFile(path, text, options, parents, scriptKind(path));
}

/** As the parser does for an editor, which has it parse a file at every key. Undefined where the tree is too deep for that. */
function parseAgain({ sourceFile, text: before }: ParsedSource, text: string): ts.SourceFile | undefined {
  const shorter = Math.min(before.length, text.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === text.charCodeAt(start)) start++;
  let same = 0;
  while (same < shorter - start && before.charCodeAt(before.length - 1 - same) === text.charCodeAt(text.length - 1 - same)) same++;
  const span = { start, length: before.length - same - start };
  try {
    return updateSourceFile(sourceFile, text, { span, newLength: text.length - same - start });
  } catch {
    reset();
    return undefined;
  }
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

/** What the parser leaves on the source file, but not in its public type. */
interface Internal {
  readonly parseDiagnostics?: readonly ts.DiagnosticWithLocation[];
  /** All that occur in the file. */
  readonly identifiers?: ReadonlyMap<string, string>;
}

function parseDiagnostics(sourceFile: ts.SourceFile & Internal): readonly ts.DiagnosticWithLocation[] {
  return sourceFile.parseDiagnostics ?? [];
}

/** `NodeFlags.PossiblyContainsDynamicImport`. */
const hasImportCall = 1 << 22;

function loadsModules(sourceFile: ts.SourceFile & Internal): boolean {
  return (sourceFile.flags & hasImportCall) !== 0 || sourceFile.identifiers?.has('require') !== false;
}
