import { ts } from 'ts-morph';
import { CognitiveCounter, cognitiveKinds, nestingKinds } from './cognitive.ts';
import { complexityKinds, ComplexityCounter, type Tally } from './complexity.ts';
import type { FunctionSignal } from './fileSignals.ts';
import { FunctionHeads, ownerKinds } from './functionHeads.ts';
import { holderKinds, NameGiver } from './nameGiver.ts';
import { LocalNames, localScopeKinds } from './localNames.ts';
import type { ParsedSource } from './parseSource.ts';
import { foreignThis, type FieldTypes } from './receiverTypes.ts';
import { loadingKinds, referenceKinds, type Named, type ReferenceCollector } from './references.ts';
import { hasModifier } from './syntax.ts';

const {
  SyntaxKind,
  forEachChild,
  isArrowFunction,
  isClassDeclaration,
  isConstructorDeclaration,
  isDecorator,
  isFunctionDeclaration,
  isGetAccessor,
  isIdentifier,
  isSetAccessor,
} = ts;

/** What a node sees around it. Shared by all nodes of one function: a scope is made only where a function or a name begins. */
interface Scope {
  /** Of the innermost path: a function, a field initialiser, a static block. */
  readonly tally: Tally | undefined;
  /** Of the innermost function, for cognitive complexity, and how deep it is nested there. */
  readonly mind: FoundFunction | undefined;
  readonly nesting: number;
  readonly within: Named | undefined;
  /** What `this` belongs to: arrow functions have none of their own. */
  readonly self: Named | undefined;
  /** Of the class that `this` is, and whether this is its very body. */
  readonly fields: FieldTypes | undefined;
  readonly isClassBody: boolean;
}

/** A function that the walk has entered; its tally is complete when the walk is over. */
interface FoundFunction extends Tally {
  readonly name: string;
  readonly kind: FunctionSignal['kind'];
  readonly node: ts.Node;
  readonly reportedAt: number;
}

/** What is looked for. */
export interface WalkWishes {
  readonly complexity: boolean;
  readonly references: ReferenceCollector | undefined;
}

type Member = ts.MethodDeclaration | ts.AccessorDeclaration | ts.ConstructorDeclaration;

/** Tokens, identifiers and literals have nothing below them. */
const tokens = kindTable([]).fill(1, 0, SyntaxKind.FirstNode);
/** Types hold no functions and no calls: only an `import('x')` makes them worth a visit. */
const tokensAndTypes = tokens.slice().fill(1, SyntaxKind.FirstTypeNode, SyntaxKind.LastTypeNode + 1);
for (const kind of [SyntaxKind.TypeParameter, SyntaxKind.InterfaceDeclaration, SyntaxKind.TypeAliasDeclaration]) tokensAndTypes[kind] = 1;

const scopeKinds = [
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.FunctionExpression,
  SyntaxKind.ArrowFunction,
  SyntaxKind.MethodDeclaration,
  SyntaxKind.Constructor,
  SyntaxKind.GetAccessor,
  SyntaxKind.SetAccessor,
  SyntaxKind.PropertyDeclaration,
  SyntaxKind.ClassStaticBlockDeclaration,
  SyntaxKind.ClassDeclaration,
  SyntaxKind.ClassExpression,
  SyntaxKind.VariableDeclaration,
] as const;

/** A node of one of `scopeKinds`. */
type ScopeNode =
  | ts.FunctionDeclaration
  | ts.FunctionExpression
  | ts.ArrowFunction
  | Member
  | ts.PropertyDeclaration
  | ts.ClassStaticBlockDeclaration
  | ts.ClassLikeDeclaration
  | ts.VariableDeclaration;

/** What they name has been said, and nothing else is below. */
const leafKinds = [SyntaxKind.ImportDeclaration, SyntaxKind.ExportDeclaration, SyntaxKind.ImportEqualsDeclaration] as const;

