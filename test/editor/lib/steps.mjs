// Steps that npm start and npm test share. Nothing here needs an installed package.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { findChromium } from './chromium.mjs';
import { editorRoot, projectRoot } from './locations.mjs';

export const say = (text) => console.log(`> ${text}`);

/** Something the person at the keyboard has to solve: shown without a stack. */
export class SetupError extends Error {}

/** Installs the project's own packages, if they are missing or are not those of the lock file. */
export async function ensurePackages() {
  if (isInstalled(projectRoot)) return;
  say('Installing packages (npm ci); the first time this takes a minute.');
  await npmCi(projectRoot);
}

/** Installs the in-browser editor, likewise. */
export async function ensureEditor() {
  if (isInstalled(editorRoot)) return;
  say('Installing the in-browser VS Code from npm (npm ci in test/editor); about 200 MB, once.');
  await npmCi(editorRoot);
}

/** Finds a Chromium; on a Debian machine, as root, it installs one. */
export async function ensureChromium() {
  if (findChromium()) return;
  const packages = ['chromium', 'fonts-dejavu-core'];
  const debian = fs.existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
  if (debian) {
    say(`Installing ${packages.join(' and ')} (apt-get).`);
    const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, quiet: true };
    await run('apt-get', ['update', '-qq'], options);
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options);
  }
  if (findChromium()) return;
  throw new SetupError(
    `No Chromium or Chrome found. Install one (Debian, Ubuntu: apt-get install ${packages.join(' ')}), or name it in the variable CHROMIUM.`,
  );
}

export async function buildExtension() {
  say('Building the extension (node esbuild.mjs).');
  await run(process.execPath, ['esbuild.mjs'], { quiet: true });
}

/**
 * Runs a program and fails unless it ends with code 0. `quiet` shows its output only then.
 *
 * @param {string} command @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, quiet?: boolean, shell?: boolean }} [options]
 */
export function run(command, args, { cwd = projectRoot, env = process.env, quiet = false, shell = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, shell, stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve(undefined);
      else reject(new SetupError(`${output}${command} ${args.join(' ')} ended with ${signal ?? `code ${code}`}.`));
    });
  });
}

// npm leaves a copy of the lock file's entries in node_modules. Packages for other platforms are missing from it by right.
function isInstalled(folder) {
  const wanted = readPackages(path.join(folder, 'package-lock.json'));
  const installed = readPackages(path.join(folder, 'node_modules/.package-lock.json'));
  if (!wanted || !installed) return false;
  return Object.entries(wanted).every(([name, { version, optional }]) => {
    if (!name.startsWith('node_modules/')) return true; // the project itself, and packages in its folders
    const found = installed[name];
    return found ? found.version === version : optional === true;
  });
}

const readPackages = (file) => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')).packages : undefined);

function npmCi(cwd) {
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath; // set when npm runs us: the same npm then
  if (npm?.endsWith('.js')) return run(process.execPath, [npm, ...args], { cwd, quiet: true });
  return run('npm', args, { cwd, quiet: true, shell: process.platform === 'win32' });
}
