import { ts } from 'ts-morph';
import type { Import } from './fileSignals.ts';
import { unwrapAssertions } from './syntax.ts';

const {
  SyntaxKind,
  isArrowFunction,
  isAwaitExpression,
  isBindingElement,
  isCallExpression,
  isExportDeclaration,
  isExternalModuleReference,
  isFunctionExpression,
  isIdentifier,
  isImportDeclaration,
  isImportEqualsDeclaration,
  isImportTypeNode,
  isLiteralTypeNode,
  isNamedExports,
  isNamedImports,
  isNamespaceImport,
  isObjectBindingPattern,
  isParameter,
  isPropertyAccessExpression,
  isQualifiedName,
  isStringLiteral,
  isStringLiteralLike,
  isVariableDeclaration,
} = ts;

type UnplacedImport = Omit<Import, 'line'>;

/** What is taken from a module, and under which names where those differ. */
export type TakenNames = Pick<Import, 'names' | 'locals'>;

interface LoadedNames {
  readonly call: ts.CallExpression;
  readonly taken: TakenNames;
}

const nothing: TakenNames = { names: [] };

/** The import that a node is, if it is one. `taken` is known for calls only. */
export function importOf(node: ts.Node, taken: TakenNames | undefined): UnplacedImport | undefined {
  if (isImportDeclaration(node)) return staticImport(node);
  if (isExportDeclaration(node)) return reExport(node);
  if (isImportEqualsDeclaration(node)) return importEquals(node);
  if (isImportTypeNode(node)) return importType(node);
  if (!isCallExpression(node)) return undefined;
  const specifier = loadedModule(node);
  if (specifier === undefined) return undefined;
  const kind = node.expression.kind === SyntaxKind.ImportKeyword ? 'dynamic' : 'require';
  return { specifier, ...(taken ?? nothing), kind, typeOnly: false };
}

/** What `const { a } = require('x')`, `const y = await import('x')` and `require('x').a` take from the module. */
export function requireNames(node: ts.Node): LoadedNames | undefined {
  if (isPropertyAccessExpression(node)) {
    const call = moduleCall(node.expression);
    return call && { call, taken: { names: [node.name.text], locals: [''] } };
  }
  if (!isVariableDeclaration(node) || !node.initializer) return undefined;
  const member = isPropertyAccessExpression(node.initializer) ? node.initializer : undefined;
  const call = moduleCall(member?.expression ?? node.initializer);
  if (!call) return undefined;
  return { call, taken: member ? takenMember(member.name.text, node.name) : takenNames(node.name) };
}

/** What is taken of a module at the very place that loads it: `import('x').send` as a type, `(await import('x')).send`, `require('x').send`. */
export function loadedNameOf(node: ts.Node): { readonly name: ts.Identifier; readonly specifier: string } | undefined {
  if (isImportTypeNode(node)) return importTypeName(node);
  if (!isPropertyAccessExpression(node) || !isIdentifier(node.name) || isVariableDeclaration(node.parent)) return undefined;
  const call = moduleCall(node.expression);
  const specifier = call && loadedModule(call);
  return specifier === undefined ? undefined : { name: node.name, specifier };
}

/** What `import('x').then(({ a }) => …)` takes, for as long as the function is. */
export function thenNames({ expression, arguments: [done] }: ts.CallExpression): (LoadedNames & { readonly end: number }) | undefined {
  if (!isPropertyAccessExpression(expression) || expression.name.text !== 'then') return undefined;
  const call = moduleCall(expression.expression);
  if (!call || !done || !(isArrowFunction(done) || isFunctionExpression(done))) return undefined;
  const [parameter] = done.parameters;
  return parameter && { call, taken: takenNames(parameter.name), end: done.end };
}

/** What a variable or parameter has of a module that is loaded into it; `*` for all of it. */
export function loadedInto(declaration: ts.Node, name: string): { readonly specifier: string; readonly name: string } | undefined {
  let around = declaration;
  while (isBindingElement(around) || isObjectBindingPattern(around)) around = around.parent;
  const loaded = isParameter(around) ? passedTo(around) : requireNames(around);
  const place = (loaded?.taken.locals ?? loaded?.taken.names)?.indexOf(name) ?? -1;
  const [specifier, taken] = [loaded && loadedModule(loaded.call), loaded?.taken.names[place]];
  return specifier === undefined || taken === undefined ? undefined : { specifier, name: taken };
}

/** What `then` passes to the first parameter of its first function. */
function passedTo(parameter: ts.ParameterDeclaration): LoadedNames | undefined {
  const { parent: done } = parameter;
  const isFirst = isCallExpression(done.parent) && done.parent.arguments[0] === done && done.parameters[0] === parameter;
  return isFirst ? thenNames(done.parent) : undefined;
}

