// Starts the plain VS Code server that the code-server package brings along; code-server's own wrapper is not used.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { installExtension } from './extensionCopy.mjs';
import { editorNode, projectRoot, serverMain, vscodeDir } from './locations.mjs';
import { testSettings } from './settings.mjs';

const readyLine = /Extension host agent listening on (\d+)[^]*Extension host agent started/;

/**
 * @typedef {object} ServerOptions
 * @property {string[]} [install] folders of further extensions, installed whole
 * @property {boolean} [installProduct] install this project's extension as a package would hold it (default: true)
 * @property {object} [settings] user settings, written if the profile has none yet
 * @property {Record<string, string>} [env] further variables; the extension host inherits them
 * @property {boolean} [development] allow extensionDevelopmentPath and extensionTestsPath in the URL
 * @property {string} [dataDir] keep user data here; default: a temporary folder, removed by stop()
 * @property {boolean} [trust] ask whether workspaces are trusted (default: all are)
 * @property {number} [port] default: any free one
 * @property {(text: string) => void} [log] receives what the server prints
 *
 * @typedef {object} Server
 * @property {number} port
 * @property {string} url
 * @property {string} dir holds data/ (user data and logs), extensions/ and server/
 * @property {string} settingsFile
 * @property {() => string} output everything printed so far
 * @property {(pattern: RegExp) => Promise<RegExpExecArray>} printed resolves once the output matches
 * @property {() => Promise<void>} stop leaves no process and no temporary folder
 */

/** @param {ServerOptions} options @returns {Promise<Server>} */
export async function startServer(options = {}) {
  linkModules();
  const { install = [], installProduct = true, settings = testSettings, dataDir, log } = options;
  const dir = dataDir ?? fs.mkdtempSync(path.join(os.tmpdir(), 'context-broker-editor-'));
  const settingsFile = path.join(dir, 'data/User/settings.json');
  prepareProfile(dir, settingsFile, settings);
  const extensionsDir = path.join(dir, 'extensions');
  if (installProduct) installExtension(projectRoot, extensionsDir);
  for (const folder of install) installExtension(folder, extensionsDir, { whole: true });

  const child = spawn(editorNode, serverArguments(dir, options), {
    env: environment(dataDir ? {} : { HOME: path.join(dir, 'home') }, options.env),
    detached: true, // a process group of its own: extension host, file watcher and terminals end with it
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { output, printed } = watchOutput(child, log);
  const stop = stopper(child, dataDir ? undefined : dir);
  const [, port] = await Promise.race([printed(readyLine), printed(/\[server exited\]/)]);
  if (!port) {
    await stop();
    throw new Error(`the editor's server did not start:\n${output()}`);
  }
  return { port: Number(port), url: `http://127.0.0.1:${port}/`, dir, settingsFile, output, printed, stop };
}

// The server and the extension host import a dozen plain packages from their own node_modules: one link lends them ours
// (and a second one lends TypeScript to the built-in extensions), which saves building VS Code's native modules.
function linkModules() {
  const links = { node_modules: '../../..', 'extensions/node_modules': '../../../..' };
  for (const [name, target] of Object.entries(links)) {
    const link = path.join(vscodeDir, name);
    if (!fs.existsSync(link)) fs.symlinkSync(target, link);
  }
}

function prepareProfile(dir, settingsFile, settings) {
  for (const name of ['home', 'server', 'extensions', 'data/User']) fs.mkdirSync(path.join(dir, name), { recursive: true });
  // Without its list of installed extensions the server looks at the folders again, and so finds the copies made since.
  fs.rmSync(path.join(dir, 'extensions/extensions.json'), { force: true });
  if (!fs.existsSync(settingsFile)) fs.writeFileSync(settingsFile, JSON.stringify(settings, undefined, 2));
}

function environment(...more) {
  const inherited = Object.entries(process.env).filter(([key]) => !/^(VSCODE|ELECTRON)_/.test(key));
  return Object.assign(Object.fromEntries(inherited), { EXTENSIONS_GALLERY: '{}' }, ...more);
}

function serverArguments(dir, { development = false, port = 0, trust = false }) {
  return [
    serverMain,
    ...['--server-data-dir', path.join(dir, 'server'), '--user-data-dir', path.join(dir, 'data')],
    ...['--extensions-dir', path.join(dir, 'extensions'), '--host', '127.0.0.1', '--port', String(port)],
    ...['--without-connection-token', '--accept-server-license-terms'],
    ...(trust ? [] : ['--disable-workspace-trust']),
    ...['--disable-telemetry', '--telemetry-level', 'off', '--disable-experiments'],
    ...['--agent-host-bridge-host', '127.0.0.1'], // a bridge without a port keeps the agent host process from starting
    // A built VS Code honours development paths in the URL only under this flag, which also hides notifications.
    ...(development ? ['--enable-smoke-test-driver'] : []),
  ];
}

function watchOutput(child, log) {
  let text = '';
  const waiting = new Set();
  const receive = (chunk) => {
    text += chunk;
    log?.(String(chunk));
    for (const check of waiting) check();
  };
  child.stdout.on('data', receive);
  child.stderr.on('data', receive);
  child.on('error', (error) => receive(`${error.message}\n[server exited]\n`));
  child.on('exit', () => receive('[server exited]\n'));

  const printed = (pattern) =>
    new Promise((resolve) => {
      const check = () => {
        const match = pattern.exec(text);
        if (!match) return;
        waiting.delete(check);
        resolve(match);
      };
      waiting.add(check);
      check();
    });
  return { output: () => text, printed };
}

function stopper(child, temporaryDir) {
  const send = (name) => {
    try {
      if (child.pid) process.kill(-child.pid, name);
    } catch (error) {
      if (error.code !== 'ESRCH') throw error; // the group is gone already
    }
  };
  const cleanUp = () => {
    send('SIGKILL');
    if (temporaryDir) fs.rmSync(temporaryDir, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('exit', cleanUp); // also when the script fails
  // The server is in a process group of its own, so no Ctrl+C reaches it; ended by a signal, Node would skip the line above.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    if (process.listenerCount(signal) === 0) process.once(signal, () => process.exit(1));
  }
  return async () => {
    const gone = new Promise((resolve) => {
      if (!child.pid || child.exitCode !== null || child.signalCode !== null) resolve();
      else child.once('exit', resolve);
    });
    send('SIGTERM');
    await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, 3000))]);
    process.off('exit', cleanUp);
    cleanUp();
  };
}
