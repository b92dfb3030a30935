import { ts } from 'ts-morph';

const {
  NodeFlags,
  SyntaxKind,
  findAncestor,
  isBlock,
  isCaseOrDefaultClause,
  isCatchClause,
  isClassStaticBlockDeclaration,
  isConditionalTypeNode,
  isExpressionWithTypeArguments,
  isForInStatement,
  isForOfStatement,
  isForStatement,
  isFunctionLike,
  isHeritageClause,
  isImportEqualsDeclaration,
  isInterfaceDeclaration,
  isModuleBlock,
  isParameter,
  isPropertyAccessExpression,
  isQualifiedName,
  isSourceFile,
  isTypeQueryNode,
  isTypeReferenceNode,
  isVariableDeclaration,
  isVariableDeclarationList,
} = ts;

/** What a name can mean: each of these has names of its own. */
const value = 1;
const type = 2;
const namespace = 4;
const anything = value | type | namespace;

const meanings: Readonly<Partial<Record<ts.SyntaxKind, number>>> = {
  [SyntaxKind.BindingElement]: value,
  [SyntaxKind.VariableDeclaration]: value,
  [SyntaxKind.Parameter]: value,
  [SyntaxKind.FunctionDeclaration]: value,
  [SyntaxKind.FunctionExpression]: value,
  [SyntaxKind.EnumMember]: value,
  [SyntaxKind.ClassDeclaration]: value | type,
  [SyntaxKind.ClassExpression]: value | type,
  [SyntaxKind.InterfaceDeclaration]: type,
  [SyntaxKind.TypeAliasDeclaration]: type,
  [SyntaxKind.TypeParameter]: type,
  [SyntaxKind.ModuleDeclaration]: value | namespace,
};

interface InnerName {
  readonly meaning: number;
  /** Where it holds. */
  readonly pos: number;
  readonly end: number;
  readonly declaration: ts.Node;
}

/** Those of one name: what begins further on, the first last, and what holds where the search has come to, the innermost last. */
interface Scopes {
  readonly ahead: InnerName[];
  readonly open: InnerName[];
}

/** The names of the scopes inside a file: which of them an identifier means, if not what the file has at top level. Nodes know their parents. */
export class InnerNames {
  readonly #names = new Map<string, InnerName[]>();
  readonly #scopes = new Map<string, Scopes>();

  add(name: string, declaration: ts.Node, scope: ts.TextRange): void {
    const known = this.#names.get(name) ?? [];
    if (known.length === 0) this.#names.set(name, known);
    known.push({ meaning: meanings[declaration.kind] ?? anything, pos: scope.pos, end: scope.end, declaration });
  }

  /** The declaration of the innermost that holds at an identifier. Asked in source order, when all names are known: scopes are passed once. */
  find(identifier: ts.Identifier): ts.Node | undefined {
    const { ahead, open } = this.#scopesOf(identifier.text);
    for (let next = ahead.at(-1); next && next.pos <= identifier.pos; next = ahead.at(-1)) {
      ahead.pop();
      closeBefore(open, next.pos + 1);
      open.push(next);
    }
    closeBefore(open, identifier.end);
    const meaning = open.length === 0 ? 0 : meaningOf(identifier);
    return open.findLast((one) => one.meaning & meaning)?.declaration;
  }

