import { ts } from 'ts-morph';
import type { Call, Import } from './fileSignals.ts';
import { importOf, requireNames, thenNames, type TakenNames } from './imports.ts';
import type { ParsedSource } from './parseSource.ts';
import { foreignThis, plainName, ReceiverTypes, type FieldTypes } from './receiverTypes.ts';

const {
  SyntaxKind,
  isCallExpression,
  isIdentifier,
  isNewExpression,
  isNonNullExpression,
  isOmittedExpression,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isStringLiteralLike,
} = ts;

const callKinds = [
  SyntaxKind.CallExpression,
  SyntaxKind.NewExpression,
  SyntaxKind.TaggedTemplateExpression,
  SyntaxKind.JsxOpeningElement,
  SyntaxKind.JsxSelfClosingElement,
  SyntaxKind.Decorator,
];
const importKinds = [
  SyntaxKind.CallExpression,
  SyntaxKind.ImportDeclaration,
  SyntaxKind.ExportDeclaration,
  SyntaxKind.ImportEqualsDeclaration,
  SyntaxKind.ImportType,
];
const takingKinds = [SyntaxKind.VariableDeclaration, SyntaxKind.PropertyAccessExpression];

/** What a node may be, by kind. */
const mayCall = 1;
const mayImport = 2;
const mayTake = 4;
const roles = new Uint8Array(SyntaxKind.Count);
for (const [kinds, role] of [
  [callKinds, mayCall],
  [importKinds, mayImport],
  [takingKinds, mayTake],
] as const) {
  for (const kind of kinds) roles[kind] = (roles[kind] ?? 0) | role;
}

export const referenceKinds: readonly ts.SyntaxKind[] = [...callKinds, ...importKinds];
/** Those that matter only in a file that loads modules. */
export const loadingKinds: readonly ts.SyntaxKind[] = takingKinds;

/** A named declaration while the walk is inside it: one object each, as names can be the same. */
export interface Named {
  readonly name: string;
}

/** What a call has around it. */
interface Around {
  readonly within: Named | undefined;
  /** What `this` belongs to. */
  readonly self: Named | undefined;
  /** Of the class that `this` is. */
  readonly fields: FieldTypes | undefined;
}

interface FoundCall {
  readonly name: string;
  /** What it is called on: a name and a field of it, joined only in the end. */
  readonly root: string | undefined;
  readonly field: string | undefined;
  readonly type: string | undefined;
  /** Of the class that `this` is. */
  readonly fields: FieldTypes | undefined;
  readonly within: Named | undefined;
  /** The same name in the same declaration, on something else or of another type. */
  next: FoundCall | undefined;
  position: number;
}

