import { ts } from 'ts-morph';
import { dottedName, hasModifier, nameText, unwrapAssertions } from './syntax.ts';

const {
  SyntaxKind,
  isArrowFunction,
  isCallSignatureDeclaration,
  isClassExpression,
  isClassStaticBlockDeclaration,
  isConstructSignatureDeclaration,
  isConstructorDeclaration,
  isFunctionExpression,
  isIdentifier,
  isIndexSignatureDeclaration,
  isObjectLiteralExpression,
  isPropertyAssignment,
  isShorthandPropertyAssignment,
  isSpreadAssignment,
} = ts;

export const holderKinds = [
  SyntaxKind.VariableDeclaration,
  SyntaxKind.BinaryExpression,
  SyntaxKind.ExportAssignment,
  SyntaxKind.PropertyDeclaration,
  SyntaxKind.ObjectLiteralExpression,
] as const;

/** A node of one of `holderKinds`. */
type HolderNode = ts.VariableDeclaration | ts.BinaryExpression | ts.ExportAssignment | ts.PropertyDeclaration | ts.ObjectLiteralExpression;

type Nameable = ts.FunctionExpression | ts.ArrowFunction | ts.ClassExpression | ts.ObjectLiteralExpression;

/**
 * Names for what has none of its own: a function takes the name of the variable, property or export that holds it, a member that of
 * its class or object as well (`Class.method`). Nodes do not know their parents, so the holder, visited first, leaves the name here.
 */
export class NameGiver {
  readonly #sourceFile: ts.SourceFile;
  readonly #given = new Map<ts.Node, string>();

  constructor(sourceFile: ts.SourceFile) {
    this.#sourceFile = sourceFile;
  }

  of(node: ts.Node): string | undefined {
    return this.#given.get(node);
  }

  /** Looks at a node of one of `holderKinds`, before what it holds. */
  visit(node: ts.Node): void {
    const holder = node as HolderNode;
    switch (holder.kind) {
      case SyntaxKind.VariableDeclaration:
        if (isIdentifier(holder.name)) this.#give(holder.initializer, holder.name.text);
        break;
      case SyntaxKind.BinaryExpression:
        if (holder.operatorToken.kind === SyntaxKind.EqualsToken) this.#give(holder.right, () => assignedName(holder.left));
        break;
      case SyntaxKind.ObjectLiteralExpression:
        this.#nameProperties(holder);
        break;
      case SyntaxKind.PropertyDeclaration:
        this.#give(holder.initializer, this.#given.get(holder));
        break;
      case SyntaxKind.ExportAssignment:
        this.#give(holder.expression, holder.isExportEquals ? 'export=' : 'default');
    }
  }

  /** The name of a class, given on to its members. */
  visitClass(node: ts.ClassLikeDeclaration): string {
    const name = node.name?.text ?? this.#given.get(node) ?? (hasModifier(node, SyntaxKind.DefaultKeyword) ? 'default' : '(class)');
    for (const member of node.members) {
      this.#given.set(member, `${name}.${memberName(member, this.#sourceFile)}`);
    }
    return name;
  }

  #nameProperties(node: ts.ObjectLiteralExpression): void {
    const owner = this.#given.get(node);
    for (const property of node.properties) {
      if (isShorthandPropertyAssignment(property) || isSpreadAssignment(property)) continue;
      const value = isPropertyAssignment(property) ? unwrapAssertions(property.initializer) : property;
      if (value !== property && !isNameable(value)) continue;
      const key = nameText(property.name, this.#sourceFile) ?? '(computed)';
      this.#given.set(value, owner === undefined ? key : `${owner}.${key}`);
    }
  }

  #give(value: ts.Expression | undefined, name: string | undefined | (() => string | undefined)): void {
    if (!value || name === undefined) return;
    const inner = unwrapAssertions(value);
    if (!isNameable(inner)) return;
    const found = typeof name === 'string' ? name : name();
    if (found !== undefined) this.#given.set(inner, found);
  }
}

function isNameable(node: ts.Node): node is Nameable {
  return isArrowFunction(node) || isFunctionExpression(node) || isObjectLiteralExpression(node) || isClassExpression(node);
}

export function memberName(member: ts.ClassElement | ts.TypeElement, sourceFile: ts.SourceFile): string {
  if (isConstructorDeclaration(member)) return 'constructor';
  if (isClassStaticBlockDeclaration(member)) return 'static';
  if (isIndexSignatureDeclaration(member)) return '[index]';
  if (isCallSignatureDeclaration(member)) return '()';
  if (isConstructSignatureDeclaration(member)) return 'new';
  return nameText(member.name, sourceFile) ?? '(unnamed)';
}

/** `exports.a`, `module.exports.a` and `this.a` are `a`; `A.prototype.b` is `A.b`. */
function assignedName(target: ts.Expression): string | undefined {
  const written = dottedName(target);
  if (written === undefined) return undefined;
  if (written === 'module.exports') return 'default';
  return written.replace(/^(?:module\.exports|exports|this)\./, '').replace('.prototype.', '.');
}
