import { ts } from 'ts-morph';
import type { JsDocTypes } from './jsDoc.ts';
import { cutWhole, oneLine } from './oneLine.ts';
import { bindingText, callableText, shortLiteral, typeParametersText, typeText } from './parameterText.ts';
import { unwrapAssertions } from './syntax.ts';

const {
  NodeFlags,
  canHaveModifiers,
  isArrowFunction,
  isClassExpression,
  isDecorator,
  isFunctionExpression,
  isStringLiteral,
  tokenToString,
} = ts;

/** What a signature needs beside its node. */
export interface SignatureContext {
  readonly text: string;
  /** `Namespace.`, in front of the name. */
  readonly prefix: string;
  /** Types from comments, in JavaScript. */
  readonly docs: JsDocTypes | undefined;
}

const longestDecorator = 60;
const longestHeritage = 200;

export function functionText(node: ts.FunctionDeclaration, context: SignatureContext): string {
  const head = `${modifiersText(node, context.text)}function${node.asteriskToken ? '*' : ''}`;
  const name = node.name ? ` ${context.prefix}${node.name.text}` : '';
  return `${head}${name}${callableText(node, context.text, context.docs)}`;
}

/** The head of a class. An expression takes the name of the variable that holds it. */
export function classText(node: ts.ClassLikeDeclaration, context: SignatureContext): string {
  const name = node.name ? ` ${context.prefix}${node.name.text}` : '';
  const types = typeParametersText(node.typeParameters, context.text, context.docs);
  return `${modifiersText(node, context.text)}class${name}${types}${heritageText(node.heritageClauses, context.text)}`;
}

export function interfaceText(node: ts.InterfaceDeclaration, context: SignatureContext): string {
  const name = `${context.prefix}${node.name.text}${typeParametersText(node.typeParameters, context.text)}`;
  return `${modifiersText(node, context.text)}interface ${name}${heritageText(node.heritageClauses, context.text)}`;
}

export function typeAliasText(node: ts.TypeAliasDeclaration, context: SignatureContext): string {
  const name = `${context.prefix}${node.name.text}${typeParametersText(node.typeParameters, context.text)}`;
  return `${modifiersText(node, context.text)}type ${name} = ${typeText(node.type, context.text) ?? ''}`;
}

export function enumText(node: ts.EnumDeclaration, context: SignatureContext): string {
  const members = node.members.map((member) => {
    const value = shortLiteral(member.initializer, context.text);
    return `${oneLine(context.text.slice(member.name.pos, member.name.end))}${value === undefined ? '' : ` = ${value}`}`;
  });
  const body = members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  return `${modifiersText(node, context.text)}enum ${context.prefix}${node.name.text} ${body}`;
}

export function namespaceText(node: ts.ModuleDeclaration, name: string, context: SignatureContext): string {
  const modifiers = modifiersText(node, context.text);
  if (name === 'global') return `${modifiers}global`;
  return isStringLiteral(node.name) ? `${modifiers}module ${JSON.stringify(name)}` : `${modifiers}namespace ${context.prefix}${name}`;
}

/** One declarator, with the keywords of its statement. */
export function variableText(statement: ts.VariableStatement, node: ts.VariableDeclaration, context: SignatureContext): string {
  const head = `${modifiersText(statement, context.text)}${variableKeyword(statement.declarationList)} `;
  const value = node.initializer && unwrapAssertions(node.initializer);
  const name = `${context.prefix}${bindingText(node.name)}`;
  if (value && isClassExpression(value) && !node.type) return `${head}${name} = ${classText(value, { ...context, prefix: '' })}`;
  return `${head}${name}${node.exclamationToken ? '!' : ''}${valueText(node.type, node.initializer, context)}`;
}

/** What follows the name of a variable or property: its type, the head of its function, or a short literal. */
export function valueText(type: ts.TypeNode | undefined, initializer: ts.Expression | undefined, context: SignatureContext): string {
  const written = typeText(type, context.text) ?? context.docs?.type;
  if (written !== undefined) return `: ${written}`;
  if (!initializer) return '';
  const value = unwrapAssertions(initializer);
  if (isArrowFunction(value)) return ` = ${modifiersText(value, context.text)}${callableText(value, context.text, context.docs)}`;
  if (isFunctionExpression(value)) {
    const head = `${modifiersText(value, context.text)}function${value.asteriskToken ? '*' : ''}`;
    return ` = ${head}${callableText(value, context.text, context.docs)}`;
  }
  const literal = shortLiteral(value, context.text);
  return literal === undefined ? '' : ` = ${literal}`;
}

/** Decorators and keywords, each followed by a space. */
export function modifiersText(node: ts.Node, text: string, omitted: readonly ts.SyntaxKind[] = []): string {
  if (!canHaveModifiers(node) || !node.modifiers) return '';
  return node.modifiers
    .filter(({ kind }) => !omitted.includes(kind))
    .map((modifier) => `${isDecorator(modifier) ? decoratorText(modifier, text) : (tokenToString(modifier.kind) ?? '')} `)
    .join('');
}

function decoratorText(node: ts.Decorator, text: string): string {
  const written = oneLine(text.slice(node.pos, node.end));
  if (written.length <= longestDecorator) return written;
  return `${/^@[\w$.]+/.exec(written)?.[0] ?? '@'}(…)`;
}

function heritageText(clauses: ts.NodeArray<ts.HeritageClause> | undefined, text: string): string {
  return (clauses ?? []).map((clause) => ` ${clauseText(oneLine(text.slice(clause.pos, clause.end)))}`).join('');
}

function clauseText(written: string): string {
  return written.length > longestHeritage ? `${cutWhole(written, longestHeritage)}…` : written;
}

/** Flags of a declaration list are combinations; `await using` is those of `using` and `const` together. */
const variableKeywords: ReadonlyMap<number, string> = new Map([
  [NodeFlags.Let, 'let'],
  [NodeFlags.Const, 'const'],
  [NodeFlags.Using, 'using'],
  [NodeFlags.AwaitUsing, 'await using'],
]);

function variableKeyword(list: ts.VariableDeclarationList): string {
  return variableKeywords.get(list.flags & NodeFlags.BlockScoped) ?? 'var';
}

/** A statement as it is, on one line and without its semicolon. */
export function plainText(source: string): string {
  return oneLine(source).replace(/;$/, '');
}