/** Imports and calls of one file, handed over node by node in source order. */
export class ReferenceCollector {
  /** Of what methods are called on. */
  readonly types = new ReceiverTypes({
    isKnown: (name) => this.#known.has(name),
    isHidden: (name, position) => position < (this.#hidden.get(name) ?? 0),
  });
  readonly #source: ParsedSource;
  readonly #found: { readonly import: Omit<Import, 'line'>; readonly position: number; readonly end: number | undefined }[] = [];
  readonly #callsWithin = new Map<Named | undefined, Map<string, FoundCall>>();
  /** Where the last call was found: there most often is the next one. */
  #latest: { readonly within: Named | undefined; readonly calls: Map<string, FoundCall> } | undefined;
  /** What a `require('x')` or `import('x')` is taken apart into: known to the node around the call, which comes first. */
  readonly #takenByCall = new Map<ts.Node, TakenNames>();
  /** Where the scope ends that has the names, if it is not the file. */
  readonly #endOfTaken = new Map<ts.Node, number>();
  /** What the file declares at top level and imports. */
  readonly #known: Set<string>;
  /** Which of these mean something else, and up to which position. */
  readonly #hidden = new Map<string, number>();

  /** `declared`: the names of the file's own top level. */
  constructor(source: ParsedSource, declared: Iterable<string> = []) {
    this.#source = source;
    this.#known = new Set(declared);
  }

  /** The file imports a name. */
  know(name: string): void {
    this.#known.add(name);
  }

  /** A scope that ends there has a name of its own: as long, it is no other. */
  hide(name: ts.BindingName, end: number): void {
    if (name.kind !== SyntaxKind.Identifier) {
      for (const element of name.elements) if (!isOmittedExpression(element)) this.hide(element.name, end);
      return;
    }
    const text = plainName(name);
    if (this.#known.has(text)) this.#hidden.set(text, Math.max(end, this.#hidden.get(text) ?? 0));
  }

  /** What a call takes of a module has names up to there. */
  holds(call: ts.Node, end: number): void {
    this.#endOfTaken.set(call, end);
  }

  /** Called for every node of one of `referenceKinds`, and of `loadingKinds` where the file loads modules, in source order. */
  collect(node: ts.Node, around: Around): void {
    const role = roles[node.kind] ?? 0;
    if (role & mayTake) {
      const taken = requireNames(node);
      // In `const b = require('x').a` the variable comes first and knows more.
      if (taken && !this.#takenByCall.has(taken.call)) this.#takenByCall.set(taken.call, taken.taken);
      return;
    }
    const imported = role & mayImport && (this.#source.loadsModules || !(role & mayCall)) ? this.#importOf(node) : undefined;
    if (imported) {
      this.#found.push({ import: imported, position: node.getStart(this.#source.sourceFile), end: this.#endOfTaken.get(node) });
    } else if (role & mayCall) this.#collectCall(calleeOf(node), around);
  }

  #importOf(node: ts.Node): Omit<Import, 'line'> | undefined {
    const then = isCallExpression(node) ? thenNames(node) : undefined;
    if (then) {
      this.#takenByCall.set(then.call, then.taken);
      this.holds(then.call, then.end);
    }
    return importOf(node, this.#takenByCall.get(node));
  }

  imports(): Import[] {
    const { lineAt } = this.#source;
    return this.#found.map(({ import: imported, position, end }) => {
      const line = lineAt(position);
      return end === undefined ? { ...imported, line } : { ...imported, until: lineAt(end), line };
    });
  }

  calls(): Call[] {
    const calls: Call[] = [];
    for (const found of this.#callsWithin.values()) {
      for (const first of found.values()) {
        for (let one: FoundCall | undefined = first; one; one = one.next) calls.push(this.#placed(one));
      }
    }
    return calls.sort((a, b) => a.line - b.line);
  }

  #placed({ name, root, field, type: local, fields, within, position }: FoundCall): Call {
    const line = this.#source.lineAt(position);
    const on = field === undefined ? root : `${root ?? ''}.${field}`;
    const type = local ?? (root === 'this' && field !== undefined ? fields?.get(field) : undefined);
    const callee = on === undefined ? { name } : type ? { name, on, type } : { name, on };
    return within === undefined ? { ...callee, line } : { ...callee, within: within.name, line };
  }

  /** Only the first call of a name on the same thing, of one type, in a declaration is kept. In `a.b().c()` the outer call is visited first and stands later. */
  #collectCall(callee: ts.Node | undefined, { within: inside, self, fields }: Around): void {
    const written = callee && lastName(callee);
    const name = written?.root === 'this' && fields === foreignThis ? onUnknown(written) : this.#open(written);
    if (!name) return;
    const within = name.root === 'this' || name.root === 'super' ? (self ?? inside) : inside;
    const latest = this.#latest;
    const calls = latest && latest.within === within ? latest.calls : this.#callsOf(within);
    const { text, root, field, position } = name;
    const type = root === undefined || field !== undefined ? undefined : this.types.typeOf(root, position);
    const first = calls.get(text);
    let known = first;
    while (known && (known.root !== root || known.field !== field || known.type !== type)) known = known.next;
    if (!known) {
      calls.set(text, { name: text, root, field, type, fields: root === 'this' ? fields : undefined, within, position, next: first });
    } else if (position < known.position) known.position = position;
  }

  /** A hidden name tells nothing: what is called by it is left out, what is called on it is on something unknown. */
  #open(name: CalleeName | undefined): CalleeName | undefined {
    if (!name || this.#hidden.size === 0) return name;
    const root = name.root?.startsWith('new ') === true ? name.root.slice(4) : (name.root ?? name.text);
    if ((this.#hidden.get(root) ?? 0) < name.position) return name;
    return name.root === undefined ? undefined : onUnknown(name);
  }

  #callsOf(within: Named | undefined): Map<string, FoundCall> {
    let calls = this.#callsWithin.get(within);
    if (!calls) this.#callsWithin.set(within, (calls = new Map<string, FoundCall>()));
    this.#latest = { within, calls };
    return calls;
  }
}

const onUnknown = (name: CalleeName): CalleeName => ({ ...name, root: '', field: undefined });

/** A node of one of `callKinds`. */
type CallNode =
  ts.CallExpression | ts.NewExpression | ts.TaggedTemplateExpression | ts.JsxOpeningElement | ts.JsxSelfClosingElement | ts.Decorator;

function calleeOf(node: ts.Node): ts.Node | undefined {
  const call = node as CallNode;
  switch (call.kind) {
    case SyntaxKind.CallExpression:
    case SyntaxKind.NewExpression:
      return call.expression;
    case SyntaxKind.TaggedTemplateExpression:
      return call.tag;
    case SyntaxKind.Decorator:
      // A decorator with arguments holds a call, which is visited for itself.
      return isCallExpression(call.expression) ? undefined : call.expression;
    default:
      return isIdentifier(call.tagName) && /^[^\p{Lu}]/u.test(call.tagName.text) ? undefined : call.tagName;
  }
}

type Wrapped = ts.ParenthesizedExpression | ts.NonNullExpression | ts.ExpressionWithTypeArguments;

interface CalleeName {
  readonly text: string;
  readonly root: string | undefined;
  readonly field: string | undefined;
  readonly position: number;
}

function lastName(callee: ts.Node): CalleeName | undefined {
  let inner = callee as ts.Identifier | ts.PropertyAccessExpression | ts.ElementAccessExpression | Wrapped;
  for (;;) {
    switch (inner.kind) {
      case SyntaxKind.Identifier:
        return inner.text ? { text: inner.text, root: undefined, field: undefined, position: inner.end } : undefined;
      case SyntaxKind.PropertyAccessExpression:
        return memberName(inner.name, inner.expression);
      case SyntaxKind.ElementAccessExpression:
        return isStringLiteralLike(inner.argumentExpression) ? memberName(inner.argumentExpression, inner.expression) : undefined;
      case SyntaxKind.ParenthesizedExpression:
      case SyntaxKind.NonNullExpression:
      case SyntaxKind.ExpressionWithTypeArguments:
        inner = inner.expression as typeof inner;
        break;
      default:
        return undefined;
    }
  }
}

/** What stands before it has two names at most: a module and what it exports, `this` and a field. */
function memberName(name: ts.MemberName | ts.StringLiteralLike, receiver: ts.Expression): CalleeName | undefined {
  if (!name.text) return undefined;
  const inner = isNonNullExpression(receiver) || isParenthesizedExpression(receiver) ? receiver.expression : receiver;
  const { text, end: position } = name;
  if (!isPropertyAccessExpression(inner)) return { text, root: rootText(inner), field: undefined, position };
  const root = rootText(inner.expression);
  return { text, root, field: root ? inner.name.text : undefined, position };
}

function rootText(node: ts.Expression): string {
  if (isIdentifier(node)) return node.text;
  if (node.kind === SyntaxKind.ThisKeyword) return 'this';
  if (isNewExpression(node) && isIdentifier(node.expression)) return `new ${node.expression.text}`;
  return node.kind === SyntaxKind.SuperKeyword ? 'super' : '';
}
