import { ts } from 'ts-morph';
import { memberName } from './nameGiver.ts';
import { callableText, typeText } from './parameterText.ts';
import { modifiersText, valueText, type SignatureContext } from './signatureText.ts';
import { hasModifier } from './syntax.ts';

const {
  SyntaxKind,
  isAccessor,
  isCallSignatureDeclaration,
  isClassStaticBlockDeclaration,
  isConstructSignatureDeclaration,
  isConstructorDeclaration,
  isFunctionLike,
  isGetAccessor,
  isIndexSignatureDeclaration,
  isMethodDeclaration,
  isMethodSignature,
  isPrivateIdentifier,
  isPropertyDeclaration,
  isPropertySignature,
  isSemicolonClassElement,
  isSetAccessor,
} = ts;

export type Member = ts.ClassElement | ts.TypeElement;

export type MemberKind = 'method' | 'property' | 'accessor' | 'constructor' | 'statement';

export function memberKind(node: Member): MemberKind {
  if (isConstructorDeclaration(node) || isConstructSignatureDeclaration(node)) return 'constructor';
  if (isAccessor(node)) return 'accessor';
  if (isMethodDeclaration(node) || isMethodSignature(node) || isCallSignatureDeclaration(node)) return 'method';
  return isClassStaticBlockDeclaration(node) ? 'statement' : 'property';
}

export function isPublic(node: Member): boolean {
  if (isClassStaticBlockDeclaration(node) || isSemicolonClassElement(node)) return false;
  if (node.name && isPrivateIdentifier(node.name)) return false;
  return !hasModifier(node, SyntaxKind.PrivateKeyword) && !hasModifier(node, SyntaxKind.ProtectedKeyword);
}

/** `static async Owner.name<T>(a: X): Y`; `context.prefix` is `Owner.`. */
export function memberText(node: Member, sourceFile: ts.SourceFile, context: SignatureContext): string {
  const { text, prefix, docs } = context;
  const modifiers = modifiersText(node, text, [SyntaxKind.PublicKeyword]);
  const optional = 'questionToken' in node && node.questionToken ? '?' : '';
  const name = `${prefix}${memberName(node, sourceFile)}${optional}`;
  if (isClassStaticBlockDeclaration(node)) return `${prefix.slice(0, -1)} static block`;
  if (isPropertyDeclaration(node)) return `${modifiers}${name}${valueText(node.type, node.initializer, context)}`;
  if (isPropertySignature(node)) return `${modifiers}${name}: ${typeText(node.type, text) ?? 'any'}`;
  if (isIndexSignatureDeclaration(node)) return `${modifiers}${prefix.slice(0, -1)}${indexText(node, text)}`;
  if (isCallSignatureDeclaration(node)) return `${prefix.slice(0, -1)}${callableText(node, text, docs)}`;
  if (isGetAccessor(node)) return `${modifiers}get ${name}${callableText(node, text, docs)}`;
  if (isSetAccessor(node)) return `${modifiers}set ${name}${callableText(node, text, docs)}`;
  if (isMethodDeclaration(node) && node.asteriskToken) return `${modifiers}*${name}${callableText(node, text, docs)}`;
  return isCallable(node) ? `${modifiers}${name}${callableText(node, text, docs)}` : `${modifiers}${name}`;
}

function isCallable(node: Member): node is Member & ts.SignatureDeclaration {
  return isFunctionLike(node);
}

function indexText(node: ts.IndexSignatureDeclaration, text: string): string {
  const parameters = node.parameters.map((parameter) => text.slice(parameter.pos, parameter.end).trim()).join(', ');
  return `[${parameters}]: ${typeText(node.type, text) ?? 'any'}`;
}
