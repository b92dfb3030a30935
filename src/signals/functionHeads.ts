import { ts } from 'ts-morph';
import { hasModifier, skipTrivia, unwrapParentheses } from './syntax.ts';

const {
  SyntaxKind,
  isAccessor,
  isArrowFunction,
  isBindingElement,
  isComputedPropertyName,
  isFunctionDeclaration,
  isFunctionExpression,
  isMethodDeclaration,
  isPropertyAssignment,
  isPropertyDeclaration,
} = ts;

export const ownerKinds = [
  SyntaxKind.PropertyAssignment,
  SyntaxKind.PropertyDeclaration,
  SyntaxKind.MethodDeclaration,
  SyntaxKind.GetAccessor,
  SyntaxKind.SetAccessor,
  SyntaxKind.BindingElement,
] as const;

/**
 * Where ESLint reports a function (`getFunctionHeadLoc`): at the start of the property, field or method that it is the value or the
 * computed key of; else a free arrow function at its arrow, any other function at its start, `export` and `default` left out.
 */
export class FunctionHeads {
  readonly #sourceFile: ts.SourceFile;
  readonly #owners = new Map<ts.Node, ts.Node>();

  constructor(sourceFile: ts.SourceFile) {
    this.#sourceFile = sourceFile;
  }

  /** Looks at a node of one of `ownerKinds`, before what it owns. */
  visit(node: ts.Node): void {
    if (isPropertyAssignment(node) || (isPropertyDeclaration(node) && !hasModifier(node, SyntaxKind.AccessorKeyword))) {
      this.#own(node.initializer, node);
      this.#ownKey(node.name, node);
    } else if (isMethodDeclaration(node) || isAccessor(node)) {
      this.#ownKey(node.name, node);
    } else if (isBindingElement(node) && node.propertyName) {
      this.#ownKey(node.propertyName, node);
    }
  }

  of(node: ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction): number {
    const owner = this.#owners.get(node);
    if (owner) return owner.getStart(this.#sourceFile);
    if (isArrowFunction(node)) return node.equalsGreaterThanToken.getStart(this.#sourceFile);
    return isFunctionDeclaration(node) ? this.#declarationStart(node) : node.getStart(this.#sourceFile);
  }

  /** Parentheses around an expression belong to no ESTree node. */
  startOf(expression: ts.Expression): number {
    return unwrapParentheses(expression).getStart(this.#sourceFile);
  }

  #declarationStart(node: ts.FunctionDeclaration): number {
    const modifiers = node.modifiers;
    if (modifiers?.[0]?.kind !== SyntaxKind.ExportKeyword) return node.getStart(this.#sourceFile);
    const last = modifiers[1]?.kind === SyntaxKind.DefaultKeyword ? modifiers[1] : modifiers[0];
    return skipTrivia(this.#sourceFile.text, last.end);
  }

  #own(value: ts.Expression | undefined, owner: ts.Node): void {
    if (!value) return;
    const inner = unwrapParentheses(value);
    if (isArrowFunction(inner) || isFunctionExpression(inner)) this.#owners.set(inner, owner);
  }

  #ownKey(name: ts.PropertyName, owner: ts.Node): void {
    if (isComputedPropertyName(name)) this.#own(name.expression, owner);
  }
}
