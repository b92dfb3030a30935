// Bundles the entries: extension (light, loads no parser and no tokenizer), engine (worker), cli, and the page of the Budget view.
import { readFile } from 'node:fs/promises';
import { build, context } from 'esbuild';
import { parserOnly } from './build/parserOnly.mjs';

/** A namespace import of the editor's API would copy all of it, for every file that has one, while the extension is being activated. */
const plainApi = {
  name: 'plain-api',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/](?:extension\.ts|editor[\\/].*\.ts)$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      return { contents: text.replace("import * as vscode from 'vscode';", "const vscode = require('vscode');"), loader: 'ts' };
    });
  },
};

const watch = process.argv.includes('--watch');
const options = {
  entryPoints: { extension: 'src/extension.ts', engine: 'src/engine.ts', cli: 'src/cli.ts' },
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external: ['vscode'],
  plugins: [plainApi, parserOnly],
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
