import { ts } from 'ts-morph';
import { loadedNameOf, requireNames } from '../imports.ts';
import { parseSource, type ParsedSource } from '../parseSource.ts';
import { InnerNames, scopeOf } from './innerNames.ts';
import { isScopedName, isUse, writtenName } from './writtenName.ts';

const {
  SyntaxKind,
  findAncestor,
  forEachChild,
  isBindingElement,
  isClassElement,
  isFunctionDeclaration,
  isFunctionExpression,
  isFunctionLike,
  isIdentifier,
  isMemberName,
  isObjectBindingPattern,
  isObjectLiteralElement,
  isPropertyAssignment,
  isSourceFile,
  isStringLiteralLike,
  isVariableDeclaration,
} = ts;

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

/** All such places of a file, in source order; undefined for one that cannot be parsed. Types in comments are not read. */
export function fileUses(path: string, text: string): FileUse[] | undefined {
  const outcome = parseSource(path, text, undefined, true);
  return outcome.kind === 'failed' ? undefined : new UseWalk(outcome.source).run();
}

/** One iterative walk that gathers names that are declared, and names that are written. */
class UseWalk {
  readonly #source: ParsedSource;
  readonly #roots: { readonly root: ts.Node; readonly specifier?: string }[] = [];
  readonly #top = new Set<string>();
  readonly #inner = new InnerNames();

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
    const own = this.#roots.filter(({ root, specifier }) => specifier !== undefined || this.#isOwn(root));
    return own.sort((a, b) => a.root.pos - b.root.pos).map(({ root, specifier }) => this.#placed(root, specifier));
  }

  #visit(node: ts.Node): void {
    const loaded = loadedNameOf(node);
    if (loaded) this.#roots.push({ root: loaded.name, specifier: loaded.specifier });
    if (node.kind === SyntaxKind.ThisKeyword && isOfDeclared(node)) this.#roots.push({ root: node });
    if (!isIdentifier(node)) return;
    if (isScopedName(node)) this.#declare(node);
    else if (isUse(node)) this.#roots.push({ root: node });
  }

  #declare({ text, parent }: ts.Identifier): void {
    const scope = scopeOf(parent);
    if (scope === this.#source.sourceFile) this.#top.add(text);
    else this.#inner.add(text, parent, scope, isLoaded(parent));
  }

  #isOwn(root: ts.Node): boolean {
    if (!isIdentifier(root)) return true;
    const inner = this.#inner.find(root);
    return inner ? inner.loaded : this.#top.has(root.text);
  }

  #placed(root: ts.Node, specifier: string | undefined): FileUse {
    const { sourceFile, lineAt } = this.#source;
    const { names, called } = writtenName(root);
    const lines = names.map((name) => lineAt(name.getStart(sourceFile)));
    return { names: names.map(textOf), lines, called, ...(specifier === undefined ? {} : { specifier }) };
  }
}

const textOf = (name: ts.Node): string => (isMemberName(name) || isStringLiteralLike(name) ? name.text : 'this');

/** Whether `this` is that of a class or object outside of functions: others are nobody's, whatever their names. */
function isOfDeclared(node: ts.Node): boolean {
  let holder = node.parent;
  while (!isClassElement(holder) && !isMethodOfObject(holder) && !isSourceFile(holder)) {
    if (isFunctionDeclaration(holder) || (isFunctionExpression(holder) && !isPropertyAssignment(holder.parent))) return false;
    holder = holder.parent;
  }
  return !isSourceFile(holder) && findAncestor(holder.parent, isFunctionLike) === undefined;
}

/** `f() {}` or `f: function () {}`, which has the object as `this`. */
const isMethodOfObject = (node: ts.Node): boolean =>
  isObjectLiteralElement(node) && (isFunctionLike(node) || (isPropertyAssignment(node) && isFunctionExpression(node.initializer)));

/** Of a variable, whether a module is loaded into it: `const { a } = await import('x')`. */
function isLoaded(declaration: ts.Node): boolean {
  let around = declaration;
  while (isBindingElement(around) || isObjectBindingPattern(around)) around = around.parent;
  return isVariableDeclaration(around) && requireNames(around) !== undefined;
}
