import { ts } from 'ts-morph';

const {
  SyntaxKind,
  isBreakOrContinueStatement,
  isCallExpression,
  isDecorator,
  isElementAccessExpression,
  isExportAssignment,
  isExportSpecifier,
  isExpressionWithTypeArguments,
  isImportTypeNode,
  isJsxOpeningLikeElement,
  isLabeledStatement,
  isNewExpression,
  isNonNullExpression,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isQualifiedName,
  isShorthandPropertyAssignment,
  isStringLiteralLike,
  isTaggedTemplateExpression,
} = ts;

/** A name with what is taken of it: `a.b.c`. Nodes know their parents. */
export interface WrittenName {
  /** Identifiers, literals or `this`. */
  readonly names: readonly ts.Node[];
  readonly called: boolean;
}

export function writtenName(root: ts.Node): WrittenName {
  const names: ts.Node[] = [root];
  let outer = isPropertyAccessExpression(root.parent) && root.parent.name === root ? root.parent : root;
  for (let next = aroundOf(outer); next; next = aroundOf(outer)) {
    if (next.name) names.push(next.name);
    outer = next.node;
  }
  return { names, called: isCalled(outer) };
}

/** What takes something of a node, or only wraps it. */
function aroundOf(inner: ts.Node): { readonly node: ts.Node; readonly name?: ts.Node } | undefined {
  const node = inner.parent;
  if (isQualifiedName(node)) return node.left === inner ? { node, name: node.right } : undefined;
  if (isParenthesizedExpression(node) || isNonNullExpression(node) || isExpressionWithTypeArguments(node)) {
    return node.expression === inner ? { node } : undefined;
  }
  if (isPropertyAccessExpression(node)) return node.expression === inner ? { node, name: node.name } : undefined;
  if (!isElementAccessExpression(node) || node.expression !== inner || !isStringLiteralLike(node.argumentExpression)) return undefined;
  return { node, name: node.argumentExpression };
}

/** As the calls of the index: `f()`, `new F()`, `<F />`, a template's tag, a decorator. */
function isCalled(node: ts.Node): boolean {
  const { parent } = node;
  if (isCallExpression(parent) || isNewExpression(parent) || isDecorator(parent)) return parent.expression === node;
  if (isTaggedTemplateExpression(parent)) return parent.tag === node;
  return isJsxOpeningLikeElement(parent) && parent.tagName === node;
}

/** What gives a name to its scope: members have none of their own, and an import has only the one that holds here. */
const namedInScope: ReadonlySet<ts.SyntaxKind> = new Set([
  SyntaxKind.VariableDeclaration,
  SyntaxKind.BindingElement,
  SyntaxKind.Parameter,
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.FunctionExpression,
  SyntaxKind.ClassDeclaration,
  SyntaxKind.ClassExpression,
  SyntaxKind.InterfaceDeclaration,
  SyntaxKind.TypeAliasDeclaration,
  SyntaxKind.TypeParameter,
  SyntaxKind.EnumDeclaration,
  SyntaxKind.EnumMember,
  SyntaxKind.ModuleDeclaration,
  SyntaxKind.ImportClause,
  SyntaxKind.ImportSpecifier,
  SyntaxKind.NamespaceImport,
  SyntaxKind.ImportEqualsDeclaration,
]);

/** Whether an identifier is the name under which something is declared in a scope. */
export const isScopedName = (node: ts.Identifier): boolean => namedInScope.has(node.parent.kind) && nameOf(node.parent) === node;

const nameOf = (node: ts.Node): unknown => ('name' in node ? node.name : undefined);
const propertyNameOf = (node: ts.Node): unknown => ('propertyName' in node ? node.propertyName : undefined);

/** Whether an identifier that declares nothing means something in its scope: keys, members, labels and what is only passed on do not. */
export function isUse(node: ts.Identifier): boolean {
  const { parent } = node;
  if (node.text === '' || propertyNameOf(parent) === node) return false;
  if (nameOf(parent) === node) return isShorthandPropertyAssignment(parent);
  if (isQualifiedName(parent)) return parent.left === node && !isOfModule(parent);
  if (isJsxOpeningLikeElement(parent)) return parent.tagName !== node || !/^[a-z]/u.test(node.text);
  if (isLabeledStatement(parent) || isBreakOrContinueStatement(parent)) return parent.label !== node;
  return !isExportSpecifier(parent) && !isExportAssignment(parent) && !isImportTypeNode(parent);
}

/** Of a qualified name, whether it is what an `import('x')` takes. */
function isOfModule(name: ts.QualifiedName): boolean {
  let outer: ts.Node = name;
  while (isQualifiedName(outer)) outer = outer.parent;
  return isImportTypeNode(outer);
}
