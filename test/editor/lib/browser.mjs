// Opens the workbench in a headless Chromium.
import path from 'node:path';
import { chromium } from 'playwright-core';
import { findChromium } from './chromium.mjs';

/** @returns {Promise<import('playwright-core').Browser>} */
export async function launchBrowser() {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium found. Install chromium, or name one in the variable CHROMIUM.');
  return chromium.launch({
    executablePath,
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run', '--disable-quic'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1', // no other host resolves: a run contacts nobody
    ],
  });
}

/**
 * Opens the workbench on `folder`. `payload` is VS Code's list of [name, value] pairs; of several extensionDevelopmentPath
 * entries only the last counts, so further extensions are installed by startServer.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {import('./server.mjs').Server} server
 * @param {{ folder: string, payload?: string[][], viewport?: { width: number, height: number },
 *   onPage?: (page: import('playwright-core').Page) => Promise<void> }} options
 */
export async function openWorkbench(browser, server, { folder, payload = [], viewport = { width: 1400, height: 900 }, onPage }) {
  const page = await browser.newPage({ viewport });
  await onPage?.(page);
  const query = new URLSearchParams({ folder: path.resolve(folder), payload: JSON.stringify([['skipWelcome', 'true'], ...payload]) });
  await page.goto(`${server.url}?${query}`, { waitUntil: 'commit' });
  return page;
}

/** How the workbench spells a path on its server. */
export const remoteUri = (file) => `vscode-remote://remote${path.resolve(file)}`;

/** Resolves once the workbench is restored and the contributions of all extensions are in. */
export async function workbenchReady(page) {
  const marks = ['code/LifecyclePhase/Restored', 'code/didLoadExtensions'];
  await page.waitForFunction((names) => names.every((name) => performance.getEntriesByName(name).length > 0), marks, { timeout: 90_000 });
}
