// Folders to open: always copies, so that no edit reaches the repository or node_modules.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { projectRoot, stateDir } from './locations.mjs';

const viem = path.join(projectRoot, 'node_modules/viem');
const builtOutput = new Set(['_cjs', '_esm', '_types', 'node_modules']);

/** The demo project, a real library of about a thousand TypeScript files; copied once, kept with its edits. */
const demoConfig = {
  compilerOptions: { target: 'ES2021', module: 'NodeNext', moduleResolution: 'NodeNext', strict: true, noEmit: true, types: [] },
};

export function demoProject(target = path.join(stateDir, 'demo/viem')) {
  if (fs.existsSync(target)) return target;
  const partial = `${target}.partial`; // renamed when complete: an interrupted copy is not taken for a finished one
  fs.rmSync(partial, { recursive: true, force: true });
  fs.cpSync(viem, partial, { recursive: true, filter: (file) => !builtOutput.has(path.relative(viem, file).split(path.sep)[0]) });
  // Its own extends a file that the package does not bring.
  fs.writeFileSync(path.join(partial, 'tsconfig.json'), `${JSON.stringify(demoConfig, undefined, 2)}\n`);
  fs.renameSync(partial, target);
  return target;
}

/** An empty folder that goes with the process. */
export function temporaryFolder() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'context-broker-test-'));
  process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** A copy of a folder in test/fixtures that goes with the process. */
export function temporaryWorkspace(fixture) {
  const target = path.join(temporaryFolder(), fixture);
  fs.cpSync(path.join(projectRoot, 'test/fixtures', fixture), target, { recursive: true });
  return target;
}
