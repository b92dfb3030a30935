// Drives the chat view.
//
// What a fresh profile shows without a Copilot sign-in (VS Code 1.139): the chat is open in the secondary side bar on the right,
// in agent mode ("Agent"), and its model picker is named "Models, sign in to use Copilot". "@broker ..." sent in that state is
// answered by VS Code itself with "Language model unavailable". As soon as any extension has asked for the models
// (vscode.lm.selectChatModels), the picker shows the first one a provider offers, with nothing to click and nobody to sign in:
// a person opens the chat (Ctrl+Alt+I if it is hidden), types "@broker hello" and presses Enter. Another model is two clicks
// away: the picker, then "Other Models". Text without "@broker" goes to VS Code's own participant, which asks for a sign-in.
import { runCommand } from './workbench.mjs';

/** @typedef {import('playwright-core').Page} Page @typedef {import('playwright-core').Locator} Locator */

const inputEditor = '.interactive-session .chat-input-container .monaco-editor';
const modelPicker = '.interactive-session .model-picker-name';

/** Shows the chat view; its shortcut would hide a view that has the focus. @param {Page} page */
export async function openChat(page) {
  const editor = page.locator(inputEditor);
  if (!(await editor.isVisible())) await runCommand(page, 'Chat: Open Chat');
  await editor.waitFor();
}

/** Resolves once the chat has a model (this one, if named); a turn sent earlier fails with "Language model unavailable". @param {Page} page */
export async function modelSelected(page, name) {
  await openChat(page);
  const none = `${modelPicker}[aria-label^="Models, sign in"]`;
  const wanted = name ? `${modelPicker}[aria-label="Models, ${name}"]` : `${modelPicker}[aria-label^="Models, "]:not(${none})`;
  await page.locator(wanted).waitFor();
}

/** Chooses a model in the picker by its name. @param {Page} page */
export async function selectModel(page, name) {
  await modelSelected(page);
  // The picker does not take in models that are registered while it is open, and moves while models arrive.
  const end = Date.now() + 20_000;
  while (!(await tryModel(page, name))) if (Date.now() > end) throw new Error(`the model ${name} cannot be chosen`);
}

async function tryModel(page, name) {
  const picker = page.locator('.action-widget:has(.action-list-filter)');
  try {
    await page.locator(modelPicker).click();
    await picker.locator('.action-list-filter-input').fill(name, { timeout: 2_000 });
    await picker.locator(`.monaco-list-row.action[aria-label^="${name}"]`).click({ timeout: 2_000 });
    await page.locator(`${modelPicker}[aria-label="Models, ${name}"]`).waitFor({ timeout: 2_000 });
    return true;
  } catch {
    if (await picker.isVisible()) await page.keyboard.press('Escape');
    return false;
  }
}

/** Sends a message as a person would and resolves with the response, once it is complete. @param {Page} page @returns {Promise<Locator>} */
export async function sendChat(page, text) {
  const response = await startChat(page, text);
  const complete = response.and(page.locator(':not(.chat-response-loading)'));
  await complete.waitFor();
  return complete;
}

/** The same, without waiting for the response to be complete. @param {Page} page @returns {Promise<Locator>} */
export async function startChat(page, text) {
  await openChat(page);
  const chat = page.locator('.interactive-session');
  // Rows are recycled and scrolled out; what stays is their index in the list.
  const rows = chat.locator('.monaco-list-row:has(.interactive-item-container)');
  const indices = await rows.evaluateAll((all) => all.map((row) => Number(row.dataset.index)));
  const responseIndex = Math.max(-1, ...indices) + 2; // the request comes first
  await typeChat(page, text);
  const send = chat.locator('.chat-execute-toolbar a.action-label[aria-label^="Send"]');
  await send.click();
  const request = chat.locator(`.monaco-list-row[data-index="${responseIndex - 1}"]`);
  // The button is made anew while models arrive, and then drops a click: the text stands in the input still.
  const isSent = await request.waitFor({ timeout: 3_000 }).then(
    () => true,
    () => false,
  );
  if (!isSent && (await holdsText(page, text))) await send.click();
  const response = chat.locator(`.monaco-list-row[data-index="${responseIndex}"] .interactive-response`);
  await response.waitFor();
  return response;
}

/** Whether the text is in the chat input, however its lines are broken there. @param {Page} page @returns {Promise<boolean>} */
async function holdsText(page, text) {
  const dense = (one) => one.replace(/\s+/gu, '');
  return dense(await page.locator('.chat-input-container .view-lines').first().innerText()).startsWith(dense(text).slice(0, 40));
}

/** Puts a text into the chat input, in place of what is there (a sticky participant, perhaps). @param {Page} page */
export async function typeChat(page, text) {
  await page.locator(inputEditor).click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(text); // key by key it would race with the suggestions
}
