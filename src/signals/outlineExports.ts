import { ts } from 'ts-morph';
import type { CommonJsExport } from './exportTable.ts';
import type { Declaration } from './fileSignals.ts';
import { cutWhole, oneLine } from './oneLine.ts';
import type { Outline } from './outline.ts';
import { outlineMembers, outlineObject } from './outlineMembers.ts';
import { plainText, valueText } from './signatureText.ts';
import { nameText, unwrapAssertions } from './syntax.ts';

const {
  isArrowFunction,
  isCallExpression,
  isClassExpression,
  isFunctionExpression,
  isIdentifier,
  isNamedExports,
  isObjectLiteralExpression,
  isSpreadAssignment,
} = ts;

/** Longer values of a default export are cut. */
const longestValue = 80;

/** `export ... from`, and lists of names: those declared in the file are told where they are declared. */
export function outlineExportDeclaration(outline: Outline, node: ts.ExportDeclaration): void {
  const clause = node.exportClause;
  if (node.moduleSpecifier || !clause || !isNamedExports(clause)) {
    const { text, sourceFile } = outline.source;
    outline.export(plainText(text.slice(node.getStart(sourceFile), node.end)));
    return;
  }
  for (const { name, propertyName, isTypeOnly } of clause.elements) {
    const local = (propertyName ?? name).text;
    if (outline.table.declared.has(local)) continue;
    outline.export(`export ${node.isTypeOnly || isTypeOnly ? 'type ' : ''}${importedText(outline, local, name.text)}`);
  }
}

function importedText(outline: Outline, local: string, exported: string): string {
  const origin = outline.table.importedFrom.get(local);
  if (!origin) return `{ ${renamed(local, exported)} }`;
  if (origin.name === '*') return `* as ${exported} from '${origin.specifier}'`;
  return `{ ${renamed(origin.name, exported)} } from '${origin.specifier}'`;
}

function renamed(name: string, exported: string): string {
  return name === exported ? name : `${name} as ${exported}`;
}

/** `export default` and `export =`. */
export function outlineExportAssignment(outline: Outline, node: ts.ExportAssignment): void {
  const value = unwrapAssertions(node.expression);
  const head = node.isExportEquals ? 'export =' : 'export default';
  if (isIdentifier(value) && outline.table.declared.has(value.text)) return;
  if (isIdentifier(value)) {
    const origin = outline.table.importedFrom.get(value.text);
    outline.export(
      origin ? `export ${importedText(outline, value.text, node.isExportEquals ? 'export=' : 'default')}` : `${head} ${value.text}`,
    );
    return;
  }
  declareValue(outline, node, value, node.isExportEquals ? 'export=' : 'default', head);
}

/** `module.exports = x` and `exports.a = x`. */
export function outlineCommonJs(outline: Outline, node: ts.Statement, { name, value: written }: CommonJsExport): void {
  const value = unwrapAssertions(written);
  const head = name === 'module.exports' ? 'module.exports =' : `exports.${name} =`;
  if (isIdentifier(value)) {
    if (!outline.table.declared.has(value.text)) outline.export(`${head} ${value.text}`);
  } else if (isCallExpression(value) && isIdentifier(value.expression) && value.expression.text === 'require') {
    outline.export(`${head} ${shortText(outline, value)}`);
  } else {
    declareValue(outline, node, value, name, head);
  }
}

function declareValue(outline: Outline, node: ts.Statement, value: ts.Expression, name: string, head: string): void {
  const placed = outline.place(node);
  const context = outline.context(placed, undefined);
  const callable = isArrowFunction(value) || isFunctionExpression(value);
  const shown =
    callable || placed.types?.type !== undefined
      ? valueText(undefined, value, context).replace(/^ = /, ' ')
      : ` ${valueSketch(outline, value)}`;
  const kind: Declaration['kind'] = callable ? 'function' : isClassExpression(value) ? 'class' : 'variable';
  const untraced = name === 'module.exports' && isObjectLiteralExpression(value);
  outline.declare(placed, { name, kind, container: undefined, signature: `${head}${shown}`, exported: true, untraced });
  const owner = { container: name, exported: true };
  if (isClassExpression(value)) outlineMembers(outline, value.members, owner);
  else if (isObjectLiteralExpression(value)) outlineObject(outline, value, owner);
}

/** The keys of an object, the head of a class, the callee of a call: enough to know what it is. */
function valueSketch(outline: Outline, value: ts.Expression): string {
  if (isClassExpression(value)) return `class${value.name ? ` ${value.name.text}` : ''}`;
  if (isObjectLiteralExpression(value)) return objectSketch(outline, value);
  if (isCallExpression(value) && value.arguments.length > 0) return `${shortText(outline, value.expression)}(…)`;
  return shortText(outline, value);
}

function objectSketch(outline: Outline, value: ts.ObjectLiteralExpression): string {
  const keys = value.properties.slice(0, 50).map((property) => {
    return isSpreadAssignment(property)
      ? `...${shortText(outline, property.expression)}`
      : (nameText(property.name, outline.source.sourceFile) ?? '…');
  });
  if (value.properties.length > keys.length) keys.push('…');
  return keys.length === 0 ? '{}' : `{ ${keys.join(', ')} }`;
}

function shortText(outline: Outline, node: ts.Expression): string {
  const written = oneLine(outline.source.text.slice(node.pos, Math.min(node.end, node.pos + 4 * longestValue)));
  return written.length > longestValue ? `${cutWhole(written, longestValue)}…` : written;
}