/** What is to be done at a node, by kind; at most nodes nothing, which one look tells. */
const addsPaths = 1;
const addsEffort = 2;
const refers = 4;
const givesName = 8;
const ownsHead = 16;
const opensScope = 32;
const nests = 64;
const isLeaf = 128;
const hasNames = 256;
const duties = dutyTable(referenceKinds);
const dutiesWithLoading = dutyTable([...referenceKinds, ...loadingKinds]);

function dutyTable(references: readonly ts.SyntaxKind[]): Uint16Array {
  const table = new Uint16Array(SyntaxKind.Count);
  for (const [kinds, duty] of [
    [complexityKinds, addsPaths],
    [cognitiveKinds, addsEffort],
    [references, refers],
    [holderKinds, givesName],
    [ownerKinds, ownsHead],
    [scopeKinds, opensScope],
    [nestingKinds, nests],
    [leafKinds, isLeaf],
    [localScopeKinds, hasNames],
  ] as const) {
    for (const kind of kinds) table[kind] = (table[kind] ?? 0) | duty;
  }
  return table;
}

function kindTable(kinds: readonly ts.SyntaxKind[]): Uint8Array {
  const table = new Uint8Array(SyntaxKind.Count);
  for (const kind of kinds) table[kind] = 1;
  return table;
}

/** One pass over a file, in source order: functions with their complexity, and references on the way. */
export function walkSource(source: ParsedSource, wishes: WalkWishes): FunctionSignal[] {
  const walk = new SourceWalk(source, wishes);
  walk.run();
  if (!wishes.complexity) return [];
  const { sourceFile, lineAt, locate } = source;
  return walk.functions.map(({ name, kind, node, reportedAt, cyclomatic, cognitive, branches }) => {
    const from = lineAt(node.getStart(sourceFile));
    return { name, kind, ...locate(reportedAt), from, to: lineAt(node.end), cyclomatic, cognitive, branches };
  });
}

/** Iterative, so that no nesting can overflow the stack; nodes know no parents, so their scope travels beside them. */
class SourceWalk {
  readonly functions: FoundFunction[] = [];
  readonly #nodes: ts.Node[] = [];
  readonly #around: Scope[] = [];
  readonly #paths: ComplexityCounter | undefined;
  readonly #effort: CognitiveCounter | undefined;
  readonly #references: ReferenceCollector | undefined;
  readonly #locals: LocalNames | undefined;
  readonly #names: NameGiver;
  readonly #heads: FunctionHeads;
  readonly #duties: Uint16Array;
  /** Kinds that need no visit. */
  readonly #skipped: Uint8Array;
  readonly #source: ParsedSource;

  constructor(source: ParsedSource, wishes: WalkWishes) {
    this.#source = source;
    this.#paths = wishes.complexity ? new ComplexityCounter() : undefined;
    this.#effort = wishes.complexity ? new CognitiveCounter() : undefined;
    this.#references = wishes.references;
    this.#locals = wishes.references && new LocalNames(source, wishes.references);
    this.#names = new NameGiver(source.sourceFile);
    this.#heads = new FunctionHeads(source.sourceFile);
    this.#duties = source.loadsModules ? dutiesWithLoading : duties;
    this.#skipped = source.loadsModules ? tokens : tokensAndTypes;
  }

