// Bundles the entries: extension (light, loads no parser and no tokenizer), what it does on demand, engine (worker), cli, the page of the
// Budget view, and the ranks of tokens.
import { realpathSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, context } from 'esbuild';
import ts from 'typescript';

/**
 * A namespace import of the editor's API would copy all of it, for every file that has one, while the extension is being activated; and each
 * `require` of it would ask the editor anew.
 */
const plainApi = {
  name: 'plain-api',
  setup({ onLoad, onResolve }) {
    onLoad({ filter: /[\\/]src[\\/](?:extension\.ts|editor[\\/].*\.ts)$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      return { contents: text.replace("import * as vscode from 'vscode';", "const vscode = require('vscode');"), loader: 'ts' };
    });
    onResolve({ filter: /^vscode$/ }, ({ path, namespace }) =>
      namespace === 'api' ? { path, external: true } : { path, namespace: 'api' },
    );
    onLoad({ filter: /.*/, namespace: 'api' }, () => ({ contents: "module.exports = require('vscode');" }));
  },
};

/**
 * What is loaded when it is needed stays out of the other bundles: megabytes of ranks, of one encoding alone, what the extension does once
 * somebody asks, and what knows secrets.
 */
const loadedLater = {
  name: 'loaded-later',
  setup({ onResolve }) {
    onResolve({ filter: /^js-tiktoken\/ranks\/|\/(?:onDemand|secretRules)\.ts$/ }, ({ path: name, kind }) =>
      kind === 'entry-point' ? undefined : { path: `./${path.basename(name, '.ts')}.js`, external: true },
    );
  },
};
const encodings = ['o200k_base', 'cl100k_base'];

// Of ts-morph the bundles take its parser alone: the TypeScript that it brings, without the checker, the language service and the libraries.

/** TypeScript as ts-morph brings it: one function whose exports are listed at its begin and again at its end. */
const head = 'var ts = {}; ((module) => {\n"use strict";\n';
const table = 'var typescript_exports = {};\n';
const tableEnd = 'module.exports = __toCommonJS(typescript_exports);\n';
const tail = '// Annotate the CommonJS export names';
/** What a parse needs stands in front of it, but for the classes of nodes. */
const behindParser = '// src/compiler/commandLineParser.ts';
const nodeClasses = /^setObjectAllocator\(/m;
/** Every message that the compiler may print stands in one table. */
const messages = 'var Diagnostics = {\n';
const messagesEnd = '\n};\n';

/** A plugin for esbuild: tree shaking does the rest, once the file is a module and nothing behind the parser runs by itself. */
export const parserOnly = {
  name: 'parser-only',
  setup({ initialOptions, onResolve, onLoad }) {
    onResolve({ filter: /^ts-morph$/ }, ({ path: name }) => ({ path: name, namespace: 'parser-only' }));
    onLoad({ filter: /.*/, namespace: 'parser-only' }, async () => {
      const resolveDir = initialOptions.absWorkingDir ?? process.cwd();
      return { contents: await parserModule(resolveDir), resolveDir };
    });
  },
};

const options = {
  entryPoints: {
    extension: 'src/extension.ts',
    onDemand: 'src/editor/onDemand.ts',
    engine: 'src/engine.ts',
    cli: 'src/cli.ts',
    secretRules: 'src/safety/secretRules.ts',
    ...Object.fromEntries(encodings.map((name) => [name, `js-tiktoken/ranks/${name}`])),
  },
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  plugins: [plainApi, parserOnly, loadedLater],
  // The bundles are CommonJS, and what they load is as well.
  supported: { 'dynamic-import': false },
  minify: true,
  legalComments: 'linked',
  metafile: true,
  logLevel: 'warning',
};

/** What runs in the page of a view. */
const pages = {
  entryPoints: { budget: 'src/webview/budget.ts' },
  outdir: 'dist',
  bundle: true,
  format: 'iife',
  target: 'es2022',
  minify: true,
  metafile: true,
  logLevel: 'warning',
};

async function parserModule(folder) {
  const { resolve } = createRequire(path.join(folder, 'package.json'));
  const common = createRequire(resolve('ts-morph')).resolve('@ts-morph/common');
  const text = await readFile(path.join(path.dirname(common), 'typescript.js'), 'utf8');
  const [license, start] = cut(text, head);
  const [helpers, exported] = cut(start, table);
  const [names, rest] = cut(exported, tableEnd);
  const [body] = cut(rest, tail);
  const used = await usedNames(path.join(folder, 'src/signals'));
  const values = [...names.matchAll(/^ {2}(\w+): \(\) => /gm)].map(([, name]) => name).filter((name) => used.has(name));
  return `${license}${helpers}${withoutEffects(withMessagesApart(body))}\nexport const ts = { ${values.join(', ')} };\n`;
}

function cut(text, mark) {
  const at = text.indexOf(mark);
  if (at < 0) throw new Error(`ts-morph brings TypeScript in another form: ${JSON.stringify(mark)} is missing`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}

/** `const { a, b } = ts` and `ts.a`; types are among them. */
async function usedNames(folder) {
  const names = new Set();
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.endsWith('.ts')) continue;
    const source = await readFile(path.join(folder, file), 'utf8');
    for (const [, list] of source.matchAll(/const \{([^}]*)\} = ts;/g)) for (const name of list.match(/\w+/g) ?? []) names.add(name);
    for (const [, name] of source.matchAll(/\bts\.(\w+)/g)) names.add(name);
  }
  return names;
}

