import { ts } from 'ts-morph';

const { SyntaxKind, isIdentifier, isLiteralTypeNode, isOmittedExpression, isTypeReferenceNode, isUnionTypeNode } = ts;

/** What gives a name to a value, and may say its type. */
interface Typed {
  readonly name: ts.PropertyName | ts.BindingPattern;
  readonly type?: ts.TypeNode | undefined;
  readonly initializer?: ts.Expression | undefined;
  readonly pos: number;
}

/** Its `text`, at less cost: that is a call. The compiler puts an underscore before two. */
export function plainName({ escapedText }: ts.Identifier): string {
  const escaped = escapedText as string;
  return escaped.startsWith('___') ? escaped.slice(1) : escaped;
}

/** Types by the name of a field of one class; '' where nothing is known. */
export type FieldTypes = Map<string, string>;

/** Of the `this` of a function without a name: whoever calls it says what that is. */
export const foreignThis: FieldTypes = new Map();

interface Local {
  /** '' where nothing is known. */
  readonly type: string;
  readonly end: number;
}

/** What a name means where it is used as a type, or behind `new`. */
export interface Meanings {
  /** Whether the file declares it at top level or imports it: other types are of no use. */
  isKnown(name: string): boolean;
  /** Whether it is another value at a position. */
  isHidden(name: string, position: number): boolean;
}

/** The types of variables and fields, as far as they are written where these are declared; told scope by scope, in source order. */
export class ReceiverTypes {
  readonly #meanings: Meanings;
  readonly #locals = new Map<string, Local>();
  /** Types of inner scopes, and where these end. */
  readonly #hidden = new Map<string, number>();

  constructor(meanings: Meanings) {
    this.#meanings = meanings;
  }

  /** A name means another type up to `end`. */
  hide(type: string, end: number): void {
    if (this.#meanings.isKnown(type)) this.#hidden.set(type, Math.max(end, this.#hidden.get(type) ?? 0));
  }

  /** A local whose scope ends at `end`. */
  local(typed: Typed, end: number): void {
    const { name, type, initializer } = typed;
    const saysNothing = !type && initializer?.kind !== SyntaxKind.NewExpression;
    if (saysNothing && this.#locals.size === 0) return; // as most do
    if (!isIdentifier(name)) this.#forgetAll(name, end);
    else {
      const written = saysNothing ? '' : this.#written(typed);
      if (written === '') this.forget(plainName(name), end);
      else this.#locals.set(plainName(name), { type: written, end });
    }
  }

  /** A name means something else up to `end`. */
  forget(name: string, end: number): void {
    if (this.#locals.has(name)) this.#locals.set(name, { type: '', end });
  }

  #forgetAll(name: ts.PropertyName | ts.BindingPattern, end: number): void {
    if (isIdentifier(name)) this.forget(plainName(name), end);
    else if ('elements' in name) for (const one of name.elements) if (!isOmittedExpression(one)) this.#forgetAll(one.name, end);
  }

  /** A field of a class; where it is declared twice and differently nothing is known. */
  field(fields: FieldTypes, typed: Typed): void {
    const name = 'text' in typed.name ? typed.name.text : undefined;
    if (name === undefined) return;
    const type = this.#written(typed);
    fields.set(name, (fields.get(name) ?? type) === type ? type : '');
  }

  typeOf(name: string, position: number): string | undefined {
    const local = this.#locals.size === 0 ? undefined : this.#locals.get(name);
    return local !== undefined && position < local.end && local.type !== '' ? local.type : undefined;
  }

  #written({ type, initializer, pos }: Typed): string {
    if (!type && initializer?.kind !== SyntaxKind.NewExpression) return '';
    const name = type ? namedType(type) : (initializer as ts.NewExpression).expression;
    if (!name || !isIdentifier(name) || !this.#meanings.isKnown(plainName(name))) return '';
    const isOther = pos < (this.#hidden.get(plainName(name)) ?? 0) || (!type && this.#meanings.isHidden(plainName(name), pos));
    return isOther ? '' : plainName(name);
  }
}

/** `A`, `A<T>` and `A | undefined`. */
function namedType(type: ts.TypeNode): ts.EntityName | undefined {
  if (isTypeReferenceNode(type)) return type.typeName;
  if (!isUnionTypeNode(type)) return undefined;
  const [first, ...others] = type.types.filter((one) => !isNothing(one));
  return first && others.length === 0 && isTypeReferenceNode(first) ? first.typeName : undefined;
}

const isNothing = (type: ts.TypeNode): boolean =>
  type.kind === SyntaxKind.UndefinedKeyword || (isLiteralTypeNode(type) && type.literal.kind === SyntaxKind.NullKeyword);
