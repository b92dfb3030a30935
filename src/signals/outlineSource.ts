import { ts } from 'ts-morph';
import { commonJsExport } from './exportTable.ts';
import { declareLoose, isLoose } from './looseStatements.ts';
import { Outline, type Described } from './outline.ts';
import { outlineCommonJs, outlineExportAssignment, outlineExportDeclaration } from './outlineExports.ts';
import { outlineMembers, outlineObject } from './outlineMembers.ts';
import type { ParsedSource } from './parseSource.ts';
import * as signature from './signatureText.ts';
import { boundNames, hasModifier, unwrapAssertions } from './syntax.ts';
import type { TraceRules } from './traces.ts';

const {
  NodeFlags,
  SyntaxKind,
  isArrowFunction,
  isClassDeclaration,
  isClassExpression,
  isEnumDeclaration,
  isExportAssignment,
  isExportDeclaration,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isImportDeclaration,
  isImportEqualsDeclaration,
  isInterfaceDeclaration,
  isModuleBlock,
  isModuleDeclaration,
  isNamespaceExportDeclaration,
  isObjectLiteralExpression,
  isStringLiteral,
  isTypeAliasDeclaration,
  isVariableStatement,
} = ts;

/** Of the name of a namespace with those around it: what is nested deeper is no program. */
const longestContainer = 2_000;

/** Where statements stand: in the file, or in a namespace. */
interface Surroundings {
  readonly container: string | undefined;
  /** Nothing in a namespace is exported when the namespace is not. */
  readonly reachable: boolean;
  /** In `declare namespace` everything is exported without saying so. */
  readonly ambient: boolean;
  /** Functions that have a signature without body before their implementation. */
  readonly overloaded: Set<string>;
}

/** Declarations and exports of a file in source order. A statement that cannot be described costs only itself, and is noted. */
export function outlineSource(source: ParsedSource, rules: TraceRules, notes: string[]): Outline {
  const outline = new Outline(source, rules);
  new SourceOutliner(outline, notes).statements(source.sourceFile.statements, {
    container: undefined,
    reachable: true,
    ambient: false,
    overloaded: new Set(),
  });
  return outline;
}

class SourceOutliner {
  readonly #outline: Outline;
  readonly #notes: string[];

  constructor(outline: Outline, notes: string[]) {
    this.#outline = outline;
    this.#notes = notes;
  }

