import path from 'node:path';
import { ts } from 'ts-morph';
import { resolverOf, type Texts } from '../corpus.ts';
import { absolute, CompilerResolution } from '../resolution/compiler.ts';

/** A call, or an import, of a symbol. */
export interface Site {
  readonly path: string;
  readonly line: number;
}

/** What the type checker knows of every symbol that is declared at the top level of a file: `path\0name` to places. */
export interface CheckedSymbols {
  readonly calls: ReadonlyMap<string, readonly Site[]>;
  readonly imports: ReadonlyMap<string, readonly Site[]>;
}

const pathOf = (file: ts.SourceFile): string => path.posix.relative(absolute(''), file.fileName);

/** One look at all files of a corpus; nothing of it is on the disk, and no library is needed to follow names. */
export function checkedSymbols(texts: Texts): CheckedSymbols {
  const program = programOf(texts);
  const checker = program.getTypeChecker();
  const calls = new Map<string, Site[]>();
  const imports = new Map<string, Site[]>();
  const add = (to: Map<string, Site[]>, symbol: ts.Symbol | undefined, node: ts.Node): void => {
    const key = symbol && keyOf(symbol, checker);
    if (key === undefined) return;
    const file = node.getSourceFile();
    const site = { path: pathOf(file), line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1 };
    to.set(key, [...(to.get(key) ?? []), site]);
  };
  for (const file of program.getSourceFiles()) {
    const visit = (node: ts.Node): void => {
      const callee = calleeOf(node);
      if (callee) add(calls, checker.getSymbolAtLocation(callee), callee);
      for (const symbol of importedBy(node, checker)) add(imports, symbol, node);
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return { calls, imports };
}

/** What an import takes: of a module all that it exports. */
function importedBy(node: ts.Node, checker: ts.TypeChecker): ts.Symbol[] {
  const all = (symbol: ts.Symbol | undefined): ts.Symbol[] => (symbol ? [symbol, ...exportsOf(symbol, checker)] : []);
  if (ts.isImportSpecifier(node) || ts.isNamespaceImport(node)) return all(checker.getSymbolAtLocation(node.name));
  if (ts.isImportClause(node)) return node.name ? all(checker.getSymbolAtLocation(node.name)) : [];
  if (!ts.isVariableDeclaration(node) || !node.initializer) return [];
  const value = ts.isAwaitExpression(node.initializer) ? node.initializer.expression : node.initializer;
  if (!ts.isCallExpression(value) || value.expression.kind !== ts.SyntaxKind.ImportKeyword || !value.arguments[0]) return [];
  const module = checker.getSymbolAtLocation(value.arguments[0]);
  if (!module || !ts.isObjectBindingPattern(node.name)) return all(module);
  const taken = new Set(node.name.elements.map((element) => (element.propertyName ?? element.name).getText()));
  return checker
    .getExportsOfModule(module)
    .filter(({ name }) => taken.has(name))
    .flatMap(all);
}

/** All that a module exports, and what the modules export that it exports. */
function exportsOf(module: ts.Symbol | undefined, checker: ts.TypeChecker, depth = 0): ts.Symbol[] {
  const real = module && realOf(module, checker);
  if (!real || !isModule(real) || depth > 3) return [];
  return checker.getExportsOfModule(real).flatMap((symbol) => [symbol, ...exportsOf(symbol, checker, depth + 1)]);
}

const realOf = (symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol =>
  (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);

/** A file, no namespace. */
const isModule = (symbol: ts.Symbol): boolean => symbol.declarations?.some(ts.isSourceFile) === true;

function calleeOf(node: ts.Node): ts.Node | undefined {
  const callee =
    ts.isCallExpression(node) || ts.isNewExpression(node)
      ? node.expression
      : ts.isTaggedTemplateExpression(node)
        ? node.tag
        : ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)
          ? node.tagName
          : undefined;
  let inner: ts.Node | undefined = callee;
  while (inner && (ts.isParenthesizedExpression(inner) || ts.isNonNullExpression(inner))) inner = inner.expression;
  // A base class that is called by `super()` is not named there.
  if (inner?.kind === ts.SyntaxKind.SuperKeyword) return undefined;
  return inner && ts.isPropertyAccessExpression(inner) ? inner.name : inner;
}

/** Of a symbol that stands at the top level of its file. */
function keyOf(symbol: ts.Symbol, checker: ts.TypeChecker): string | undefined {
  for (const declaration of realOf(symbol, checker).declarations ?? []) {
    const name = topLevelName(declaration);
    if (name !== undefined) return `${pathOf(declaration.getSourceFile())}\0${name}`;
  }
  return undefined;
}

function topLevelName(node: ts.Node): string | undefined {
  if (ts.isVariableDeclaration(node)) {
    const statement = node.parent.parent;
    return ts.isVariableStatement(statement) && ts.isSourceFile(statement.parent) && ts.isIdentifier(node.name)
      ? node.name.text
      : undefined;
  }
  if (ts.isSourceFile(node) || !ts.isSourceFile(node.parent)) return undefined;
  if (ts.isExportAssignment(node)) return 'default';
  return ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node) ? (node.name?.text ?? 'default') : undefined;
}

function programOf(texts: Texts): ts.Program {
  const [compiler, ours] = [new CompilerResolution(texts), resolverOf(texts)];
  const code = new Map(Object.entries(texts).map(([file, text]) => [absolute(file), text]));
  const roots = [...code.keys()].filter((file) => /\.[cm]?[jt]sx?$/u.test(file));
  const host: ts.CompilerHost = {
    fileExists: (file) => code.has(file),
    readFile: (file) => code.get(file),
    getSourceFile: (file, version) => {
      const text = code.get(file);
      return text === undefined ? undefined : ts.createSourceFile(file, text, version, true);
    },
    getDefaultLibFileName: () => 'lib.d.ts',
    writeFile: () => undefined,
    getCurrentDirectory: () => absolute(''),
    getCanonicalFileName: (file) => file,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    resolveModuleNameLiterals: (literals, from) =>
      literals.map(({ text }) => {
        const file = path.posix.relative(absolute(''), from);
        const target = compiler.resolve(file, text) ?? ours.resolve(file, text);
        if (target === undefined) return { resolvedModule: undefined };
        return {
          resolvedModule: { resolvedFileName: absolute(target), extension: path.posix.extname(target), isExternalLibraryImport: false },
        };
      }),
  };
  const options = { noLib: true, allowJs: true, jsx: ts.JsxEmit.Preserve, module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.Latest };
  return ts.createProgram(roots, options, host);
}
