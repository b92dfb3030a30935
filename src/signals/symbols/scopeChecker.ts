import { ts } from 'ts-morph';

const { JsxEmit, ScriptTarget, createProgram, isShorthandPropertyAssignment } = ts;

const options: ts.CompilerOptions = {
  allowJs: true,
  jsx: JsxEmit.Preserve,
  noLib: true,
  noResolve: true,
  target: ScriptTarget.Latest,
  types: [],
};

/** Knows whose name an identifier is: the compiler's own rules of scope, asked of one file by itself. Made only when asked. */
export class ScopeChecker {
  readonly #file: ts.SourceFile;
  readonly #isKnown: (declaration: ts.Node) => boolean;
  #checker: ts.TypeChecker | undefined;

  /** `isKnown`: which declarations count. Nodes know their parents. */
  constructor(file: ts.SourceFile, isKnown: (declaration: ts.Node) => boolean) {
    this.#file = file;
    this.#isKnown = isKnown;
  }

  isOwn(identifier: ts.Identifier): boolean {
    const checker = (this.#checker ??= createProgram([this.#file.fileName], options, hostOf(this.#file)).getTypeChecker());
    const { parent } = identifier;
    const symbol = isShorthandPropertyAssignment(parent)
      ? checker.getShorthandAssignmentValueSymbol(parent)
      : checker.getSymbolAtLocation(identifier);
    return symbol?.declarations?.some(this.#isKnown) === true;
  }
}

/** Of the one file: nothing else is looked for. */
const hostOf = (file: ts.SourceFile): ts.CompilerHost => ({
  fileExists: (path) => path === file.fileName,
  readFile: () => undefined,
  getSourceFile: (path) => (path === file.fileName ? file : undefined),
  getDefaultLibFileName: () => '',
  writeFile: () => undefined,
  getCurrentDirectory: () => '',
  getCanonicalFileName: (path) => path,
  useCaseSensitiveFileNames: () => true,
  getNewLine: () => '\n',
});
