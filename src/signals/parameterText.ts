import { ts } from 'ts-morph';
import type { JsDocTypes } from './jsDoc.ts';
import { oneLine } from './oneLine.ts';

const {
  SyntaxKind,
  isArrayBindingPattern,
  isArrayLiteralExpression,
  isBigIntLiteral,
  isBindingElement,
  isConstructorDeclaration,
  isIdentifier,
  isLiteralExpression,
  isNumericLiteral,
  isObjectLiteralExpression,
  isPrefixUnaryExpression,
} = ts;

/** Type parameters, parameters and return type of anything callable, as a declaration file would show them. */
export function callableText(node: ts.SignatureDeclaration, text: string, docs: JsDocTypes | undefined): string {
  const parameters = node.parameters.map((parameter, index) => parameterText(parameter, text, docParameter(parameter, index, node, docs)));
  return `${typeParametersText(node.typeParameters, text, docs)}(${parameters.join(', ')})${returnText(node, text, docs)}`;
}

export function typeParametersText(
  parameters: ts.NodeArray<ts.TypeParameterDeclaration> | undefined,
  text: string,
  docs?: JsDocTypes,
): string {
  const written = parameters?.map((parameter) => oneLine(text.slice(parameter.pos, parameter.end))) ?? docs?.templates ?? [];
  return written.length === 0 ? '' : `<${written.join(', ')}>`;
}

export function typeText(type: ts.TypeNode | undefined, text: string): string | undefined {
  return type && oneLine(text.slice(type.pos, type.end));
}

/** A literal short enough to be worth more than its type. */
export function shortLiteral(value: ts.Expression | undefined, text: string): string | undefined {
  if (!value || !isLiteral(value)) return undefined;
  const written = oneLine(text.slice(value.pos, value.end));
  return written.length <= 30 ? written : undefined;
}

function isLiteral(value: ts.Expression): boolean {
  if (isPrefixUnaryExpression(value)) return isNumericLiteral(value.operand) || isBigIntLiteral(value.operand);
  if (isArrayLiteralExpression(value)) return value.elements.length === 0;
  if (isObjectLiteralExpression(value)) return value.properties.length === 0;
  return isLiteralExpression(value) || isKeywordLiteral(value.kind);
}

function isKeywordLiteral(kind: ts.SyntaxKind): boolean {
  return kind === SyntaxKind.TrueKeyword || kind === SyntaxKind.FalseKeyword || kind === SyntaxKind.NullKeyword;
}

interface DocParameter {
  readonly type: string;
  readonly optional: boolean;
}

function parameterText(node: ts.ParameterDeclaration, text: string, doc: DocParameter | undefined): string {
  const modifiers = node.modifiers ? `${oneLine(text.slice(node.modifiers.pos, node.modifiers.end))} ` : '';
  const type = typeText(node.type, text) ?? doc?.type;
  const literal = type === undefined ? shortLiteral(node.initializer, text) : undefined;
  const optional = literal === undefined && (node.questionToken ?? node.initializer ?? doc?.optional);
  const name = `${node.dotDotDotToken ? '...' : ''}${bindingText(node.name)}${optional ? '?' : ''}`;
  return `${modifiers}${name}${type === undefined ? '' : `: ${type}`}${literal === undefined ? '' : ` = ${literal}`}`;
}

/** A pattern without its defaults. */
export function bindingText(name: ts.BindingName, depth = 0): string {
  if (isIdentifier(name)) return name.text;
  if (depth > 3) return '…';
  if (isArrayBindingPattern(name)) {
    return `[${name.elements.map((element) => (isBindingElement(element) ? elementText(element, depth) : '')).join(', ')}]`;
  }
  return name.elements.length === 0 ? '{}' : `{ ${name.elements.map((element) => elementText(element, depth)).join(', ')} }`;
}

function elementText(element: ts.BindingElement, depth: number): string {
  const key = element.propertyName && 'text' in element.propertyName ? `${element.propertyName.text}: ` : element.propertyName ? '…: ' : '';
  return `${element.dotDotDotToken ? '...' : ''}${key}${bindingText(element.name, depth + 1)}`;
}

function returnText(node: ts.SignatureDeclaration, text: string, docs: JsDocTypes | undefined): string {
  const type = typeText(node.type, text) ?? (isConstructorDeclaration(node) ? undefined : docs?.returns);
  return type === undefined ? '' : `: ${type}`;
}

/** Found by name; a destructured parameter has none, so its place decides. */
function docParameter(
  node: ts.ParameterDeclaration,
  index: number,
  callable: ts.SignatureDeclaration,
  docs: JsDocTypes | undefined,
): DocParameter | undefined {
  if (!docs) return undefined;
  if (isIdentifier(node.name)) {
    const name = node.name.text;
    return docs.parameters.find((parameter) => parameter.name === name);
  }
  return docs.parameters.length === callable.parameters.length ? docs.parameters[index] : undefined;
}
