// Bundles the entries: extension (light, loads no parser and no tokenizer), engine (worker), cli, the page of the Budget view, and the
// ranks of tokens.
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

/** Megabytes that are needed only when tokens are counted, and then of one encoding alone: they stay out of the other bundles. */
const ranksApart = {
  name: 'ranks-apart',
  setup({ onResolve }) {
    onResolve({ filter: /^js-tiktoken\/ranks\// }, ({ path, kind }) =>
      kind === 'entry-point' ? undefined : { path: `./${path.split('/').at(-1)}.js`, external: true },
    );
  },
};
const encodings = ['o200k_base', 'cl100k_base'];

const watch = process.argv.includes('--watch');
const options = {
  entryPoints: {
    extension: 'src/extension.ts',
    engine: 'src/engine.ts',
    cli: 'src/cli.ts',
    ...Object.fromEntries(encodings.map((name) => [name, `js-tiktoken/ranks/${name}`])),
  },
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external: ['vscode'],
  plugins: [plainApi, parserOnly, ranksApart],
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
