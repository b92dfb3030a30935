// VS Code on the desktop: an installed one, or one that @vscode/test-electron downloads.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { projectRoot, stateDir } from '../editor/lib/locations.mjs';
import { chatSettings, quietSettings } from '../editor/lib/settings.mjs';
import { run, say } from '../editor/lib/steps.mjs';

const windows = process.platform === 'win32';
const macCommand = '/Applications/Visual Studio Code.app/Contents/Resources/app/bin/code';
const downloadLimitMs = 180_000;

export const hasDisplay = () => process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

/** The `code` command of an installed VS Code that is new enough, or undefined. */
export function findVscode() {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const candidates = folders.map((folder) => path.join(folder, windows ? 'code.cmd' : 'code'));
  if (process.platform === 'darwin') candidates.push(macCommand);
  return candidates.find((file) => fs.existsSync(file) && !isRemoteCommand(file) && isNewEnough(file));
}

/** Opens a new window of the installed VS Code; the window outlives us. */
export async function openInstalled(command, folder) {
  say(`Opening a new VS Code window on ${folder}. Close it when you are done.`);
  const args = [`--extensionDevelopmentPath=${projectRoot}`, '--new-window', folder, ...rootArguments()];
  await run(quote(command), args.map(quote), { shell: windows, quiet: true });
}

/** The program of a VS Code in .vscode-test, downloaded now if need be; undefined if it cannot be had in time. */
export async function downloadVscode() {
  const child = spawn(process.execPath, [path.join(projectRoot, 'test/start/download.mjs'), stateDir], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  const timer = setTimeout(() => child.kill('SIGKILL'), downloadLimitMs);
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  return code === 0 ? output.trim() : undefined;
}

/** Runs the downloaded VS Code in a profile of its own; resolves when it ends. Ctrl+C ends it. */
export async function runDownloaded(program, folder) {
  const profile = path.join(stateDir, 'desktop');
  const settingsFile = path.join(profile, 'User/settings.json');
  if (!fs.existsSync(settingsFile)) {
    fs.mkdirSync(path.dirname(settingsFile), { recursive: true });
    fs.writeFileSync(settingsFile, JSON.stringify({ ...quietSettings, ...chatSettings }, undefined, 2));
  }
  say(`Opening VS Code on ${folder}. Close it, or press Ctrl+C here, when you are done.`);
  const dirs = [`--user-data-dir=${profile}`, `--extensions-dir=${path.join(stateDir, 'desktop-extensions')}`];
  const args = [
    `--extensionDevelopmentPath=${projectRoot}`,
    ...dirs,
    '--disable-workspace-trust',
    '--new-window',
    folder,
    ...rootArguments(),
  ];
  const child = spawn(program, args, { stdio: 'ignore' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => child.kill());
  await new Promise((resolve, reject) => child.once('exit', resolve).once('error', reject));
}

// In a terminal of a remote window `code` is another program, which knows no development path.
const isRemoteCommand = (file) => file.includes('remote-cli');

function isNewEnough(command) {
  const { stdout, status } = spawnSync(quote(command), ['--version', ...rootArguments()], { encoding: 'utf8', shell: windows });
  const [major, minor] = (stdout ?? '').split('.').map(Number);
  const { engines } = JSON.parse(fs.readFileSync(path.join(projectRoot, 'package.json'), 'utf8'));
  const [, neededMajor, neededMinor] = /(\d+)\.(\d+)/.exec(engines.vscode).map(Number);
  const enough = status === 0 && (major > neededMajor || (major === neededMajor && minor >= neededMinor));
  if (!enough) say(`${command} is older than VS Code ${neededMajor}.${neededMinor}, or does not run; it is passed over.`);
  return enough;
}

// Electron refuses to run as root without these two.
function rootArguments() {
  return process.getuid?.() === 0 ? ['--no-sandbox', `--user-data-dir=${path.join(stateDir, 'desktop')}`] : [];
}

/** For the Windows command line, which a .cmd file needs. */
function quote(text) {
  return windows && /\s/.test(text) ? `"${text}"` : text;
}
