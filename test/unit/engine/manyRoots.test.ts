import assert from 'node:assert/strict';
import path from 'node:path';
import { LocalEngine } from '../../../src/engine/localEngine.ts';
import { assembled, request, settings, workspace } from './workspaceFixture.ts';

async function open(...folders: readonly (readonly [name: string, folder: string])[]): Promise<LocalEngine> {
  const engine = new LocalEngine();
  const { tracesTag, traceId, maxFileKilobytes } = settings();
  const roots = folders.map(([name, folder]) => ({ name, path: folder }));
  await engine.open({ roots, exclude: [], tracesTag, traceId, maxFileKilobytes });
  return engine;
}

describe('a workspace of several folders', () => {
  const [shop, bank] = [
    workspace({ 'src/a.ts': 'export const retry = 1;\n' }),
    workspace({ 'src/a.ts': 'export const retryLater = 2;\n' }),
  ];

  it('has the files of all of them, each under the name of its folder', async () => {
    const engine = await open(['shop', shop], ['bank', bank]);
    const { files } = await engine.signals([]);
    assert.deepEqual(
      files.map((file) => file.path),
      ['bank/src/a.ts', 'shop/src/a.ts'],
    );
    const { messages } = assembled(await engine.assemble(request('retry')));
    const text = messages.map(({ content }) => content).join('\n');
    assert.ok(text.includes('### shop/src/a.ts') && text.includes('### bank/src/a.ts'));
  });

  it('tells folders of the same name apart, and knows what is unsaved in each', async () => {
    const engine = await open(['app', shop], ['app', bank]);
    await engine.index();
    await engine.update([{ path: path.join(bank, 'src/a.ts'), text: 'export const unsaved = 3;\n' }]);
    const { files } = await engine.signals([]);
    assert.deepEqual(
      files.map((file) => [file.path, file.declarations.map(({ name }) => name)]),
      [
        ['app 2/src/a.ts', ['unsaved']],
        ['app/src/a.ts', ['retry']],
      ],
    );
  });
});
