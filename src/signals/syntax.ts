import { ts } from 'ts-morph';

const {
  SyntaxKind,
  canHaveModifiers,
  isAsExpression,
  isBigIntLiteral,
  isBindingElement,
  isComputedPropertyName,
  isIdentifier,
  isNonNullExpression,
  isNumericLiteral,
  isParenthesizedExpression,
  isPrivateIdentifier,
  isPropertyAccessExpression,
  isSatisfiesExpression,
  isStringLiteralLike,
  isTypeAssertionExpression,
} = ts;

/** Small questions about syntax nodes that know nothing of their parents. */

export function unwrapParentheses(node: ts.Expression): ts.Expression {
  let inner = node;
  while (isParenthesizedExpression(inner)) inner = inner.expression;
  return inner;
}

/** Without what changes only the type: parentheses, `as`, `satisfies`, `!`, `<T>`. */
export function unwrapAssertions(node: ts.Expression): ts.Expression {
  let inner = node;
  while (
    isParenthesizedExpression(inner) ||
    isAsExpression(inner) ||
    isSatisfiesExpression(inner) ||
    isNonNullExpression(inner) ||
    isTypeAssertionExpression(inner)
  ) {
    inner = inner.expression;
  }
  return inner;
}

export function hasModifier(node: ts.Node, kind: ts.SyntaxKind): boolean {
  if (!canHaveModifiers(node) || !node.modifiers) return false;
  for (const modifier of node.modifiers) if (modifier.kind === kind) return true;
  return false;
}

/** The name as its author wrote it: `a`, `#a`, `'a-b'` without quotes, `[Symbol.iterator]`. */
export function nameText(name: ts.Node | undefined, sourceFile: ts.SourceFile): string | undefined {
  if (!name) return undefined;
  if (isIdentifier(name) || isPrivateIdentifier(name)) return name.text;
  if (isStringLiteralLike(name) || isNumericLiteral(name) || isBigIntLiteral(name)) return name.text;
  if (isComputedPropertyName(name)) return computedName(name.expression, sourceFile);
  return undefined;
}

function computedName(expression: ts.Expression, sourceFile: ts.SourceFile): string {
  if (isStringLiteralLike(expression)) return expression.text;
  const written = sourceFile.text.slice(expression.getStart(sourceFile), expression.end);
  return /^[\w$.]{1,80}$/.test(written) ? `[${written}]` : '[computed]';
}

/** Names that a declaration binds, those of a destructuring pattern included. */
export function boundNames(name: ts.BindingName): string[] {
  if (isIdentifier(name)) return name.text ? [name.text] : [];
  const names: string[] = [];
  const pending: ts.BindingName[] = [name];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (isIdentifier(next)) {
      if (next.text) names.push(next.text);
      continue;
    }
    for (const element of [...next.elements].reverse()) if (isBindingElement(element)) pending.push(element.name);
  }
  return names;
}

/** `a`, `a.b.c`, `this.x`; nothing for anything else. */
export function dottedName(node: ts.Expression): string | undefined {
  const parts: string[] = [];
  let inner: ts.Expression = node;
  while (isPropertyAccessExpression(inner)) {
    parts.unshift(inner.name.text);
    inner = inner.expression;
    if (parts.length > 8) return undefined;
  }
  if (isIdentifier(inner)) parts.unshift(inner.text);
  else if (inner.kind === SyntaxKind.ThisKeyword) parts.unshift('this');
  else return undefined;
  return parts.join('.');
}

/** The first position at or after `position` that is neither white space nor comment. */
export function skipTrivia(text: string, position: number): number {
  const trivia = /\s+|\/\/[^\n\r\u2028\u2029]*|\/\*[^]*?\*\//y;
  let at = position;
  for (trivia.lastIndex = at; trivia.test(text); trivia.lastIndex = at) at = trivia.lastIndex;
  return at;
}
