import path from 'node:path';
import { ts } from 'ts-morph';
import { resolverOf, type Texts } from '../corpus.ts';
import { absolute, CompilerResolution } from '../resolution/compiler.ts';

const pathOf = (file: string): string => path.posix.relative(absolute(''), file);

/** Finds references as an editor does: by TypeScript's own language service. */
export class UseOracle {
  readonly #service: ts.LanguageService;
  readonly #texts: Texts;

  constructor(texts: Texts) {
    this.#texts = texts;
    this.#service = ts.createLanguageService(hostOf(texts));
  }

  /** `path:line` of all that uses what is declared under a name at the top level; not what declares, imports or exports it. */
  uses(file: string, name: string): Set<string> {
    const source = this.#file(absolute(file));
    const declared = source ? declaredAt(source, name) : [];
    const found = declared.flatMap((at) => this.#service.findReferences(absolute(file), at) ?? []);
    const places = found.flatMap(({ references }) => references).filter((one) => this.#isUse(one));
    return new Set(places.map(({ fileName, textSpan }) => `${pathOf(fileName)}:${String(this.#line(fileName, textSpan.start))}`));
  }

  #isUse({ fileName, textSpan }: ts.ReferencedSymbolEntry): boolean {
    const file = this.#file(fileName);
    const node = file && nodeAt(file, textSpan.start);
    // Types in comments are none: nobody runs them.
    if (
      !node ||
      !(ts.isIdentifier(node) || (ts.isStringLiteral(node) && ts.isElementAccessExpression(node.parent))) ||
      file.text.slice(textSpan.start, textSpan.start + textSpan.length) === 'default'
    )
      return false;
    for (let around: ts.Node = node; !ts.isStatement(around) && !ts.isSourceFile(around); around = around.parent) {
      if (ts.isJsxClosingElement(around)) return false;
    }
    const { parent } = node;
    if ('name' in parent && parent.name === node && !ts.isShorthandPropertyAssignment(parent) && !ts.isPropertyAccessExpression(parent))
      return false;
    if ('propertyName' in parent && parent.propertyName === node) return false;
    return !ts.isImportOrExportSpecifier(parent) && !ts.isExportAssignment(parent) && !ts.isImportClause(parent);
  }

  #file = (name: string): ts.SourceFile | undefined => this.#service.getProgram()?.getSourceFile(name);

  #line(file: string, position: number): number {
    return (this.#texts[pathOf(file)] ?? '').slice(0, position).split('\n').length;
  }
}

/** A type and a value of one name are two for the language service. */
function declaredAt(file: ts.SourceFile, name: string): number[] {
  const names = file.statements.flatMap((statement): (ts.Node | undefined)[] =>
    ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.map((one) => one.name)
      : 'name' in statement
        ? [statement.name as ts.Node | undefined]
        : [],
  );
  return names.flatMap((one) => (one && ts.isIdentifier(one) && one.text === name ? [one.getStart()] : []));
}

function nodeAt(file: ts.SourceFile, position: number): ts.Node | undefined {
  let found: ts.Node | undefined;
  const visit = (node: ts.Node): void => {
    if (node.getStart(file) > position || node.end <= position) return;
    found = node;
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** As much of the library as it takes to know what `await import('x')` gives. */
const library = `interface Array<T> {} interface Boolean {} interface Function {} interface IArguments {} interface Number {} interface Object {}
interface RegExp {} interface String {} interface PromiseLike<T> { then<R>(done: (value: T) => R): PromiseLike<R> }
interface Promise<T> { then<R>(done: (value: T) => R): Promise<R> }
interface PromiseConstructor { new <T>(run: unknown): Promise<T> } declare var Promise: PromiseConstructor;`;
const libraryFile = '/lib.d.ts';

function hostOf(texts: Texts): ts.LanguageServiceHost {
  const [compiler, ours] = [new CompilerResolution(texts), resolverOf(texts)];
  const files = [libraryFile, ...Object.keys(texts).map(absolute)];
  const textOf = (file: string): string | undefined => (file === libraryFile ? library : texts[pathOf(file)]);
  return {
    getScriptFileNames: () => files,
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) => {
      const text = textOf(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => absolute(''),
    getCompilationSettings: () => ({ noLib: true, allowJs: true, jsx: ts.JsxEmit.Preserve, module: ts.ModuleKind.ESNext, types: [] }),
    getDefaultLibFileName: () => 'lib.d.ts',
    fileExists: (file) => textOf(file) !== undefined,
    readFile: textOf,
    resolveModuleNameLiterals: (literals, from) =>
      literals.map(({ text }) => {
        const file = pathOf(from);
        const target = compiler.resolve(file, text) ?? ours.resolve(file, text);
        if (target === undefined) return { resolvedModule: undefined };
        return {
          resolvedModule: { resolvedFileName: absolute(target), extension: path.posix.extname(target), isExternalLibraryImport: false },
        };
      }),
  };
}
