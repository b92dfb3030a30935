import { ts } from 'ts-morph';
import { commonJsExport } from './exportTable.ts';
import { cutWhole, oneLine } from './oneLine.ts';
import type { Outline } from './outline.ts';
import type { ParsedSource } from './parseSource.ts';
import { dottedName } from './syntax.ts';

const { SyntaxKind, isBinaryExpression, isCallExpression, isExpressionStatement, isStringLiteralLike } = ts;

/** A longer statement stands alone, so that it can be shown alone. */
const longestGrouped = 20;
const longestName = 60;
const longestHead = 120;

const declaring: ReadonlySet<ts.SyntaxKind> = new Set([
  SyntaxKind.VariableStatement,
  SyntaxKind.EmptyStatement,
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.ClassDeclaration,
  SyntaxKind.InterfaceDeclaration,
  SyntaxKind.TypeAliasDeclaration,
  SyntaxKind.EnumDeclaration,
  SyntaxKind.ModuleDeclaration,
  SyntaxKind.ImportDeclaration,
  SyntaxKind.ImportEqualsDeclaration,
  SyntaxKind.ExportDeclaration,
  SyntaxKind.ExportAssignment,
  SyntaxKind.NamespaceExportDeclaration,
]);

/** Code that runs where it stands and declares nothing. */
export function isLoose(node: ts.Statement, source: ParsedSource): boolean {
  return !declaring.has(node.kind) && !(source.javascript && commonJsExport(node));
}

/** Neighbouring statements become one declaration each group, so that a file's running code can be found and shown too. */
export function declareLoose(outline: Outline, statements: readonly ts.Statement[], container: string | undefined): void {
  let group: ts.Statement[] = [];
  const flush = (): void => {
    const [first, last] = [group[0], group.at(-1)];
    if (first && last) declareGroup(outline, first, last, container);
    group = [];
  };
  for (const statement of statements) {
    const long = isLong(statement, outline.source);
    if (long) flush();
    group.push(statement);
    if (long) flush();
  }
  flush();
}

function isLong(node: ts.Statement, { sourceFile, lineAt }: ParsedSource): boolean {
  if (node.end - node.pos < longestGrouped) return false; // it has fewer characters
  return lineAt(node.end) - lineAt(node.getStart(sourceFile)) >= longestGrouped;
}

function declareGroup(outline: Outline, first: ts.Statement, last: ts.Statement, container: string | undefined): void {
  const placed = outline.place(first, last.end);
  const head = oneLine(outline.source.text.slice(placed.start, placed.start + longestHead).split(/[\n\r]/, 1)[0] ?? '');
  const name = statementName(first) ?? head;
  outline.declare(placed, { name: cutWhole(name, longestName), kind: 'statement', container, signature: head, exported: false });
}

/** `describe("adds")`, `app.use`, `A.prototype.b`. */
function statementName(node: ts.Statement): string | undefined {
  if (!isExpressionStatement(node)) return undefined;
  const { expression } = node;
  if (isBinaryExpression(expression)) return dottedName(expression.left);
  if (!isCallExpression(expression)) return undefined;
  const callee = dottedName(expression.expression);
  const argument = expression.arguments[0];
  if (callee === undefined) return undefined;
  return argument && isStringLiteralLike(argument) ? `${callee}(${JSON.stringify(oneLine(argument.text))})` : callee;
}
