import assert from 'node:assert/strict';
import path from 'node:path';
import { modelSelected, selectModel, sendChat } from '../editor/lib/chat.mjs';
import { screenshot, setTheme } from '../editor/lib/workbench.mjs';
import { demoProject, temporaryFolder } from '../editor/lib/workspace.mjs';
import { useEditor } from './editor.mjs';

describe('the chat view', () => {
  const editor = useEditor({ folder: () => demoProject(path.join(temporaryFolder(), 'viem')) });

  it('has a model without any sign-in, and @broker answers the first turn', async () => {
    await modelSelected(editor.page); // ours or the scripted one, whichever was found first
    await selectModel(editor.page, 'Scripted Echo');
    const response = await sendChat(editor.page, '@broker hello');
    assert.match(await response.innerText(), /ECHO hello/);
    assert.equal(editor.requests().at(-1).model, 'echo');
    await screenshot(editor.page, 'chat');
  });

  it('answers with another model too', async () => {
    await selectModel(editor.page, 'Scripted Small');
    const response = await sendChat(editor.page, '@broker once more');
    assert.match(await response.innerText(), /ECHO once more/);
    assert.equal(editor.requests().at(-1).model, 'small');
  });

  for (const theme of ['light', 'dark', 'hc']) {
    it(`can be looked at in the ${theme} theme`, async () => {
      await setTheme(editor.page, theme);
      await screenshot(editor.page, `chat-${theme}`);
    });
  }
});
