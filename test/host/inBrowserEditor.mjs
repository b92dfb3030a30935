// Host tests in the in-browser editor.
import fs from 'node:fs';
import path from 'node:path';
import { launchBrowser, openWorkbench, remoteUri } from '../editor/lib/browser.mjs';
import { outDir, projectRoot } from '../editor/lib/locations.mjs';
import { startServer } from '../editor/lib/server.mjs';

const harmless = /Service Worker/; // this server has none
const limitSeconds = Number(process.env.TEST_HOST_LIMIT ?? 900);

/** @param {import('./run.mjs').HostRun} run @returns {Promise<string[]>} what went wrong outside the tests */
export async function runHost({ entry, workspace, scriptedModel, extensions = [], env, verbose }) {
  const log = verbose ? (text) => process.stderr.write(text) : undefined;
  const server = await startServer({ development: true, installProduct: false, install: [scriptedModel, ...extensions], env, log });
  let browser;
  const errors = [];
  try {
    browser = await launchBrowser();
    const code = await exitCode({ browser, server, entry, workspace, errors, verbose });
    return code === 0 ? [] : [...errors, `the extension host's exit code was ${code}`];
  } catch (error) {
    return [...errors, error.message];
  } finally {
    await browser?.close();
    const logs = path.join(outDir, 'logs/host');
    fs.rmSync(logs, { recursive: true, force: true });
    const written = path.join(server.dir, 'data/logs');
    if (fs.existsSync(written)) fs.cpSync(written, logs, { recursive: true }); // remoteexthost.log tells which extension was activated when
    await server.stop();
  }
}

async function exitCode({ browser, server, entry, workspace, errors, verbose }) {
  const exited = withResolvers();
  const fail = (message) => exited.reject(new Error(message));
  const timer = setTimeout(() => fail(`no result after ${limitSeconds} s`), limitSeconds * 1000);
  // After a regular end the exit code arrives within moments of this line.
  void server
    .printed(/Extension Host Process exited with code: |\[server exited\]/)
    .then(() => setTimeout(() => fail('the extension host died'), 5000).unref());
  try {
    await openWorkbench(browser, server, {
      folder: workspace,
      payload: [
        ['extensionDevelopmentPath', remoteUri(projectRoot)],
        ['extensionTestsPath', remoteUri(entry)],
      ],
      // The workbench calls these two: with every console line of the extension host, and with its exit code.
      onPage: async (page) => {
        await page.exposeFunction('codeAutomationLog', (type, parts) => {
          if (verbose) console.log(type, ...parts);
          else if (type === 'error' && !harmless.test(parts[0])) errors.push(parts.join(' ').split('\n')[0]);
        });
        await page.exposeFunction('codeAutomationExit', (code) => exited.resolve(code));
        page.on('crash', () => fail('the page crashed'));
      },
    });
    return await exited.promise;
  } finally {
    clearTimeout(timer);
  }
}

// Promise.withResolvers is missing from Node 20.
function withResolvers() {
  const parts = {};
  parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
  return parts;
}
