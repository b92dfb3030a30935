// Drives the workbench as a person does. No sleeps: every function waits for what it needs.
import fs from 'node:fs';
import path from 'node:path';
import { outDir } from './locations.mjs';

/** @typedef {import('playwright-core').Page} Page @typedef {import('./server.mjs').Server} Server */

const quickInput = '.quick-input-widget .quick-input-filter input';

/** Runs a command by its title in the command palette, for instance "Chat: Open Chat". @param {Page} page */
export async function runCommand(page, title) {
  await openQuickInput(page, `>${title}`);
  await quickPick(page, title);
}

/** Accepts the quick pick entry with this label. @param {Page} page */
export async function quickPick(page, label) {
  const name = page.locator('.label-name', { hasText: whole(label) });
  await page.locator('.quick-input-list .monaco-list-row').filter({ has: name }).first().click();
}

/** Labels of the quick pick that is open. @param {Page} page @returns {Promise<string[]>} */
export async function quickPickLabels(page) {
  const names = page.locator('.quick-input-list .monaco-list-row .label-name');
  await names.first().waitFor();
  return names.allInnerTexts();
}

/** Answers the input box that is open. @param {Page} page */
export async function inputBox(page, text) {
  await page.locator(quickInput).fill(text);
  await page.keyboard.press('Enter');
}

/** Opens a view by its name, wherever it is. @param {Page} page */
export async function openView(page, view) {
  await openQuickInput(page, `view ${view}`);
  await quickPick(page, view);
  await pane(page, view).waitFor();
}

/** The pane of a view, its title included. @param {Page} page */
export const pane = (page, view) => page.locator(`.pane:has(> .pane-header[aria-label^="${view}"])`);

/** The rows of a tree view; those scrolled out of sight are not in it. @param {Page} page */
export const treeLocator = (page, view) => pane(page, view).locator('.monaco-list-row');

/**
 * What a tree view shows, once it shows anything.
 *
 * @param {Page} page
 * @returns {Promise<{ label: string, description: string, level: number, expanded: boolean | undefined, aria: string }[]>}
 */
export async function treeRows(page, view) {
  const rows = treeLocator(page, view);
  await rows.first().waitFor();
  return rows.evaluateAll((all) =>
    all.map((row) => ({
      label: row.querySelector('.label-name')?.textContent ?? '',
      description: row.querySelector('.label-description')?.textContent ?? '',
      level: Number(row.getAttribute('aria-level')),
      expanded: row.hasAttribute('aria-expanded') ? row.getAttribute('aria-expanded') === 'true' : undefined,
      aria: row.getAttribute('aria-label') ?? '',
    })),
  );
}

/**
 * Changes user settings. The in-browser workbench does not watch the file, so they go through its own JSON editor.
 *
 * @param {Page} page @param {Server} server
 */
export async function changeSettings(page, server, changes) {
  const text = JSON.stringify({ ...readSettings(server), ...changes }, undefined, 2);
  await runCommand(page, 'Preferences: Open User Settings (JSON)');
  const editor = page.locator('.monaco-modal-editor-block .monaco-editor');
  await editor.locator('.view-line').first().click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(text);
  for (const key of ['Control+Shift+End', 'Delete', 'Control+S']) await page.keyboard.press(key); // the editor closes brackets by itself
  await waitUntil(() => sameJson(readSettings(server), JSON.parse(text)), 'the settings were not saved');
  await closeModal(page);
}

/** User settings as they are on disk. @param {Server} server */
export const readSettings = (server) => JSON.parse(fs.readFileSync(server.settingsFile, 'utf8'));

/** Closes a modal editor: settings open in one. @param {Page} page */
export async function closeModal(page) {
  const modal = page.locator('.monaco-modal-editor-block');
  await modal.locator('a.action-label[aria-label^="Close"]').first().click();
  await modal.waitFor({ state: 'detached' });
}

/** Waits for something outside the page. @param {() => boolean} condition */
export async function waitUntil(condition, complaint, limitMs = 10_000) {
  for (const end = Date.now() + limitMs; !condition(); await new Promise((resolve) => setTimeout(resolve, 50))) {
    if (Date.now() > end) throw new Error(complaint);
  }
}

const themes = {
  light: { name: 'Light 2026', mark: 'vs' },
  dark: { name: 'Dark 2026', mark: 'vs-dark' },
  hc: { name: 'Dark High Contrast', mark: 'hc-black' },
  'hc-light': { name: 'Light High Contrast', mark: 'hc-light' },
};

/** @param {Page} page @param {keyof typeof themes} kind */
export async function setTheme(page, kind) {
  await runCommand(page, 'Preferences: Color Theme');
  await page.locator(quickInput).fill(themes[kind].name);
  await quickPick(page, themes[kind].name);
  await page.locator(`.monaco-workbench.${themes[kind].mark}`).first().waitFor();
}

/** Saves out/screenshots/<name>.png. @param {Page} page @returns {Promise<string>} the file */
export async function screenshot(page, name) {
  const file = path.join(outDir, 'screenshots', `${name.replace(/[^\w.-]+/g, '-')}.png`);
  await page.screenshot({ path: file });
  return file;
}

/** Texts of the notifications on screen. @param {Page} page @returns {Promise<string[]>} */
export const notifications = (page) => page.locator('.notification-toast .notification-list-item-message').allInnerTexts();

async function openQuickInput(page, text) {
  const input = page.locator(quickInput);
  // Whatever takes the focus at this moment closes it again.
  for (const end = Date.now() + 20_000; ;) {
    await page.keyboard.press('F1');
    const isFilled = await input.fill(text, { timeout: 2_000 }).then(
      () => true,
      () => false,
    );
    if (isFilled) return;
    if (Date.now() > end) throw new Error('the quick input does not open');
  }
}

const whole = (text) => new RegExp(`^${text.replace(/[^\w ]/g, '\\$&')}$`);

const sameJson = (one, other) => JSON.stringify(one) === JSON.stringify(other);
