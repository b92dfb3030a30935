import { ts } from 'ts-morph';

const { SyntaxKind, isIdentifier, isLiteralTypeNode, isTypeReferenceNode, isUnionTypeNode } = ts;

/** What gives a name to a value, and may say its type. */
type Typed = Pick<ts.ParameterDeclaration | ts.VariableDeclaration | ts.PropertyDeclaration, 'name' | 'type' | 'initializer'>;

interface Local {
  /** Empty where nothing is known of it. */
  readonly type: string;
  readonly end: number;
}

/** The types of variables and fields of a file, as far as they are written where these are declared; in source order. */
export class ReceiverTypes {
  readonly #isKnown: (type: string) => boolean;
  readonly #locals = new Map<string, Local>();
  readonly #fields = new Map<string, string>();

  /** `isKnown`: types that the file declares at top level or imports; others are of no use. */
  constructor(isKnown: (type: string) => boolean) {
    this.#isKnown = isKnown;
  }

  /** Whether a local changes what is known. */
  concerns({ name, type, initializer }: Typed): boolean {
    return isIdentifier(name) && (this.#locals.has(name.text) || this.#written(type, initializer) !== '');
  }

  /** A local that `concerns` it, whose scope ends at `end`. */
  local({ name, type, initializer }: Typed, end: number): void {
    if (isIdentifier(name)) this.#locals.set(name.text, { type: this.#written(type, initializer), end });
  }

  /** Fields of one name are told apart by nothing: where their types differ, none is known. */
  field({ name, type, initializer }: Typed): void {
    if (!isIdentifier(name)) return;
    const written = this.#written(type, initializer);
    const known = this.#fields.get(name.text);
    this.#fields.set(name.text, known === undefined || known === written ? written : '');
  }

  typeOf(name: string, position: number): string | undefined {
    const local = this.#locals.get(name);
    return local !== undefined && position < local.end && local.type !== '' ? local.type : undefined;
  }

  typeOfField(name: string): string | undefined {
    return this.#fields.get(name) || undefined;
  }

  #written(type: ts.TypeNode | undefined, initializer: ts.Expression | undefined): string {
    if (!type && initializer?.kind !== SyntaxKind.NewExpression) return '';
    const name = type ? namedType(type) : (initializer as ts.NewExpression).expression;
    return name && isIdentifier(name) && this.#isKnown(name.text) ? name.text : '';
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