/** A variable each, so that those that nobody prints can go: they are a quarter of a bundle. */
function withMessagesApart(text) {
  const [before, rest] = cut(text, messages);
  const [table, behind] = cut(rest, messagesEnd);
  const apart = table.replace(/^ {2}(\w+): (diag\([^]*?\))(?:,$|$(?![^]))/gm, 'var Diagnostics_$1 = /* @__PURE__ */ $2;');
  // Only what corrects errors asks for all of them.
  return `${before}${apart}\n${behind}`.replace(/\bDiagnostics\.(\w+)/g, 'Diagnostics_$1').replaceAll('Object.keys(Diagnostics)', '[]');
}

/** Behind the parser, statements that register something go, and what a variable calls is said to be of no use but for its value. */
function withoutEffects(text) {
  const [before, behind] = cut(text, behindParser);
  const kept = [];
  let at = 0;
  for (const statement of ts.createSourceFile('behind.js', behind, ts.ScriptTarget.Latest).statements) {
    if (ts.isVariableStatement(statement)) {
      for (const { initializer } of statement.declarationList.declarations) {
        if (initializer === undefined || !(ts.isCallExpression(initializer) || ts.isNewExpression(initializer))) continue;
        kept.push(behind.slice(at, initializer.pos), ' /* @__PURE__ */');
        at = initializer.pos;
      }
    } else if (!ts.isFunctionDeclaration(statement) && !ts.isClassDeclaration(statement) && !isNodeClasses(behind, statement)) {
      kept.push(behind.slice(at, statement.pos));
      at = statement.end;
    }
  }
  return [before, behindParser, ...kept, behind.slice(at)].join('');
}

const isNodeClasses = (text, { pos, end }) => nodeClasses.test(text.slice(pos, end));

/** Builds all of it; with `--watch` again whenever something changes. */
async function bundle(watch) {
  if (watch) {
    for (const one of [options, pages]) await (await context(one)).watch();
  } else {
    const [ours, theirs] = await Promise.all([build(options), build(pages)]);
    const metafile = { outputs: { ...ours.metafile.outputs, ...theirs.metafile.outputs } };
    for (const [file, { bytes }] of Object.entries(metafile.outputs)) {
      if (!file.endsWith('.js')) continue;
      console.log(`${file} ${(bytes / 1024).toFixed(0)} KiB`);
      // A regular expression may bring one, which is left as it is. All of the file would take two bytes a character in memory.
      if ((await readFile(file)).some((byte) => byte > 127)) throw new Error(`${file} has a character beyond ASCII: write it as an escape`);
    }
  }
}

if (fileURLToPath(import.meta.url) === realpathSync(process.argv[1] ?? '')) await bundle(process.argv.includes('--watch'));
