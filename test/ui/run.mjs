// Runs the UI tests with mocha. usage: node test/ui/run.mjs [mocha options]
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { browserEditorRuns, projectRoot } from '../editor/lib/locations.mjs';

if (!browserEditorRuns) {
  console.error(
    `UI tests drive the in-browser editor, which runs on Linux x64 and arm64 only; this is ${process.platform} ${process.arch}.`,
  );
  process.exit(1);
}
const mocha = path.join(projectRoot, 'node_modules/mocha/bin/mocha.js');
const options = ['--reporter', path.join(projectRoot, 'test/report.cjs'), '--timeout', '60000', 'test/ui/**/*.test.mjs'];
const { status } = spawnSync(process.execPath, [mocha, ...options, ...process.argv.slice(2)], { cwd: projectRoot, stdio: 'inherit' });
process.exit(status ?? 1);
