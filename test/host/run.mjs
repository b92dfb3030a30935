// Runs the host tests inside a real extension host. usage: node test/host/run.mjs [--grep TEXT] [--verbose]
// The report on disk decides: a dead extension host still comes back with exit code 0.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { browserEditorRuns, outDir, projectRoot } from '../editor/lib/locations.mjs';
import { temporaryWorkspace } from '../editor/lib/workspace.mjs';
import { manyTools } from './manyTools.mjs';

const { values: options } = parseArgs({ options: { grep: { type: 'string' }, verbose: { type: 'boolean', default: false } } });
const report = process.env.TEST_REPORT ?? path.join(outDir, 'report/host.json');
const bundleDir = path.join(outDir, 'host');

/** @typedef {{ entry: string, workspace: string, scriptedModel: string, extensions?: string[], env: Record<string, string>, verbose: boolean }} HostRun */

await bundleTests();
fs.rmSync(report, { force: true });
const { runHost } = await import(browserEditorRuns ? './inBrowserEditor.mjs' : './inElectron.mjs');
/** @type {HostRun} */
const run = {
  entry: path.join(bundleDir, 'index.js'),
  workspace: temporaryWorkspace('bookshop'),
  scriptedModel: path.join(projectRoot, 'test/fixtures/scripted-model'),
  extensions: [path.join(projectRoot, 'test/fixtures/sample-contributor'), manyTools(outDir)],
  env: { TEST_REPORT: report, ...(options.grep ? { TEST_GREP: options.grep } : {}) },
  verbose: options.verbose,
};
/** @type {string[]} */
const problems = await runHost(run);
const tests = fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, 'utf8')).tests : undefined;
if (!tests) problems.push('the extension host ended without a report');
for (const { state, title, ms, error } of tests ?? []) {
  console.log(`  ${state === 'passed' ? '✔' : state === 'skipped' ? '-' : '✘'} ${title} (${ms} ms)`);
  if (error) console.log(error.replace(/^/gm, '      '));
}
const failed = !tests || problems.length > 0 || tests.some(({ state }) => state === 'failed');
for (const problem of problems) console.error(`host tests: ${problem}`);
process.exit(failed ? 1 : 0);

async function bundleTests() {
  fs.rmSync(bundleDir, { recursive: true, force: true });
  const sources = fs.readdirSync(path.join(projectRoot, 'test/host')).filter((file) => file === 'index.ts' || file.endsWith('.test.ts'));
  await build({
    entryPoints: sources.map((file) => path.join(projectRoot, 'test/host', file)),
    outdir: bundleDir,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['vscode', 'mocha'],
    sourcemap: 'inline',
    logLevel: 'warning',
  });
}
