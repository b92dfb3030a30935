import assert from 'node:assert/strict';
import path from 'node:path';
import { ts } from 'ts-morph';
import { fileUses } from '../../../../src/signals/symbols/fileUses.ts';
import { folderTexts } from '../corpus.ts';

const file = '/a.ts';

/** The same code in a file that imports everything it names: whatever an inner scope has is hidden there, and only there. */
function importing(name: string, text: string): { readonly names: ReadonlySet<string>; readonly whole: string } {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const all = new Set<string>();
  // `arguments` can be imported by nobody.
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text !== '' && ts.identifierToKeywordKind(node) === undefined) all.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  for (const one of declaredAtTop(source)) all.delete(one);
  return { names: all, whole: `import { ${[...all].join(', ')} } from './everything'; ${text}` };
}

function declaredAtTop(source: ts.SourceFile): string[] {
  const names = ['arguments'];
  const visit = (node: ts.Node | undefined): void => {
    if (!node) return;
    if (ts.isIdentifier(node)) names.push(node.text);
    else if (ts.isVariableStatement(node)) node.declarationList.declarations.forEach(visit);
    else if (ts.isObjectBindingPattern(node) || ts.isArrayBindingPattern(node)) for (const element of node.elements) visit(element);
    else if (ts.isImportDeclaration(node)) visit(node.importClause);
    else if (ts.isImportClause(node)) [node.name, node.namedBindings].forEach(visit);
    else if (ts.isNamedImports(node)) node.elements.forEach(visit);
    else if (!ts.isOmittedExpression(node) && 'name' in node) visit(node.name as ts.Node | undefined);
  };
  source.statements.forEach(visit);
  return names;
}

/** Lines and names that mean an import, as the type checker resolves them. */
function checked(text: string, names: ReadonlySet<string>): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const host: ts.CompilerHost = {
    fileExists: (name) => name === file,
    readFile: () => undefined,
    getSourceFile: (name) => (name === file ? source : undefined),
    getDefaultLibFileName: () => '',
    writeFile: () => undefined,
    getCurrentDirectory: () => '/',
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
  };
  const options = { noLib: true, noResolve: true, jsx: ts.JsxEmit.Preserve, target: ts.ScriptTarget.Latest, types: [] };
  const checker = ts.createProgram([file], options, host).getTypeChecker();
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isJsxClosingElement(node)) return;
    if (ts.isIdentifier(node) && names.has(node.text) && !ts.isExportAssignment(node.parent)) {
      const shorthand = ts.isShorthandPropertyAssignment(node.parent) && node.parent.name === node;
      const symbol = shorthand ? checker.getShorthandAssignmentValueSymbol(node.parent) : checker.getSymbolAtLocation(node);
      const isImported = symbol?.declarations?.some((one) => ts.isImportSpecifier(one) && one.name.text === node.text);
      if (isImported === true) found.push(`${String(source.getLineAndCharacterOfPosition(node.getStart()).line + 1)} ${node.text}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.sort();
}

describe('names that inner scopes hide', () => {
  for (const [folder, step] of [
    ['rxjs/src', 4],
    ['zod/src/v4', 8],
    ['effect/src', 40],
  ] as const) {
    it(`in ${folder} are those that the compiler says`, function () {
      this.timeout(60_000);
      const accepts = (name: string): boolean => /\.ts$/u.test(name) && !/\.d\.ts|node_modules/u.test(name);
      // What is loaded further in means a module here, and a variable to the compiler.
      const texts = Object.entries(folderTexts(path.resolve('node_modules', folder), accepts)).filter(
        ([, text]) => !/await import|declare module/u.test(text),
      );
      let places = 0;
      for (const [name, text] of texts.filter((_, at) => at % step === 0)) {
        const { names, whole } = importing(name, text);
        const uses = fileUses(file, whole) ?? [];
        const ours = uses.flatMap(({ names: [root = ''], lines: [line = 0] }) => (names.has(root) ? [`${String(line)} ${root}`] : []));
        places += ours.length;
        assert.deepEqual(ours.sort(), checked(whole, names), name);
      }
      assert.ok(places > 50, String(places));
    });
  }
});
