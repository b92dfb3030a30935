// Bundles the three entries: extension (light, loads no parser and no tokenizer), engine (worker), cli.
import { readFile } from 'node:fs/promises';
import { build, context } from 'esbuild';

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
  plugins: [plainApi],
  minify: true,
  legalComments: 'linked',
  metafile: true,
  logLevel: 'warning',
};

if (watch) {
  await (await context(options)).watch();
} else {
  const { metafile } = await build(options);
  for (const [file, { bytes }] of Object.entries(metafile.outputs)) {
    if (file.endsWith('.js')) console.log(`${file} ${(bytes / 1024).toFixed(0)} KiB`);
  }
}
