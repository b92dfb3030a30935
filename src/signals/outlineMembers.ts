import { ts } from 'ts-morph';
import type { Declaration } from './fileSignals.ts';
import { isPublic, memberKind, memberText, type Member } from './memberText.ts';
import { memberName } from './nameGiver.ts';
import type { Outline } from './outline.ts';
import { callableText } from './parameterText.ts';
import { modifiersText, valueText, type SignatureContext } from './signatureText.ts';
import { nameText, unwrapAssertions } from './syntax.ts';

const {
  isAccessor,
  isConstructorDeclaration,
  isFunctionLike,
  isGetAccessor,
  isMethodDeclaration,
  isObjectLiteralExpression,
  isPropertyAssignment,
  isSemicolonClassElement,
  isSetAccessor,
  isShorthandPropertyAssignment,
  isSpreadAssignment,
} = ts;

/** What members belong to. */
export interface Owner {
  readonly container: string;
  readonly exported: boolean;
}

const deepestObject = 3;

/** Members of a class or an interface. */
export function outlineMembers(outline: Outline, members: readonly Member[], owner: Owner): void {
  const overloaded = new Set<string>();
  const { sourceFile } = outline.source;
  for (const member of members) {
    if (isSemicolonClassElement(member)) continue;
    const name = memberName(member, sourceFile);
    const hasBody = 'body' in member && member.body !== undefined;
    if (!hasBody && (isMethodDeclaration(member) || isConstructorDeclaration(member))) overloaded.add(name);
    const placed = outline.place(member);
    outline.declare(placed, {
      name,
      kind: memberKind(member),
      container: owner.container,
      signature: memberText(member, sourceFile, outline.context(placed, owner.container)),
      exported: owner.exported && isPublic(member),
      hidden: hasBody && overloaded.has(name),
    });
  }
}

/** Functions in an object literal, nested objects included. */
export function outlineObject(outline: Outline, object: ts.ObjectLiteralExpression, owner: Owner, depth = 0): void {
  for (const property of object.properties) {
    const name = nameText(property.name, outline.source.sourceFile);
    if (name === undefined || isSpreadAssignment(property) || isShorthandPropertyAssignment(property)) continue;
    const value = isPropertyAssignment(property) ? unwrapAssertions(property.initializer) : property;
    if (isObjectLiteralExpression(value)) {
      const container = `${owner.container}.${name}`;
      if (depth < deepestObject) outlineObject(outline, value, { ...owner, container }, depth + 1);
    } else if (isFunctionLike(value)) {
      const placed = outline.place(property);
      const kind: Declaration['kind'] = isAccessor(value) ? 'accessor' : 'method';
      const signature = propertyText(property, name, outline.context(placed, owner.container));
      outline.declare(placed, { name, kind, container: owner.container, signature, exported: owner.exported });
    }
  }
}

function propertyText(property: ts.ObjectLiteralElementLike, name: string, context: SignatureContext): string {
  const shown = `${context.prefix}${name}`;
  if (isPropertyAssignment(property)) return `${shown}${valueText(undefined, property.initializer, context)}`;
  if (!isMethodDeclaration(property) && !isAccessor(property)) return shown;
  const accessor = isGetAccessor(property) ? 'get ' : isSetAccessor(property) ? 'set ' : '';
  const star = isMethodDeclaration(property) && property.asteriskToken ? '*' : '';
  return `${modifiersText(property, context.text)}${accessor}${star}${shown}${callableText(property, context.text, context.docs)}`;
}
