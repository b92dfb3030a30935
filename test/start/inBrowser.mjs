// VS Code in the browser, with user data that stays.
import { spawn } from 'node:child_process';
import net from 'node:net';
import path from 'node:path';
import { stateDir } from '../editor/lib/locations.mjs';
import { startServer } from '../editor/lib/server.mjs';
import { chatSettings, quietSettings } from '../editor/lib/settings.mjs';
import { ensureEditor, say } from '../editor/lib/steps.mjs';
import { hasDisplay } from './desktop.mjs';

/** Serves until Ctrl+C. */
export async function serveInBrowser(folder, wantedPort) {
  await ensureEditor();
  const port = await freePort(wantedPort);
  if (port !== wantedPort) say(`Port ${wantedPort} is in use; ${port} is taken instead.`);
  say('Starting VS Code.');
  const stopped = nextSignal();
  const server = await startServer({ dataDir: path.join(stateDir, 'browser'), settings: { ...quietSettings, ...chatSettings }, port });
  const url = `${server.url}?folder=${encodeURIComponent(folder).replaceAll('%2F', '/')}`;
  console.log(`\nOpen ${url}\n`);
  say('In the chat on the right, type: @broker hello');
  say('Press Ctrl+C here to stop.');
  openBrowser(url);
  const exited = server.printed(/\[server exited\]/);
  const ended = await Promise.race([stopped, exited.then(() => undefined)]);
  await server.stop();
  if (!ended) throw new Error(`VS Code ended by itself:\n${server.output()}`);
  say('Stopped.');
  process.exit(0);
}

const nextSignal = () =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve(signal));
  });

/** The wanted port, or the next free one. */
async function freePort(wanted) {
  for (let port = wanted; port < wanted + 100 && port <= 65535; port++) if (await isFree(port)) return port;
  return 0;
}

const isFree = (port) =>
  new Promise((resolve) => {
    const probe = net.createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

function openBrowser(url) {
  if (!hasDisplay()) return;
  const opener = spawn('xdg-open', [url], { stdio: 'ignore', detached: true });
  opener.once('error', () => say('No browser could be opened from here; please open the address yourself.'));
  opener.unref();
}
