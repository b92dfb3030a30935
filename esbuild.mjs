// Bundles the three entries: extension (light, loads no parser and no tokenizer), engine (worker), cli.
import { build, context } from 'esbuild';

const watch = process.argv.includes('--watch');
const options = {
  entryPoints: { extension: 'src/extension.ts', engine: 'src/engine.ts', cli: 'src/cli.ts' },
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external: ['vscode'],
  minifyWhitespace: true,
  minifySyntax: true,
  keepNames: true,
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
