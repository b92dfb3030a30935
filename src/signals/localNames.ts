import { ts } from 'ts-morph';
import { requireNames } from './imports.ts';
import type { ParsedSource } from './parseSource.ts';
import { plainName, type FieldTypes } from './receiverTypes.ts';
import type { ReferenceCollector } from './references.ts';

const {
  NodeFlags,
  SyntaxKind,
  isConstructorDeclaration,
  isDecorator,
  isGetAccessor,
  isIdentifier,
  isNamespaceImport,
  isPropertyDeclaration,
  isVariableDeclarationList,
} = ts;

export const localScopeKinds = [
  SyntaxKind.Block,
  SyntaxKind.ModuleBlock,
  SyntaxKind.CaseBlock,
  SyntaxKind.CatchClause,
  SyntaxKind.ForStatement,
  SyntaxKind.ForInStatement,
  SyntaxKind.ForOfStatement,
] as const;

/** A node of one of `localScopeKinds`. */
type LocalScope = ts.Block | ts.ModuleBlock | ts.CaseBlock | ts.CatchClause | ts.ForStatement | ts.ForInStatement | ts.ForOfStatement;

/** Tells what names mean in the scopes of a file: each scope when the walk enters it, as what it declares holds in all of it. */
export class LocalNames {
  readonly #source: ParsedSource;
  readonly #references: ReferenceCollector;

  constructor(source: ParsedSource, references: ReferenceCollector) {
    this.#source = source;
    this.#references = references;
  }

  /** What is imported, and the types of variables at top level. */
  enterFile(): void {
    const { statements, end } = this.#source.sourceFile;
    for (const statement of statements) {
      if (statement.kind === SyntaxKind.ImportDeclaration) this.#import((statement as ts.ImportDeclaration).importClause);
    }
    for (const statement of statements) {
      if (statement.kind !== SyntaxKind.VariableStatement) continue;
      for (const one of (statement as ts.VariableStatement).declarationList.declarations) this.#references.types.local(one, end);
    }
  }

  /** `functionEnd`: where what `var` declares ends. */
  enter(node: ts.Node, functionEnd: number): void {
    const scope = node as LocalScope;
    const { end } = scope;
    switch (scope.kind) {
      case SyntaxKind.Block:
        this.#statements(scope.statements, end, functionEnd);
        break;
      case SyntaxKind.ModuleBlock:
        this.#statements(scope.statements, end, end);
        break;
      case SyntaxKind.CaseBlock:
        for (const { statements } of scope.clauses) this.#statements(statements, end, functionEnd);
        break;
      case SyntaxKind.CatchClause:
        if (scope.variableDeclaration) this.#variable(scope.variableDeclaration, end);
        break;
      default:
        if (scope.initializer && isVariableDeclarationList(scope.initializer)) this.#variables(scope.initializer, end, functionEnd);
    }
  }

  /** Parameters and type parameters. */
  enterFunction({ parameters, typeParameters, end }: ts.SignatureDeclarationBase): void {
    if (typeParameters) this.enterTypeParameters(typeParameters, end);
    for (const parameter of parameters) {
      const { name } = parameter;
      if (isIdentifier(name) && plainName(name) === 'this') continue;
      this.#references.hide(name, end);
      this.#references.types.local(parameter, end);
    }
  }

  enterTypeParameters(parameters: readonly ts.TypeParameterDeclaration[] | undefined, end: number): void {
    for (const { name } of parameters ?? []) this.#references.types.hide(name.text, end);
  }

  /** The types of a class' fields. */
  fieldsOf({ members }: ts.ClassLikeDeclaration): FieldTypes {
    const fields: FieldTypes = new Map();
    const { types } = this.#references;
    for (const member of members) {
      if (isPropertyDeclaration(member)) types.field(fields, member);
      else if (isGetAccessor(member))
        types.field(fields, { name: member.name, type: member.type, initializer: undefined, pos: member.pos });
      else if (isConstructorDeclaration(member)) {
        for (const parameter of member.parameters) if (isParameterProperty(parameter)) types.field(fields, parameter);
      }
    }
    return fields;
  }

  /** The name of a function or class that holds in itself alone, or in a block. */
  own(name: ts.Identifier | undefined, end: number, isType: boolean): void {
    if (!name) return;
    this.#references.hide(name, end);
    this.#references.types.forget(name.text, end);
    if (isType) this.#references.types.hide(name.text, end);
  }

  #import(clause: ts.ImportClause | undefined): void {
    if (clause?.name) this.#references.know(clause.name.text);
    const bindings = clause?.namedBindings;
    if (!bindings) return;
    if (isNamespaceImport(bindings)) this.#references.know(bindings.name.text);
    else for (const { name } of bindings.elements) this.#references.know(name.text);
  }

  #statements(statements: readonly ts.Statement[], end: number, functionEnd: number): void {
    for (const statement of statements) {
      switch (statement.kind) {
        case SyntaxKind.VariableStatement:
          this.#variables((statement as ts.VariableStatement).declarationList, end, functionEnd);
          break;
        case SyntaxKind.FunctionDeclaration:
        case SyntaxKind.ImportEqualsDeclaration:
          this.own((statement as ts.FunctionDeclaration | ts.ImportEqualsDeclaration).name, end, false);
          break;
        case SyntaxKind.ClassDeclaration:
        case SyntaxKind.EnumDeclaration:
          this.own((statement as ts.ClassDeclaration | ts.EnumDeclaration).name, end, true);
          break;
        case SyntaxKind.InterfaceDeclaration:
        case SyntaxKind.TypeAliasDeclaration:
          this.#references.types.hide((statement as ts.InterfaceDeclaration | ts.TypeAliasDeclaration).name.text, end);
          break;
        default: // declares nothing
      }
    }
  }

  #variables(list: ts.VariableDeclarationList, end: number, functionEnd: number): void {
    const isVar = (list.flags & NodeFlags.BlockScoped) === 0;
    for (const one of list.declarations) this.#variable(one, isVar ? functionEnd : end);
  }

  /** What is taken from a module is what the module has. */
  #variable(node: ts.VariableDeclaration, end: number): void {
    const loaded = this.#source.loadsModules ? requireNames(node) : undefined;
    if (loaded) {
      this.#references.holds(loaded.call, end);
      for (const name of loaded.taken.locals ?? loaded.taken.names) this.#references.know(name);
    } else this.#references.hide(node.name, end);
    this.#references.types.local(node, end);
  }
}

/** `constructor(private a: A)`. */
const isParameterProperty = ({ modifiers }: ts.ParameterDeclaration): boolean =>
  modifiers?.some((modifier) => !isDecorator(modifier)) === true;
