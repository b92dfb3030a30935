import { ts } from 'ts-morph';
import { boundNames, dottedName, hasModifier, unwrapAssertions } from './syntax.ts';

const {
  SyntaxKind,
  isBinaryExpression,
  isClassDeclaration,
  isEnumDeclaration,
  isExportAssignment,
  isExportDeclaration,
  isExpressionStatement,
  isFunctionDeclaration,
  isIdentifier,
  isImportDeclaration,
  isImportEqualsDeclaration,
  isInterfaceDeclaration,
  isModuleDeclaration,
  isNamedExports,
  isNamespaceImport,
  isObjectLiteralExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isShorthandPropertyAssignment,
  isStringLiteralLike,
  isTypeAliasDeclaration,
  isVariableStatement,
  isVoidExpression,
} = ts;

/** Names that a file exports apart from their declaration, and where its imported names come from. */
export interface ExportTable {
  /** Local name to the names it is exported as. */
  readonly exportedAs: ReadonlyMap<string, readonly string[]>;
  readonly importedFrom: ReadonlyMap<string, { readonly specifier: string; readonly name: string }>;
  readonly declared: ReadonlySet<string>;
}

/** One look at the statements, before any declaration is described. */
export function exportTable(statements: readonly ts.Statement[], javascript: boolean): ExportTable {
  const exportedAs = new Map<string, string[]>();
  const importedFrom = new Map<string, { specifier: string; name: string }>();
  const declared = new Set<string>();
  const add = ({ local, exported }: LocalExport): void => {
    const names = exportedAs.get(local) ?? [];
    if (!names.includes(exported)) exportedAs.set(local, [...names, exported]);
  };
  for (const statement of statements) {
    if (isImportDeclaration(statement)) {
      for (const [local, origin] of importedNames(statement)) importedFrom.set(local, origin);
      continue;
    }
    addDeclared(statement, declared);
    if (isExportDeclaration(statement) || isExportAssignment(statement)) localExports(statement).forEach(add);
    else if (isDefault(statement)) add({ local: statement.name.text, exported: 'default' });
    else if (javascript && isExpressionStatement(statement)) commonJsExports(statement).forEach(add);
  }
  return { exportedAs, importedFrom, declared };
}

type NamedStatement = (ts.FunctionDeclaration | ts.ClassDeclaration | ts.InterfaceDeclaration) & { readonly name: ts.Identifier };

/** `export default function f`, which is `f` in its own file. */
function isDefault(statement: ts.Statement): statement is NamedStatement {
  const declares = isFunctionDeclaration(statement) || isClassDeclaration(statement) || isInterfaceDeclaration(statement);
  return declares && statement.name !== undefined && hasModifier(statement, SyntaxKind.DefaultKeyword);
}

interface LocalExport {
  readonly local: string;
  readonly exported: string;
}

function localExports(statement: ts.ExportDeclaration | ts.ExportAssignment): LocalExport[] {
  if (isExportAssignment(statement)) {
    const value = unwrapAssertions(statement.expression);
    return isIdentifier(value) ? [{ local: value.text, exported: statement.isExportEquals ? 'export=' : 'default' }] : [];
  }
  const clause = statement.exportClause;
  if (statement.moduleSpecifier || !clause || !isNamedExports(clause)) return [];
  return clause.elements.map(({ name, propertyName }) => ({ local: (propertyName ?? name).text, exported: name.text }));
}

/** An assignment that exports something the CommonJS way. `name` is `module.exports` when it is the whole module. */
export interface CommonJsExport {
  readonly name: string;
  readonly value: ts.Expression;
}

export function commonJsExport(statement: ts.Statement): CommonJsExport | undefined {
  if (!isExpressionStatement(statement) || !isBinaryExpression(statement.expression)) return undefined;
  const { left, operatorToken, right } = statement.expression;
  if (operatorToken.kind !== SyntaxKind.EqualsToken || !isExports(left)) return undefined;
  const target = dottedName(left);
  const name = target === 'module.exports' ? target : /^(?:module\.)?exports\.([^.]+)$/.exec(target ?? '')?.[1];
  if (name === undefined) return undefined;
  // `module.exports = exports = x` exports x; compiled files begin with `exports.a = exports.b = void 0`, which exports nothing yet.
  let value: ts.Expression = right;
  while (isBinaryExpression(value) && value.operatorToken.kind === SyntaxKind.EqualsToken) value = value.right;
  return isVoidExpression(value) ? undefined : { name, value };
}

/** Most assignments are of something else, which the name in front tells. */
function isExports(target: ts.Expression): boolean {
  let root = target;
  while (isPropertyAccessExpression(root)) root = root.expression;
  return isIdentifier(root) && (root.text === 'exports' || root.text === 'module');
}

function commonJsExports(statement: ts.Statement): LocalExport[] {
  const found = commonJsExport(statement);
  if (!found) return [];
  const value = unwrapAssertions(found.value);
  if (isIdentifier(value)) return [{ local: value.text, exported: found.name }];
  if (found.name !== 'module.exports' || !isObjectLiteralExpression(value)) return [];
  return value.properties.flatMap((property) => {
    if (isShorthandPropertyAssignment(property)) return [{ local: property.name.text, exported: property.name.text }];
    if (!isPropertyAssignment(property) || !isIdentifier(property.initializer) || !isIdentifier(property.name)) return [];
    return [{ local: property.initializer.text, exported: property.name.text }];
  });
}

function importedNames(statement: ts.ImportDeclaration): [string, { specifier: string; name: string }][] {
  const { importClause: clause, moduleSpecifier } = statement;
  if (!clause || !isStringLiteralLike(moduleSpecifier)) return [];
  const specifier = moduleSpecifier.text;
  const bindings = clause.namedBindings;
  const names: [string, { specifier: string; name: string }][] = [];
  if (clause.name) names.push([clause.name.text, { specifier, name: 'default' }]);
  if (bindings && isNamespaceImport(bindings)) names.push([bindings.name.text, { specifier, name: '*' }]);
  else if (bindings) {
    for (const { name, propertyName } of bindings.elements) names.push([name.text, { specifier, name: (propertyName ?? name).text }]);
  }
  return names;
}

function addDeclared(statement: ts.Statement, declared: Set<string>): void {
  if (isVariableStatement(statement)) {
    for (const { name } of statement.declarationList.declarations) {
      for (const bound of boundNames(name)) declared.add(bound);
    }
  } else if (
    isFunctionDeclaration(statement) ||
    isClassDeclaration(statement) ||
    isInterfaceDeclaration(statement) ||
    isTypeAliasDeclaration(statement) ||
    isEnumDeclaration(statement) ||
    isModuleDeclaration(statement) ||
    isImportEqualsDeclaration(statement)
  ) {
    if (statement.name) declared.add(statement.name.text);
  }
}