function moduleCall(expression: ts.Expression): ts.CallExpression | undefined {
  let inner = unwrapAssertions(expression);
  if (isAwaitExpression(inner)) inner = unwrapAssertions(inner.expression);
  return isCallExpression(inner) && loadedModule(inner) !== undefined ? inner : undefined;
}

/** `const b = require('x').a`. */
function takenMember(name: string, bound: ts.BindingName): TakenNames {
  return named([name], [isIdentifier(bound) ? bound.text : '']);
}

function takenNames(name: ts.BindingName): TakenNames {
  if (isIdentifier(name)) return named(['*'], [name.text]);
  if (!isObjectBindingPattern(name)) return { names: ['*'] };
  const names: string[] = [];
  const locals: string[] = [];
  for (const element of name.elements) {
    const taken = element.propertyName ?? element.name;
    const known = !element.dotDotDotToken && (isIdentifier(taken) || isStringLiteral(taken)) ? taken.text : '*';
    names.push(known);
    locals.push(isIdentifier(element.name) ? element.name.text : '');
  }
  return named(names, locals);
}

function named(names: readonly string[], locals: readonly string[]): TakenNames {
  for (const [place, name] of names.entries()) if (locals[place] !== name) return { names, locals };
  return { names };
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
  const names: string[] = [];
  const locals: string[] = [];
  if (clause?.name) {
    names.push('default');
    locals.push(clause.name.text);
  }
  if (bindings && isNamespaceImport(bindings)) {
    names.push('*');
    locals.push(bindings.name.text);
  } else if (bindings) {
    for (const element of bindings.elements) {
      names.push(exportedName(element));
      locals.push(element.name.text);
    }
  }
  const specifiers = bindings && isNamedImports(bindings) && !clause.name ? bindings.elements : [];
  const typeOnly = clause?.phaseModifier === SyntaxKind.TypeKeyword || allTypeOnly(specifiers);
  return { specifier: node.moduleSpecifier.text, ...named(names, locals), kind: 'import', typeOnly };
}

function reExport(node: ts.ExportDeclaration): UnplacedImport | undefined {
  if (!node.moduleSpecifier || !isStringLiteralLike(node.moduleSpecifier)) return undefined;
  const clause = node.exportClause;
  const specifiers = clause && isNamedExports(clause) ? clause.elements : undefined;
  const typeOnly = node.isTypeOnly || allTypeOnly(specifiers ?? []);
  return { specifier: node.moduleSpecifier.text, ...reExported(clause), kind: 'export', typeOnly };
}

/** `export *` keeps all names, `export * as a` gives all of them one. */
function reExported(clause: ts.NamedExportBindings | undefined): TakenNames {
  if (!clause) return { names: ['*'] };
  if (!isNamedExports(clause)) return named(['*'], [clause.name.text]);
  return named(
    clause.elements.map(exportedName),
    clause.elements.map(({ name }) => name.text),
  );
}

function importEquals(node: ts.ImportEqualsDeclaration): UnplacedImport | undefined {
  const reference = node.moduleReference;
  if (!isExternalModuleReference(reference) || !isStringLiteralLike(reference.expression)) return undefined;
  return { specifier: reference.expression.text, ...named(['*'], [node.name.text]), kind: 'require', typeOnly: node.isTypeOnly };
}

function importType(node: ts.ImportTypeNode): UnplacedImport | undefined {
  const specifier = importTypeSpecifier(node);
  if (specifier === undefined) return undefined;
  const name = firstName(node.qualifier)?.text;
  return { specifier, ...(name === undefined ? { names: ['*'] } : named([name], [''])), kind: 'dynamic', typeOnly: true };
}

function importTypeName(node: ts.ImportTypeNode): { readonly name: ts.Identifier; readonly specifier: string } | undefined {
  const [name, specifier] = [firstName(node.qualifier), importTypeSpecifier(node)];
  return name && specifier !== undefined ? { name, specifier } : undefined;
}

const importTypeSpecifier = ({ argument }: ts.ImportTypeNode): string | undefined =>
  isLiteralTypeNode(argument) && isStringLiteral(argument.literal) ? argument.literal.text : undefined;

function firstName(qualifier: ts.EntityName | undefined): ts.Identifier | undefined {
  let name = qualifier;
  while (name && isQualifiedName(name)) name = name.left;
  return name;
}

function exportedName(specifier: ts.ImportSpecifier | ts.ExportSpecifier): string {
  return (specifier.propertyName ?? specifier.name).text;
}

function allTypeOnly(specifiers: readonly (ts.ImportSpecifier | ts.ExportSpecifier)[]): boolean {
  return specifiers.length > 0 && specifiers.every((specifier) => specifier.isTypeOnly);
}
