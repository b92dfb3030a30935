// What the UI tests share: one editor for a test file, evidence of every failure.
import fs from 'node:fs';
import path from 'node:path';
import { launchBrowser, openWorkbench, workbenchReady } from '../editor/lib/browser.mjs';
import { outDir, projectRoot } from '../editor/lib/locations.mjs';
import { startServer } from '../editor/lib/server.mjs';
import { testSettings } from '../editor/lib/settings.mjs';
import { screenshot } from '../editor/lib/workbench.mjs';
import { temporaryFolder, temporaryWorkspace } from '../editor/lib/workspace.mjs';

const scriptedModel = path.join(projectRoot, 'test/fixtures/scripted-model');

/**
 * Opens an editor before the tests of the calling suite, with this extension installed as at a user's, and closes it afterwards.
 * `page`, `server` and `folder` are there from the first test on.
 *
 * @param {{ folder?: () => string, settings?: object, model?: boolean, trust?: boolean, viewport?: { width: number, height: number } }} [options]
 *   `model: false` leaves the scripted model out
 */
export function useEditor({ folder = () => temporaryWorkspace('bookshop'), settings = {}, model = true, trust = false, viewport } = {}) {
  const editor = {
    /** @type {import('playwright-core').Page} */ page: undefined,
    /** @type {import('../editor/lib/server.mjs').Server} */ server: undefined,
    folder: '',
    /** Everything the scripted model was sent, oldest first. */
    requests: () => readLines(requestLog),
  };
  let requestLog;
  let browser;

  before('open the editor', async function () {
    this.timeout(120_000);
    editor.folder = folder();
    requestLog = path.join(temporaryFolder(), 'requests.jsonl');
    editor.server = await startServer({
      install: model ? [scriptedModel] : [],
      settings: { ...testSettings, ...settings },
      env: { SCRIPTED_MODEL_LOG: requestLog },
      trust,
    });
    browser = await launchBrowser();
    editor.page = await openWorkbench(browser, editor.server, { folder: editor.folder, viewport });
    editor.page.setDefaultTimeout(20_000);
    await workbenchReady(editor.page);
  });

  afterEach('keep evidence of a failure', async function () {
    if (this.currentTest?.state !== 'failed' || !editor.page) return;
    const name = this.currentTest.fullTitle();
    console.log(`    screenshot: ${await screenshot(editor.page, `failed ${name}`)}`);
    keepLogs(editor.server, name);
  });

  after('close the editor', async function () {
    this.timeout(30_000);
    await browser?.close();
    await editor.server?.stop();
  });

  return editor;
}

function keepLogs(server, testName) {
  const target = path.join(outDir, 'logs', testName.replace(/[^\w.-]+/g, '-'));
  fs.rmSync(target, { recursive: true, force: true });
  fs.cpSync(path.join(server.dir, 'data/logs'), target, { recursive: true });
  fs.writeFileSync(path.join(target, 'server.log'), server.output());
}

const readLines = (file) =>
  fs.existsSync(file)
    ? fs
        .readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];