  #scopesOf(name: string): Scopes {
    const known = this.#scopes.get(name);
    if (known) return known;
    // Of two that begin together the shorter is the inner one, of the same scope the later counts.
    const ahead = [...(this.#names.get(name) ?? [])].sort((a, b) => a.pos - b.pos || b.end - a.end).reverse();
    const scopes = { ahead, open: [] };
    this.#scopes.set(name, scopes);
    return scopes;
  }
}

/** Scopes lie within each other: one that has ended is in the way of none that holds. */
function closeBefore(open: InnerName[], end: number): void {
  for (let last = open.at(-1); last && last.end < end; last = open.at(-1)) open.pop();
}

/** Where what a declaration names holds; the whole file where that is its top level. */
export function scopeOf(declaration: ts.Node): ts.TextRange {
  switch (declaration.kind) {
    case SyntaxKind.FunctionExpression:
    case SyntaxKind.ClassExpression:
      return declaration;
    case SyntaxKind.EnumMember:
      return declaration.parent;
    case SyntaxKind.TypeParameter:
      return typeParameterScope(declaration as ts.TypeParameterDeclaration);
    case SyntaxKind.BindingElement:
    case SyntaxKind.VariableDeclaration:
    case SyntaxKind.Parameter:
      return variableScope(declaration);
    default:
      return blockAround(declaration.parent);
  }
}

/** Decorators, and what comes before the type parameters, are outside; an inferred type holds where the condition is met. */
function typeParameterScope({ parent }: ts.TypeParameterDeclaration): ts.TextRange {
  if (parent.kind !== SyntaxKind.InferType) {
    const list = 'typeParameters' in parent ? parent.typeParameters : undefined;
    return { pos: list?.pos ?? parent.pos, end: parent.end };
  }
  for (let inner: ts.Node = parent; !isSourceFile(inner); inner = inner.parent) {
    const outer = inner.parent;
    if (isConditionalTypeNode(outer) && outer.extendsType === inner) return outer.trueType;
  }
  return parent;
}

function variableScope(declaration: ts.Node): ts.TextRange {
  const holder = findAncestor(declaration, (node) => isVariableDeclaration(node) || isParameter(node)) ?? declaration;
  const { parent } = holder;
  if (isParameter(holder)) return { pos: holder.parent.parameters.pos, end: parent.end };
  if (isCatchClause(parent)) return parent;
  if (!isVariableDeclarationList(parent) || parent.flags & NodeFlags.BlockScoped) return blockAround(parent);
  return functionAround(parent);
}

function blockAround(node: ts.Node): ts.Node {
  let around = node;
  while (!isBlockScope(around)) around = around.parent;
  return isCaseOrDefaultClause(around) ? around.parent : around;
}

const isBlockScope = (node: ts.Node): boolean =>
  isBlock(node) ||
  isSourceFile(node) ||
  isModuleBlock(node) ||
  isCaseOrDefaultClause(node) ||
  isForStatement(node) ||
  isForInStatement(node) ||
  isForOfStatement(node);

/** Where a `var` holds, wherever in there it is written; what stands beside the parameters knows nothing of it. */
function functionAround(node: ts.Node): ts.Node {
  let [inner, outer] = [node, node.parent];
  while (!isSourceFile(inner) && !isModuleBlock(inner) && !isFunctionLike(outer) && !isClassStaticBlockDeclaration(outer)) {
    [inner, outer] = [outer, outer.parent];
  }
  return inner;
}

function meaningOf(identifier: ts.Identifier): number {
  const { parent } = identifier;
  if (isTypeReferenceNode(parent)) return type;
  if (isQualifiedName(parent)) return isValueName(parent) ? value | namespace : namespace;
  if (isImportEqualsDeclaration(parent)) return anything;
  let outer: ts.Node = identifier;
  while (isPropertyAccessExpression(outer.parent)) outer = outer.parent;
  if (!isTypeHeritage(outer.parent)) return value;
  return outer === identifier ? type : namespace;
}

function isValueName(name: ts.QualifiedName): boolean {
  let outer: ts.Node = name;
  while (isQualifiedName(outer)) outer = outer.parent;
  return isTypeQueryNode(outer) || isImportEqualsDeclaration(outer);
}

/** What is implemented, and what an interface extends. */
function isTypeHeritage(node: ts.Node): boolean {
  if (!isExpressionWithTypeArguments(node) || !isHeritageClause(node.parent)) return false;
  return node.parent.token === SyntaxKind.ImplementsKeyword || isInterfaceDeclaration(node.parent.parent);
}