  statements(statements: readonly ts.Statement[], around: Surroundings): void {
    let loose: ts.Statement[] = [];
    for (const statement of statements) {
      if (isLoose(statement, this.#outline.source)) {
        loose.push(statement);
        continue;
      }
      this.#loose(loose, around);
      loose = [];
      this.#guarded(statement, () => {
        this.#statement(statement, around);
      });
    }
    this.#loose(loose, around);
  }

  #loose(statements: readonly ts.Statement[], around: Surroundings): void {
    const last = statements.at(-1);
    if (!last) return;
    this.#guarded(last, () => {
      declareLoose(this.#outline, statements, around.container);
    });
  }

  #guarded(statement: ts.Statement, describe: () => void): void {
    try {
      describe();
    } catch (error) {
      const line = String(this.#outline.source.lineAt(statement.end));
      const reason = error instanceof Error ? error.message : String(error);
      this.#notes.push(`The declaration that ends at line ${line} could not be described: ${reason}.`);
    }
  }

  #statement(node: ts.Statement, around: Surroundings): void {
    if (isImportDeclaration(node)) return;
    if (isVariableStatement(node)) this.#variables(node, around);
    else if (isFunctionDeclaration(node)) this.#function(node, around);
    else if (isClassDeclaration(node)) this.#class(node, around);
    else if (isInterfaceDeclaration(node)) this.#interface(node, around);
    else if (isModuleDeclaration(node)) this.#namespace(node, around);
    else if (isTypeAliasDeclaration(node)) this.#named(node, node.name.text, 'type', signature.typeAliasText, around);
    else if (isEnumDeclaration(node)) this.#named(node, node.name.text, 'enum', signature.enumText, around);
    else if (isImportEqualsDeclaration(node)) this.#importEquals(node, around);
    else if (around.container === undefined) this.#export(node);
  }

  #export(node: ts.Statement): void {
    const commonJs = this.#outline.source.javascript ? commonJsExport(node) : undefined;
    if (isExportDeclaration(node)) outlineExportDeclaration(this.#outline, node);
    else if (isExportAssignment(node)) outlineExportAssignment(this.#outline, node);
    else if (isNamespaceExportDeclaration(node)) this.#outline.export(`export as namespace ${node.name.text}`);
    else if (commonJs) outlineCommonJs(this.#outline, node, commonJs);
  }

  #named<T extends ts.Statement>(
    node: T,
    name: string,
    kind: Described['kind'],
    describe: (node: T, context: signature.SignatureContext) => string,
    around: Surroundings,
    more: Pick<Described, 'hidden' | 'untraced'> = {},
  ): void {
    const placed = this.#outline.place(node);
    const text = describe(node, this.#outline.context(placed, around.container));
    const exported = isExported(node, around);
    this.#outline.declare(placed, { name, kind, container: around.container, signature: text, exported, ...more });
  }

  #function(node: ts.FunctionDeclaration, around: Surroundings): void {
    const name = node.name?.text ?? 'default';
    const hidden = node.body !== undefined && around.overloaded.has(name);
    if (!node.body) around.overloaded.add(name);
    this.#named(node, name, 'function', signature.functionText, around, { hidden });
  }

  #class(node: ts.ClassDeclaration, around: Surroundings): void {
    const name = node.name?.text ?? 'default';
    this.#named(node, name, 'class', signature.classText, around);
    outlineMembers(this.#outline, node.members, { container: within(around, name), exported: this.#reaches(node, name, around) });
  }

  #interface(node: ts.InterfaceDeclaration, around: Surroundings): void {
    const name = node.name.text;
    this.#named(node, name, 'interface', signature.interfaceText, around);
    outlineMembers(this.#outline, node.members, { container: within(around, name), exported: this.#reaches(node, name, around) });
  }

  #importEquals(node: ts.ImportEqualsDeclaration, around: Surroundings): void {
    if (!isExported(node, around)) return;
    const { text, sourceFile } = this.#outline.source;
    this.#outline.export(signature.plainText(text.slice(node.getStart(sourceFile), node.end)));
  }

  /** `namespace A.B` is one namespace in another; `declare module 'x'` and `declare global` add to what others export. */
  #namespace(node: ts.ModuleDeclaration, around: Surroundings): void {
    const names = [node.name.text];
    let body = node.body;
    while (body && isModuleDeclaration(body)) {
      names.push(body.name.text);
      body = body.body;
    }
    const name = names.join('.');
    const augments = isStringLiteral(node.name) || (node.flags & NodeFlags.GlobalAugmentation) !== 0;
    const placed = this.#outline.place(node);
    const text = signature.namespaceText(node, name, this.#outline.context(placed, around.container));
    const exported = augments || isExported(node, around);
    this.#outline.declare(placed, { name, kind: 'namespace', container: around.container, signature: text, exported, untraced: augments });
    const ambient = around.ambient || hasModifier(node, SyntaxKind.DeclareKeyword) || this.#outline.source.sourceFile.isDeclarationFile;
    const reachable = augments || this.#reaches(node, name, around);
    if (body && isModuleBlock(body) && (around.container?.length ?? 0) < longestContainer) {
      this.statements(body.statements, { container: within(around, name), reachable, ambient, overloaded: new Set() });
    }
  }

  /** Each declarator has its own lines. Names bound by one pattern share them, and one line in the signatures. */
  #variables(node: ts.VariableStatement, around: Surroundings): void {
    const { declarations } = node.declarationList;
    const whole = this.#outline.place(node);
    declarations.forEach((declarator, index) => {
      const end = index === declarations.length - 1 ? node.end : declarator.end;
      const own = this.#outline.place(declarator, end);
      const placed = {
        ...own,
        from: index === 0 ? whole.from : own.from,
        docs: [...whole.docs, ...own.docs],
        types: whole.types ?? own.types,
      };
      const text = signature.variableText(node, declarator, this.#outline.context(placed, around.container));
      const value = declarator.initializer && unwrapAssertions(declarator.initializer);
      boundNames(declarator.name).forEach((name, position) => {
        const described = { name, kind: variableKind(value), container: around.container, signature: text, hidden: position > 0 };
        this.#outline.declare(placed, { ...described, exported: isExported(node, around) });
      });
      if (value && isIdentifier(declarator.name)) this.#valueMembers(node, declarator.name.text, value, around);
    });
  }

  #valueMembers(node: ts.VariableStatement, name: string, value: ts.Expression, around: Surroundings): void {
    const owner = { container: within(around, name), exported: this.#reaches(node, name, around) };
    if (isClassExpression(value)) outlineMembers(this.#outline, value.members, owner);
    else if (isObjectLiteralExpression(value)) outlineObject(this.#outline, value, owner);
  }

  /** Whether members are exported with what they belong to, which may be exported by a list elsewhere in the file. */
  #reaches(node: ts.Statement, name: string, around: Surroundings): boolean {
    return isExported(node, around) || (around.container === undefined && this.#outline.table.exportedAs.has(name));
  }
}

function isExported(node: ts.Statement, around: Surroundings): boolean {
  return around.reachable && (around.ambient || hasModifier(node, SyntaxKind.ExportKeyword));
}

function within(around: Surroundings, name: string): string {
  return around.container === undefined ? name : `${around.container}.${name}`;
}

function variableKind(value: ts.Expression | undefined): Described['kind'] {
  if (!value) return 'variable';
  if (isArrowFunction(value) || isFunctionExpression(value)) return 'function';
  return isClassExpression(value) ? 'class' : 'variable';
}
