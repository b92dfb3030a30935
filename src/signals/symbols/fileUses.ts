import { ts } from 'ts-morph';
import { loadedNameOf, requireNames } from '../imports.ts';
import { parseSource, type ParsedSource } from '../parseSource.ts';
import { ScopeChecker } from './scopeChecker.ts';
import { isScopedName, isUse, writtenName } from './writtenName.ts';

const { SyntaxKind, forEachChild, isIdentifier, isMemberName, isSourceFile, isStringLiteralLike, isVariableDeclaration } = ts;

/** A place that uses a name which the file imports or declares at top level; what an inner scope calls by that name is none of them. */
export interface FileUse {
  /** As written: `['ns', 'send']` for `ns.send`, `['this', 'send']`; what stands behind a symbol is part of it. */
  readonly names: readonly string[];
  /** The line of each name, 1-based. */
  readonly lines: readonly number[];
  /** All of it together is called, made, or shown as a component. */
  readonly called: boolean;
  /** The module that has the first of the names, where the place itself loads it: `import('x').send`. */
  readonly specifier?: string;
}

/** All such places of a file, in source order; undefined for one that cannot be parsed or is nested too deeply. Types in comments are not read. */
export function fileUses(path: string, text: string): FileUse[] | undefined {
  const outcome = parseSource(path, text, undefined, true);
  if (outcome.kind === 'failed') return undefined;
  try {
    return new UseWalk(outcome.source).run();
  } catch (error) {
    if (error instanceof RangeError) return undefined; // scopes are looked up recursively
    throw error;
  }
}

/** One iterative walk that gathers names; only where a name is declared again further in is it worth asking for scopes. */
class UseWalk {
  readonly #source: ParsedSource;
  readonly #roots: { readonly root: ts.Node; readonly specifier?: string }[] = [];
  /** Names that the top level has, and those into which modules are loaded further in. */
  readonly #known = new Set<string>();
  /** Names that inner scopes have. */
  readonly #inner = new Set<string>();

  constructor(source: ParsedSource) {
    this.#source = source;
  }

  run(): FileUse[] {
    const nodes: ts.Node[] = [this.#source.sourceFile];
    for (let node = nodes.pop(); node; node = nodes.pop()) {
      this.#visit(node);
      if (node.kind === SyntaxKind.JsxClosingElement) continue;
      forEachChild(node, (child) => {
        nodes.push(child);
      });
    }
    const checker = new ScopeChecker(this.#source.sourceFile, isKnown);
    const own = this.#roots.filter(({ root, specifier }) => specifier !== undefined || this.#isOwn(root, checker));
    return own.sort((a, b) => a.root.pos - b.root.pos).map(({ root, specifier }) => this.#placed(root, specifier));
  }

  #visit(node: ts.Node): void {
    const loaded = loadedNameOf(node);
    if (loaded) this.#roots.push({ root: loaded.name, specifier: loaded.specifier });
    if (node.kind === SyntaxKind.ThisKeyword) this.#roots.push({ root: node });
    if (!isIdentifier(node)) return;
    if (!isScopedName(node)) {
      if (isUse(node)) this.#roots.push({ root: node });
      return;
    }
    const isTop = isTopLevel(node.parent);
    if (isTop || isLoaded(node.parent)) this.#known.add(node.text);
    if (!isTop) this.#inner.add(node.text);
  }

  #isOwn(root: ts.Node, checker: ScopeChecker): boolean {
    if (!isIdentifier(root)) return true;
    return this.#known.has(root.text) && (!this.#inner.has(root.text) || checker.isOwn(root));
  }

  #placed(root: ts.Node, specifier: string | undefined): FileUse {
    const { sourceFile, lineAt } = this.#source;
    const { names, called } = writtenName(root);
    const lines = names.map((name) => lineAt(name.getStart(sourceFile)));
    return { names: names.map(textOf), lines, called, ...(specifier === undefined ? {} : { specifier }) };
  }
}

const textOf = (name: ts.Node): string => (isMemberName(name) || isStringLiteralLike(name) ? name.text : 'this');

const isKnown = (declaration: ts.Node): boolean => isTopLevel(declaration) || isLoaded(declaration);

const statements: ReadonlySet<ts.SyntaxKind> = new Set([
  SyntaxKind.BindingElement,
  SyntaxKind.ObjectBindingPattern,
  SyntaxKind.ArrayBindingPattern,
  SyntaxKind.VariableDeclaration,
  SyntaxKind.VariableDeclarationList,
  SyntaxKind.VariableStatement,
  SyntaxKind.ImportSpecifier,
  SyntaxKind.NamespaceImport,
  SyntaxKind.NamedImports,
  SyntaxKind.ImportClause,
  SyntaxKind.ImportDeclaration,
]);

/** Of a declaration, whether it belongs to the file itself. */
function isTopLevel(declaration: ts.Node): boolean {
  let around = declaration;
  while (statements.has(around.kind)) around = around.parent;
  return isSourceFile(around === declaration ? declaration.parent : around);
}

/** Of a variable, whether a module is loaded into it: `const { a } = await import('x')`. */
function isLoaded(declaration: ts.Node): boolean {
  let around = declaration;
  while (statements.has(around.kind) && !isVariableDeclaration(around)) around = around.parent;
  return isVariableDeclaration(around) && requireNames(around) !== undefined;
}
