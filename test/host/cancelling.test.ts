import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ask, lastRequest, newChat, transcript, until, within } from './chat';
import { recordedTurns, turnOf } from './turns';

const promptMs = 3_000;
const cancel = (): Thenable<unknown> => vscode.commands.executeCommand('workbench.action.chat.cancel');

/** Starts a turn that would last, cancels it, and resolves when it is recorded. */
async function cancelled(query: string, model: string, sent: () => Promise<boolean>): Promise<void> {
  const before = (await recordedTurns()).length;
  const asked = ask(`@broker ${query}`, { model }).catch((error: unknown) => error);
  await until(sent, 'the turn was not sent');
  await cancel();
  await within(asked, promptMs, 'the turn went on');
  await until(async () => (await recordedTurns()).length > before, 'the turn was not recorded', promptMs);
}

describe('cancelling', () => {
  beforeEach(newChat);

  for (const model of ['slow', 'deaf']) {
    it(`ends the answer of ${model === 'slow' ? 'a slow model' : 'a model that does not listen'} at once, keeps it and says so`, async () => {
      await cancelled('go on', model, async () => (await lastRequest()).model === model && /chunk 1|listening/.test(await transcript()));
      const turn = (await recordedTurns()).at(-1);
      assert.ok(
        turn?.trace.degraded.some((what) => what.startsWith('cancelled')),
        turn?.trace.degraded.join(),
      );
      assert.match(await transcript(), /chunk 1|listening/);
      const next = await turnOf(await ask('@broker the next question'));
      assert.equal(next.trace.request, 'the next question');
      assert.ok(!next.trace.admitted.includes('history'));
    });
  }

  it('while the workspace is read ends the turn, too', async () => {
    const rebuilt = vscode.commands.executeCommand('contextBroker.rebuildIndex');
    const asked = ask('@broker early', { model: 'deaf' }).catch((error: unknown) => error);
    await cancel();
    await cancel();
    await until(
      async () => {
        await cancel();
        return within(asked, 200, 'not yet').then(
          () => true,
          () => false,
        );
      },
      'the turn went on',
      promptMs,
    );
    await rebuilt;
    const next = await ask('@broker the next question');
    assert.equal(next.errorDetails, undefined);
  });
});
