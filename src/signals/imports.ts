import { ts } from 'ts-morph';
import type { Import } from './fileSignals.ts';
import { unwrapAssertions } from './syntax.ts';

const {
  SyntaxKind,
  isAwaitExpression,
  isCallExpression,
  isExportDeclaration,
  isExternalModuleReference,
  isIdentifier,
  isImportDeclaration,
  isImportEqualsDeclaration,
  isImportTypeNode,
  isLiteralTypeNode,
  isNamedExports,
  isNamedImports,
  isNamespaceImport,
  isObjectBindingPattern,
  isPropertyAccessExpression,
  isQualifiedName,
  isStringLiteral,
  isStringLiteralLike,
  isVariableDeclaration,
} = ts;

type UnplacedImport = Omit<Import, 'line'>;

/** The import that a node is, if it is one. `names` are known for calls only. */
export function importOf(node: ts.Node, names: readonly string[] | undefined): UnplacedImport | undefined {
  if (isImportDeclaration(node)) return staticImport(node);
  if (isExportDeclaration(node)) return reExport(node);
  if (isImportEqualsDeclaration(node)) return importEquals(node);
  if (isImportTypeNode(node)) return importType(node);
  if (!isCallExpression(node)) return undefined;
  const specifier = loadedModule(node);
  if (specifier === undefined) return undefined;
  const kind = node.expression.kind === SyntaxKind.ImportKeyword ? 'dynamic' : 'require';
  return { specifier, names: names ?? [], kind, typeOnly: false };
}

/** What `const { a } = require('x')`, `const y = await import('x')` and `require('x').a` take from the module. */
export function requireNames(node: ts.Node): { readonly call: ts.Node; readonly names: readonly string[] } | undefined {
  if (isPropertyAccessExpression(node)) {
    const call = moduleCall(node.expression);
    return call && { call, names: [node.name.text] };
  }
  if (!isVariableDeclaration(node) || !node.initializer) return undefined;
  const call = moduleCall(node.initializer);
  return call && { call, names: takenNames(node.name) };
}

function moduleCall(expression: ts.Expression): ts.CallExpression | undefined {
  let inner = unwrapAssertions(expression);
  if (isAwaitExpression(inner)) inner = unwrapAssertions(inner.expression);
  return isCallExpression(inner) && loadedModule(inner) !== undefined ? inner : undefined;
}

function takenNames(name: ts.BindingName): string[] {
  if (!isObjectBindingPattern(name)) return ['*'];
  return name.elements.map((element) => {
    const taken = element.propertyName ?? element.name;
    return !element.dotDotDotToken && (isIdentifier(taken) || isStringLiteral(taken)) ? taken.text : '*';
  });
}

/** The literal module of `import('x')` or `require('x')`. */
function loadedModule(call: ts.CallExpression): string | undefined {
  const loads = call.expression.kind === SyntaxKind.ImportKeyword || (isIdentifier(call.expression) && call.expression.text === 'require');
  const argument = loads ? call.arguments[0] : undefined;
  return argument && isStringLiteralLike(argument) ? argument.text : undefined;
}

function staticImport(node: ts.ImportDeclaration): UnplacedImport | undefined {
  if (!isStringLiteralLike(node.moduleSpecifier)) return undefined;
  const clause = node.importClause;
  const bindings = clause?.namedBindings;
  const names = clause?.name ? ['default'] : [];
  if (bindings && isNamespaceImport(bindings)) names.push('*');
  else if (bindings) names.push(...bindings.elements.map(exportedName));
  const specifiers = bindings && isNamedImports(bindings) && !clause.name ? bindings.elements : [];
  const typeOnly = clause?.phaseModifier === SyntaxKind.TypeKeyword || allTypeOnly(specifiers);
  return { specifier: node.moduleSpecifier.text, names, kind: 'import', typeOnly };
}

function reExport(node: ts.ExportDeclaration): UnplacedImport | undefined {
  if (!node.moduleSpecifier || !isStringLiteralLike(node.moduleSpecifier)) return undefined;
  const clause = node.exportClause;
  const specifiers = clause && isNamedExports(clause) ? clause.elements : undefined;
  const names = specifiers ? specifiers.map(exportedName) : ['*'];
  const typeOnly = node.isTypeOnly || allTypeOnly(specifiers ?? []);
  return { specifier: node.moduleSpecifier.text, names, kind: 'export', typeOnly };
}

function importEquals(node: ts.ImportEqualsDeclaration): UnplacedImport | undefined {
  const reference = node.moduleReference;
  if (!isExternalModuleReference(reference) || !isStringLiteralLike(reference.expression)) return undefined;
  return { specifier: reference.expression.text, names: ['*'], kind: 'require', typeOnly: node.isTypeOnly };
}

function importType(node: ts.ImportTypeNode): UnplacedImport | undefined {
  const argument = node.argument;
  if (!isLiteralTypeNode(argument) || !isStringLiteral(argument.literal)) return undefined;
  let qualifier = node.qualifier;
  while (qualifier && isQualifiedName(qualifier)) qualifier = qualifier.left;
  return { specifier: argument.literal.text, names: [qualifier?.text ?? '*'], kind: 'dynamic', typeOnly: true };
}

function exportedName(specifier: ts.ImportSpecifier | ts.ExportSpecifier): string {
  return (specifier.propertyName ?? specifier.name).text;
}

function allTypeOnly(specifiers: readonly (ts.ImportSpecifier | ts.ExportSpecifier)[]): boolean {
  return specifiers.length > 0 && specifiers.every((specifier) => specifier.isTypeOnly);
}