  run(): void {
    this.#locals?.enterFile();
    this.#children(this.#source.sourceFile, {
      tally: undefined,
      mind: undefined,
      nesting: 0,
      within: undefined,
      self: undefined,
      fields: undefined,
      isClassBody: false,
    });
    for (let node = this.#nodes.pop(); node; node = this.#nodes.pop()) {
      const scope = this.#around.pop();
      if (!scope) return;
      const duty = this.#duties[node.kind] ?? 0;
      if (duty) this.#visit(node, duty, scope);
      else this.#children(node, scope);
    }
  }

  #visit(node: ts.Node, duty: number, scope: Scope): void {
    if (duty & addsPaths && scope.tally) this.#paths?.count(node, scope.tally);
    if (duty & addsEffort && scope.mind) this.#effort?.count(node, scope.mind, scope.nesting);
    if (duty & refers) this.#references?.collect(node, scope);
    if (duty & givesName) this.#names.visit(node);
    if (duty & ownsHead) this.#heads.visit(node);
    if (duty & hasNames) this.#locals?.enter(node, scope.mind?.node.end ?? this.#source.sourceFile.end);
    if (duty & opensScope) this.#enter(node, scope);
    else if (duty & nests && scope.mind) this.#nested(node, scope);
    else if (!(duty & isLeaf)) this.#children(node, scope);
  }

  readonly #collect = (child: ts.Node): void => {
    if (this.#skipped[child.kind] === 0) this.#nodes.push(child);
  };

  #children(node: ts.Node, scope: Scope): void {
    // The most frequent kind by far: of what it holds there is nothing else to be asked.
    if (node.kind === SyntaxKind.PropertyAccessExpression) {
      const { expression } = node as ts.PropertyAccessExpression;
      if (this.#skipped[expression.kind] !== 0) return;
      this.#nodes.push(expression);
      this.#around.push(scope);
      return;
    }
    const base = this.#nodes.length;
    forEachChild(node, this.#collect);
    reverseFrom(this.#nodes, base);
    while (this.#around.length < this.#nodes.length) this.#around.push(scope);
  }

  #childrenApart(node: ts.Node, scopeOf: (child: ts.Node) => Scope): void {
    const base = this.#nodes.length;
    forEachChild(node, this.#collect);
    reverseFrom(this.#nodes, base);
    for (let place = base, child = this.#nodes[place]; child; child = this.#nodes[++place]) this.#around.push(scopeOf(child));
  }

  #nested(node: ts.Node, scope: Scope): void {
    const deeper = { ...scope, nesting: scope.nesting + 1 };
    this.#childrenApart(node, (child) => (this.#effort?.nests(node, child) ? deeper : scope));
  }

  #enter(node: ts.Node, scope: Scope): void {
    const opener = node as ScopeNode;
    switch (opener.kind) {
      case SyntaxKind.VariableDeclaration:
        this.#enterVariable(opener, scope);
        break;
      case SyntaxKind.FunctionDeclaration:
      case SyntaxKind.FunctionExpression:
      case SyntaxKind.ArrowFunction:
        this.#enterFunction(opener, scope);
        break;
      case SyntaxKind.MethodDeclaration:
      case SyntaxKind.Constructor:
      case SyntaxKind.GetAccessor:
      case SyntaxKind.SetAccessor:
        this.#enterMember(opener, scope);
        break;
      case SyntaxKind.PropertyDeclaration:
        this.#enterField(opener, scope);
        break;
      case SyntaxKind.ClassStaticBlockDeclaration:
        this.#enterStaticBlock(opener, scope);
        break;
      case SyntaxKind.ClassDeclaration:
      case SyntaxKind.ClassExpression:
        this.#enterClass(opener, scope);
    }
  }

  #enterClass(node: ts.ClassLikeDeclaration, scope: Scope): void {
    if (!isClassDeclaration(node)) this.#locals?.own(node.name, node.end, true);
    this.#locals?.enterTypeParameters(node.typeParameters, node.end);
    const fields = this.#locals?.fieldsOf(node);
    this.#children(node, { ...scope, within: { name: this.#names.visitClass(node) }, fields, isClassBody: true });
  }

  #enterFunction(node: ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction, scope: Scope): void {
    if (!node.body) {
      this.#children(node, scope);
      return;
    }
    if (scope.mind) this.#effort?.enter(node, scope.mind);
    this.#locals?.enterFunction(node);
    if (!isFunctionDeclaration(node)) this.#locals?.own(node.name, node.end, false);
    const isDefault = isFunctionDeclaration(node) && hasModifier(node, SyntaxKind.DefaultKeyword);
    const name = node.name?.text ?? this.#names.of(node) ?? (isDefault ? 'default' : undefined);
    const kind = isArrowFunction(node) ? 'arrow' : 'function';
    const own = withThisOf(node, name, scope);
    this.#children(node, this.#open(node, kind, name, this.#heads.of(node), own));
  }

  /** Decorators and a computed name run outside of the member's own path. */
  #enterMember(node: Member, around: Scope): void {
    const name = this.#names.of(node);
    this.#locals?.enterFunction(node);
    const scope = around.isClassBody ? around : withOwnThis(around);
    const outer = name === undefined ? scope : { ...scope, within: { name } };
    const inner = node.body
      ? this.#open(node, memberKind(node), name ?? scope.within?.name, node.getStart(this.#source.sourceFile), scope)
      : outer;
    this.#childrenApart(node, (child) => (child === node.name || isDecorator(child) ? outer : inner));
  }

  /** A field's value is a path of its own, except that ESLint counts an `accessor`'s to what is around it. */
  #enterField(node: ts.PropertyDeclaration, scope: Scope): void {
    const name = this.#names.of(node);
    const within = name === undefined ? undefined : { name };
    const outer = { ...scope, within, self: within, isClassBody: false };
    const own = node.initializer && !hasModifier(node, SyntaxKind.AccessorKeyword) && !hasModifier(node, SyntaxKind.AbstractKeyword);
    const inner = own ? this.#open(node.initializer, 'initializer', name, this.#heads.startOf(node.initializer), scope) : outer;
    this.#childrenApart(node, (child) => (child === node.initializer ? inner : outer));
  }

  #enterStaticBlock(node: ts.ClassStaticBlockDeclaration, scope: Scope): void {
    const start = node.getStart(this.#source.sourceFile);
    this.#children(node, this.#open(node, 'static block', this.#names.of(node), start, scope));
  }

  /** Outside of functions a variable is a named declaration of its own. */
  #enterVariable(node: ts.VariableDeclaration, scope: Scope): void {
    const named = scope.within === undefined && isIdentifier(node.name);
    this.#children(node, named ? { ...scope, within: { name: node.name.text } } : scope);
  }

  #open(node: ts.Node, kind: FunctionSignal['kind'], name: string | undefined, reportedAt: number, outer: Scope): Scope {
    const shown = name ?? (outer.within === undefined ? '(anonymous)' : `(anonymous in ${outer.within.name})`);
    const found = { name: shown, kind, node, reportedAt, cyclomatic: 1, cognitive: 0, branches: 0, unleft: 0 };
    this.functions.push(found);
    const within = name === undefined ? outer.within : { name };
    const partOfOuter = kind === 'initializer' || kind === 'static block';
    if (partOfOuter) return { ...outer, tally: found, within, self: within, isClassBody: false };
    const self = kind === 'arrow' ? outer.self : within;
    return { tally: found, mind: found, nesting: 0, within, self, fields: outer.fields, isClassBody: false };
  }
}

/** Only a function that has a name says whose `this` it has; an arrow function has that of a class around it, or none of ours. */
function withThisOf(node: ts.Node, name: string | undefined, scope: Scope): Scope {
  if (!isArrowFunction(node)) return withOwnThis(scope, name === undefined ? foreignThis : undefined);
  return scope.fields || name === scope.within?.name ? scope : withOwnThis(scope, foreignThis);
}

const withOwnThis = (scope: Scope, fields?: FieldTypes): Scope => (scope.fields === fields ? scope : { ...scope, fields });

function memberKind(node: Member): FunctionSignal['kind'] {
  if (isConstructorDeclaration(node)) return 'constructor';
  if (isGetAccessor(node)) return 'getter';
  return isSetAccessor(node) ? 'setter' : 'method';
}

function reverseFrom(nodes: ts.Node[], base: number): void {
  for (let low = base, high = nodes.length - 1; low < high; low++, high--) {
    const [first, last] = [nodes[low], nodes[high]];
    if (first && last) {
      nodes[low] = last;
      nodes[high] = first;
    }
  }
}
