import assert from 'node:assert/strict';
import { selectModel, sendChat } from '../editor/lib/chat.mjs';
import { openView, screenshot, treeLocator, treeRows } from '../editor/lib/workbench.mjs';
import { useEditor } from './editor.mjs';

const view = 'Context Trace';

describe('a turn whose tools give more than fits', () => {
  const editor = useEditor();

  const row = (label) =>
    treeLocator(editor.page, view)
      .filter({ has: editor.page.locator('.label-name', { hasText: new RegExp(`^${label}$`) }) })
      .first();
  const open = async (label) => {
    await row(label).click();
    await editor.page.keyboard.press('ArrowRight');
  };

  it('has a row in the trace for each step that made it fit, and says of each call what became of its result', async () => {
    await selectModel(editor.page, 'Scripted loop 8k');
    const answer = await sendChat(editor.page, '@broker #scriptedShelf READ 7 x 2000');
    assert.match(await answer.innerText(), /DONE 7/);
    await openView(editor.page, view);
    await row('Shaping').waitFor();
    await open('Shaping');
    await row('Old output cleared').waitFor();
    const rows = await treeRows(editor.page, view);
    const described = (label) => rows.find((one) => one.label === label)?.description ?? '';
    assert.match(described('Shaping'), /^\d+ steps$/);
    assert.match(described('Results capped'), /^1 result, ~[\d,]+ → ~[\d,]+ tokens$/);
    assert.match(described('Old output cleared'), /^\d results?, ~[\d,]+ → ~[\d,]+ tokens$/);
    await open('Tool calls');
    await row('scripted_shelf').waitFor();
    const calls = (await treeRows(editor.page, view))
      .filter(({ label }) => label === 'scripted_shelf')
      .map(({ description }) => description);
    assert.match(calls[0] ?? '', /^[\d,]+ tokens came back · cleared later on$/);
    await screenshot(editor.page, 'trace-shaping');
  });
});
