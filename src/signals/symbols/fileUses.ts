import { ts } from 'ts-morph';
import { loadedInto, loadedNameOf } from '../imports.ts';
import { parseSource, type ParsedSource } from '../parseSource.ts';
import { InnerNames, scopeOf } from './innerNames.ts';
import { isScopedName, isUse, writtenName } from './writtenName.ts';

const {
  SyntaxKind,
  findAncestor,
  forEachChild,
  isClassElement,
  isFunctionDeclaration,
  isFunctionExpression,
  isFunctionLike,
  isIdentifier,
  isMemberName,
  isObjectLiteralElement,
  isPropertyAssignment,
  isSourceFile,
  isStringLiteralLike,
} = ts;

/** A place that uses a name which the file imports or declares at top level; what an inner scope calls by that name is none of them. */
export interface FileUse {
  /** As written: `['ns', 'send']` for `ns.send`, `['this', 'send']`; what stands behind a symbol is part of it. */
  readonly names: readonly string[];
  /** The line of each name, 1-based. */
  readonly lines: readonly number[];
  /** All of it together is called, made, or shown as a component. */
  readonly called: boolean;
  /** Where the first of the names is of a module that the place or a scope around it loads: `import('x').send`. */
  readonly loaded?: LoadedName;
}

export interface LoadedName {
  readonly specifier: string;
  /** As the module exports it, or `*` for the module. */
  readonly name: string;
}

/** All such places of a file, in source order; undefined for one that cannot be parsed. Types in comments are not read. */
export function fileUses(path: string, text: string): FileUse[] | undefined {
  const outcome = parseSource(path, text, undefined, true);
  return outcome.kind === 'failed' ? undefined : new UseWalk(outcome.source).run();
}

/** One iterative walk that gathers names that are declared, and names that are written. */
class UseWalk {
  readonly #source: ParsedSource;
  readonly #roots: { readonly root: ts.Node; readonly loaded?: LoadedName }[] = [];
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
    const inOrder = this.#roots.sort((a, b) => a.root.pos - b.root.pos);
    return inOrder.flatMap(({ root, loaded }) => (loaded ? [this.#placed(root, loaded)] : this.#use(root)));
  }

  #visit(node: ts.Node): void {
    const loaded = loadedNameOf(node);
    if (loaded) this.#roots.push({ root: loaded.name, loaded: { specifier: loaded.specifier, name: loaded.name.text } });
    if (node.kind === SyntaxKind.ThisKeyword && isOfDeclared(node)) this.#roots.push({ root: node });
    if (!isIdentifier(node)) return;
    if (isScopedName(node)) this.#declare(node);
    else if (isUse(node)) this.#roots.push({ root: node });
  }

  #declare({ text, parent }: ts.Identifier): void {
    const scope = scopeOf(parent);
    if (scope === this.#source.sourceFile) this.#top.add(text);
    else this.#inner.add(text, parent, scope);
  }

  #use(root: ts.Node): FileUse[] {
    const inner = isIdentifier(root) ? this.#inner.find(root) : undefined;
    const loaded = inner && isIdentifier(root) ? loadedInto(inner, root.text) : undefined;
    if (inner && !loaded) return [];
    return loaded || !isIdentifier(root) || this.#top.has(root.text) ? [this.#placed(root, loaded)] : [];
  }

  #placed(root: ts.Node, loaded: LoadedName | undefined): FileUse {
    const { sourceFile, lineAt } = this.#source;
    const { names, called } = writtenName(root);
    const lines = names.map((name) => lineAt(name.getStart(sourceFile)));
    return { names: names.map(textOf), lines, called, ...(loaded === undefined ? {} : { loaded }) };
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
