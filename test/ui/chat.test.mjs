import assert from 'node:assert/strict';
import { modelSelected, selectModel, sendChat } from '../editor/lib/chat.mjs';
import { openView, screenshot, treeLocator } from '../editor/lib/workbench.mjs';
import { useEditor } from './editor.mjs';

describe('the chat view', () => {
  const editor = useEditor();

  it('has a model without any sign-in, and @broker answers the first turn', async () => {
    await modelSelected(editor.page); // ours or a scripted one, whichever was found first
    await selectModel(editor.page, 'Scripted Echo');
    const response = await sendChat(editor.page, '@broker hello');
    assert.match(await response.innerText(), /ECHO hello/);
    assert.equal(editor.requests().at(-1).model, 'echo');
  });

  it('answers with another model too', async () => {
    await selectModel(editor.page, 'Scripted Small');
    const response = await sendChat(editor.page, '@broker once more');
    assert.match(await response.innerText(), /ECHO once more/);
    assert.equal(editor.requests().at(-1).model, 'small');
  });

  it('shows a preview in full, and offers to ask it now', async () => {
    const asked = editor.requests().length;
    const response = await sendChat(editor.page, '@broker /preview what does a cart cost?');
    await response.locator('table').getByText('persona').waitFor();
    await response.getByText('Nothing was sent.').waitFor();
    await response.getByRole('button', { name: 'Open the whole prompt' }).waitFor();
    await screenshot(editor.page, 'preview');
    assert.equal(editor.requests().length, asked);
    await editor.page.locator('.interactive-session').getByText('Ask this now', { exact: true }).click();
    await editor.page.locator('.interactive-response', { hasText: 'ECHO what does a cart cost?' }).waitFor();
    assert.equal(editor.requests().length, asked + 1);
  });

  it('keeps what had come when a model fails, says what to do and offers it', async () => {
    await selectModel(editor.page, 'Scripted Failing');
    const response = await sendChat(editor.page, '@broker mid-stream');
    const text = await response.innerText();
    assert.match(text, /some text, then/);
    assert.match(text, /Try again or choose another model/);
    await response.getByRole('button', { name: 'Choose another model' }).waitFor();
    await screenshot(editor.page, 'failure');
  });

  it('sends nothing when the request is larger than the window, and offers the way out', async () => {
    await selectModel(editor.page, 'Scripted Small');
    const asked = editor.requests().length;
    const response = await sendChat(editor.page, `@broker ${'𒀀'.repeat(900)}`);
    assert.match(await response.innerText(), /Nothing was sent: what must go in needs [\d,]+ tokens[^]*your request/);
    await response.getByRole('button', { name: 'Exclude a contributor' }).waitFor();
    assert.equal(editor.requests().length, asked);
    await screenshot(editor.page, 'overflow');
  });
});

describe('without any other model', () => {
  const editor = useEditor({ model: false });

  it('the offline preview answers the first turn at once, and says what it is', async () => {
    await modelSelected(editor.page, 'Offline preview');
    const response = await sendChat(editor.page, '@broker how is a discount rounded?');
    await response.locator('table').getByText('code', { exact: true }).waitFor();
    await response.getByText('No model was asked').waitFor();
    await openView(editor.page, 'Context Trace');
    await treeLocator(editor.page, 'Context Trace').filter({ hasText: 'how is a discount rounded?' }).first().waitFor();
    await screenshot(editor.page, 'offline');
  });
});
