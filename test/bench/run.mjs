// Prints how fast we are: ratios against references measured in the same run, and what the extension host's main thread feels.
// usage: npm run bench [-- FOLDER]   FOLDER: sources to index, by default those of the demo project
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { browserEditorRuns, outDir, projectRoot, sqliteMissing, sqliteNode } from '../editor/lib/locations.mjs';
import { buildExtension, ensureChromium, ensureEditor, ensurePackages, say } from '../editor/lib/steps.mjs';
import { demoProject, temporaryFolder } from '../editor/lib/workspace.mjs';

/** What a module lacks that packages bundled into it expect. */
const commonJs = `import { createRequire } from 'node:module';
const [require, __filename, __dirname] = [createRequire(import.meta.url), import.meta.filename, import.meta.dirname];`;

const { positionals } = parseArgs({ allowPositionals: true });
await ensurePackages();
if (sqliteNode !== process.execPath) await ensureEditor();
if (sqliteMissing) throw new Error(`the index needs Node 22.16, or 24, for SQLite; this is ${process.versions.node}`);
await buildExtension();
const folder = positionals[0] === undefined ? demoProject(path.join(temporaryFolder(), 'viem')) : path.resolve(positionals[0]);

say('Engine, in a process of its own');
const engine = await run('engine', [folder]);

const corpora = ['viem', 'rxjs', 'zod', 'effect'].map((name) => path.join(projectRoot, 'node_modules', name));
say('Index, against its references');
const { parserOnly } = await import('../../esbuild.mjs');
await bundleProcess('alone');
await bundleProcess('reference');
await bundleProcess('signals', [parserOnly]);
const index = await run('indexing', [...(positionals[0] === undefined ? [] : [folder]), ...corpora]);

say('Requests of a tool loop');
const shaping = await run('shaping', []);

say('History archive, 10,000 events');
const archive = await run('archive', []);

let hostStatus = 0;
if (browserEditorRuns) {
  await ensureEditor();
  await ensureChromium();
  say('Extension host of a real VS Code');
  hostStatus = await benchHost();
} else console.log(`  not measured: the in-browser VS Code runs on Linux x64 and arm64 only; this is ${process.platform} ${process.arch}`);
process.exit(engine.status || index.status || shaping.status || archive.status || hostStatus);

/** As it ships, bundled with its packages: calls into another file, or through a loader for TypeScript, would cost more. */
async function run(name, folders) {
  const { build } = await import('esbuild');
  const outfile = path.join(outDir, `bench/${name}.mjs`);
  const entryPoints = [path.join(projectRoot, `test/bench/${name}.mts`)];
  const shape = { bundle: true, external: ['esbuild'], banner: { js: commonJs }, platform: 'node', format: 'esm', target: 'node22' };
  await build({ entryPoints, outfile, ...shape });
  return spawnSync(sqliteNode, ['--expose-gc', outfile, ...folders], { cwd: projectRoot, stdio: 'inherit' });
}

/** What is measured in a process of its own; with the plugins that it ships with. */
async function bundleProcess(name, plugins = []) {
  const { build } = await import('esbuild');
  const entry = path.join(projectRoot, `test/bench/${name}.mts`);
  const shape = { bundle: true, plugins, platform: 'node', format: 'cjs', logLevel: 'warning' };
  await build({ entryPoints: [entry], outfile: path.join(outDir, `bench/${name}.cjs`), ...shape });
}

/** @returns {Promise<number>} exit code */
async function benchHost() {
  const { build } = await import('esbuild');
  const { runHost } = await import('../host/inBrowserEditor.mjs');
  const entry = path.join(outDir, 'bench/host.js');
  const results = path.join(outDir, 'bench/host.json');
  fs.rmSync(results, { force: true });
  await build({
    entryPoints: [path.join(projectRoot, 'test/bench/host.ts')],
    outfile: entry,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['vscode'],
    logLevel: 'warning',
  });
  const problems = await runHost({
    entry,
    workspace: folder,
    scriptedModel: path.join(projectRoot, 'test/fixtures/scripted-model'),
    extensions: [path.join(projectRoot, 'test/bench/probe')],
    env: { BENCH_RESULTS: results },
    verbose: false,
  });
  if (!fs.existsSync(results)) {
    console.error(`  the extension host gave no figures: ${problems.join('; ')}`);
    return 1;
  }
  const { activation, idle, indexing, turn, callers, files } = JSON.parse(fs.readFileSync(results, 'utf8'));
  const delays = ({ max, p99, ms }) => `${max.toFixed(1)} ms at most, ${p99.toFixed(1)} ms at p99, over ${(ms / 1000).toFixed(1)} s`;
  const verdict = (value, bar) => `at most ${bar}: ${value <= bar ? 'ok' : 'MISSED'}`;
  const spent = ({ wall, cpu }) => `${cpu.toFixed(1)} ms of work in ${wall.toFixed(1)} ms`;
  const work = activation.load.cpu + activation.activate.cpu;
  console.log(
    `  activation: ${work.toFixed(1)} ms (load ${spent(activation.load)}, activate ${spent(activation.activate)}); ${verdict(work, 10)}`,
  );
  console.log(`  main thread held up while idle: ${delays(idle)}`);
  console.log(`  main thread held up while indexing ${files} files: ${delays(indexing)}; ${verdict(indexing.max, 50)}`);
  console.log(`  main thread held up in a turn: ${delays(turn)}; ${verdict(turn.max, 50)}`);
  console.log(`  main thread held up by the list of callers: ${delays(callers)}; ${verdict(callers.max, 50)}`);
  return 0;
}
