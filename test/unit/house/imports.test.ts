import assert from 'node:assert/strict';
import path from 'node:path';
import { Node, Project, type SourceFile } from 'ts-morph';

/** Which part of the house may know which; every part may know itself. `editor/` and `cli/` never meet. */
const mayKnow: Readonly<Record<string, readonly string[]>> = {
  broker: [],
  tokens: [],
  workspace: [],
  safety: [],
  telemetry: ['broker'],
  history: ['broker'],
  session: ['broker'],
  signals: ['broker', 'workspace'],
  contributors: ['broker', 'signals'],
  engine: ['broker', 'tokens', 'signals', 'contributors', 'workspace', 'telemetry', 'history', 'session', 'safety'],
  cli: ['broker', 'history', 'safety', 'contributors', 'engine', 'tokens', 'workspace'],
  webview: [],
  editor: ['broker', 'history', 'session', 'safety', 'contributors', 'engine', 'webview'],
  'engine.ts': ['engine'],
  'cli.ts': ['cli', 'engine'],
  'extension.ts': ['editor', 'engine'],
};

/** Packages that only these parts may know. */
const packages: Readonly<Record<string, readonly string[]>> = {
  vscode: ['editor', 'extension.ts'],
  'js-tiktoken': ['tokens'],
  '@secretlint/core': ['safety'],
  '@secretlint/secretlint-rule-preset-recommend': ['safety'],
  'ts-morph': ['signals'],
};

const project = new Project({ tsConfigFilePath: path.resolve('tsconfig.json'), skipAddingFilesFromTsConfig: true });
const files = project.addSourceFilesAtPaths('src/**/*.ts');

/** Every module that a file names: static and type imports, re-exports, dynamic imports, import types. */
function modulesOf(file: SourceFile): string[] {
  const statements = [...file.getImportDeclarations(), ...file.getExportDeclarations()].flatMap(
    (one) => one.getModuleSpecifierValue() ?? [],
  );
  const others = file.forEachDescendantAsArray().flatMap((node) => {
    if (Node.isCallExpression(node) && ['import', 'require'].includes(node.getExpression().getText())) {
      const [argument] = node.getArguments();
      return Node.isStringLiteral(argument) ? [argument.getLiteralValue()] : [`? ${node.getText()}`];
    }
    if (!Node.isImportTypeNode(node)) return [];
    return [node.getArgument().getText().slice(1, -1)];
  });
  return [...statements, ...others];
}

const partOf = (file: string): string => path.relative(path.resolve('src'), file).split(path.sep)[0] ?? '';

/** What a file imports that it must not, in words. */
function violations(file: SourceFile): string[] {
  const from = partOf(file.getFilePath());
  return modulesOf(file).flatMap((specifier) => {
    const name = `${path.relative('.', file.getFilePath())} imports ${specifier}`;
    if (specifier.startsWith('?')) return [name];
    if (!specifier.startsWith('.')) {
      const owner = Object.keys(packages).find((one) => specifier === one || specifier.startsWith(`${one}/`));
      return owner !== undefined && packages[owner]?.includes(from) !== true ? [name] : [];
    }
    const target = path.resolve(path.dirname(file.getFilePath()), specifier);
    if (target === path.resolve('package.json')) return from === 'cli.ts' ? [] : [name];
    const to = partOf(target);
    return to === from || mayKnow[from]?.includes(to) === true ? [] : [name];
  });
}

describe('the house', () => {
  it('has only parts that the import rule knows', () => {
    assert.deepEqual(
      [...new Set(files.map((file) => partOf(file.getFilePath())))].filter((part) => !(part in mayKnow)),
      [],
    );
  });

  it('imports one way only: no file knows what it must not know', () => {
    assert.ok(files.length > 50);
    assert.deepEqual(files.flatMap(violations), []);
  });

  const forbidden: readonly (readonly [where: string, text: string])[] = [
    ['src/broker/x.ts', "import * as vscode from 'vscode';"],
    ['src/engine/x.ts', "import type { Uri } from 'vscode';"],
    ['src/engine/x.ts', "type U = import('vscode').Uri;"],
    ['src/signals/x.ts', "export * from 'vscode';"],
    ['src/broker/x.ts', "void import('../signals/rank.ts');"],
    ['src/editor/x.ts', "import { run } from '../cli/run.ts';"],
    ['src/editor/x.ts', "import { LocalEngine } from 'ts-morph';"],
    ['src/contributors/x.ts', "import 'js-tiktoken/lite';"],
  ];
  for (const [where, text] of forbidden) {
    it(`would notice ${text} in ${where}`, () => {
      const file = new Project({ useInMemoryFileSystem: true }).createSourceFile(path.resolve(where), text);
      assert.equal(violations(file).length, 1);
    });
  }

  it('has no cycle of files', () => {
    const imports = new Map(
      files.map((file) => [
        file.getFilePath() as string,
        file
          .getImportDeclarations()
          .filter((one) => !one.isTypeOnly())
          .map((one) => path.resolve(path.dirname(file.getFilePath()), one.getModuleSpecifierValue())),
      ]),
    );
    const done = new Set<string>();
    const visit = (file: string, way: readonly string[]): void => {
      assert.ok(!way.includes(file), [...way, file].map((one) => path.relative('.', one)).join(' -> '));
      if (done.has(file)) return;
      for (const next of imports.get(file) ?? []) visit(next, [...way, file]);
      done.add(file);
    };
    for (const file of imports.keys()) visit(file, []);
  });
});
