import assert from 'node:assert/strict';
import path from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import type { CallersReport } from '../../../src/engine/symbolTypes.ts';
import type { LocalEngine } from '../../../src/engine/localEngine.ts';
import { RpcClient, serve } from '../../../src/engine/rpc.ts';
import { openEngine, shop, workspace } from './workspaceFixture.ts';

const folder = workspace(shop);
const at = (file: string): string => path.join(folder, file);

/** `retry.ts:4 withRetry < calls | imports`, with paths as they are in the workspace. */
function shown({ symbols }: CallersReport): string[] {
  const place = (one: { readonly path: string; readonly line: number }): string => `${path.relative(folder, one.path)}:${String(one.line)}`;
  return symbols.map((symbol) => {
    const calls = symbol.calls.map((one) => `${place(one)} ${one.name ?? '-'}`).join(', ');
    return `${place(symbol)} ${symbol.name} < ${calls} | ${symbol.imports.map(place).join(', ')}`;
  });
}

const retry = 'src/retry.ts:4 withRetry < src/cart.ts:9 Cart.checkout, test/retry.test.ts:2 - | src/cart.ts:1, test/retry.test.ts:1';

describe('callers of a symbol', () => {
  let engine: LocalEngine;
  before(async () => {
    engine = await openEngine(folder);
  });

  it('are found by a place in its declaration, by a call of it and by its name, with paths that can be opened', async () => {
    assert.deepEqual(shown(await engine.callers({ path: at('src/retry.ts'), line: 7 })), [retry]);
    assert.deepEqual(shown(await engine.callers({ path: at('src/cart.ts'), line: 9, word: 'withRetry' })), [retry]);
    assert.deepEqual(shown(await engine.callers({ name: 'withRetry' })), [retry]);
    assert.deepEqual(shown(await engine.callers({ name: 'Cart.pay' })), ['src/cart.ts:11 Cart.pay < src/cart.ts:9 Cart.checkout | ']);
  });

  it('are told of every symbol of a name, those in use first', async () => {
    const two = await openEngine(workspace({ 'a.ts': 'export const f = 1;\n', 'b.ts': 'export const f = () => 1;\nf();\n' }));
    const { symbols } = await two.callers({ name: 'f' });
    assert.deepEqual(
      symbols.map((one) => path.basename(one.path)),
      ['b.ts', 'a.ts'],
    );
  });

  it('are none where nothing is known', async () => {
    for (const question of [
      { name: 'nobody' },
      { name: '' },
      { path: at('src/none.ts'), line: 1 },
      { path: path.join(folder, '..', 'outside.ts'), line: 1 },
      { path: at('README.md'), line: 99 },
      { path: at('src/retry.ts'), line: -1 },
    ])
      assert.deepEqual(await engine.callers(question), { symbols: [] });
  });

  it('are those of the unsaved text', async () => {
    await engine.update([
      {
        path: at('src/wait.ts'),
        text: `import { withRetry } from './retry.js';\n\n${shop['src/wait.ts']}void withRetry;\nwithRetry(wait);\n`,
      },
    ]);
    assert.match(shown(await engine.callers({ name: 'withRetry' })).join(), /src\/wait\.ts:5 -/u);
    await engine.update([{ path: at('src/wait.ts') }]);
    assert.deepEqual(shown(await engine.callers({ name: 'withRetry' })), [retry]);
  });

  it('are told with the uses that call nothing where these are asked for, of the unsaved text too', async () => {
    const uses = async (name: string): Promise<string[]> => {
      const { symbols } = await engine.callers({ name }, { uses: true });
      return symbols
        .flatMap((one) => one.uses ?? [])
        .map((one) => `${path.relative(folder, one.path)}:${String(one.line)} ${one.name ?? '-'}`);
    };
    assert.deepEqual(await uses('withRetry'), []);
    const text = `import { withRetry } from './retry.js';\n\nvoid withRetry;\nexport const again = [withRetry];\n`;
    await engine.update([{ path: at('src/wait.ts'), text }]);
    assert.deepEqual(await uses('withRetry'), ['src/wait.ts:3 -', 'src/wait.ts:4 again']);
    await engine.update([{ path: at('src/wait.ts'), text: `// moved\n${text}` }]);
    assert.deepEqual(await uses('withRetry'), ['src/wait.ts:4 -', 'src/wait.ts:5 again']);
    await engine.update([{ path: at('src/wait.ts') }]);
    assert.deepEqual(await uses('withRetry'), []);
    const { symbols } = await engine.callers({ name: 'withRetry' });
    assert.deepEqual(
      symbols.map((one) => one.uses),
      [undefined],
    );
  });

  it('are 500 of a kind at most, and it says how many more there are and how many files were not read', async () => {
    const lines = 'void limit;\n'.repeat(600);
    const many = Array.from({ length: 510 }, (_, place) => [`more/${String(place)}.ts`, "import { limit } from '../a.js';\n"] as const);
    const large = await openEngine(workspace({ 'a.ts': `export const limit = 1;\n${lines}`, ...Object.fromEntries(many) }));
    const [symbol] = (await large.callers({ name: 'limit' }, { uses: true })).symbols;
    assert.deepEqual([symbol?.uses?.length, symbol?.imports.length, symbol?.left, symbol?.unread], [500, 500, 110, 11]);
  });

  it('are those alone that no inner scope hides, whether the files are read or not', async () => {
    const hidden = await openEngine(
      workspace({
        'a.ts': 'export const f = () => 1;\n',
        'b.ts':
          "import { f } from './a.js';\nexport function g(): void {\n  {\n    const f = (): void => {};\n    f();\n  }\n  f();\n}\nexport function h(): void {\n  f();\n  function f(): void {}\n}\n",
      }),
    );
    const calls = async (uses: boolean): Promise<number[]> =>
      (await hidden.callers({ name: 'f' }, { uses })).symbols.flatMap((one) => one.calls).map(({ line }) => line);
    assert.deepEqual(await calls(true), [7]);
    assert.deepEqual(await calls(false), [7], 'and where they are not');
  });

  it('say of an unfinished index that they may be more, and of a finished one nothing', async () => {
    const many = Array.from({ length: 500 }, (_, place) => [`more/${String(place)}.ts`, shop['src/retry.ts'].repeat(5)] as const);
    const fresh = await openEngine(workspace({ ...shop, ...Object.fromEntries(many) }));
    const early = await fresh.callers({ name: 'withRetry' }, { patience: 0 });
    assert.match(early.unfinished ?? '', /listed|read so far/u);
    assert.equal((await fresh.callers({ name: 'withRetry' })).unfinished, undefined);
  });

  it('can be cancelled, here and from another thread', async () => {
    const cancelled = { name: 'AbortError' };
    await assert.rejects((await openEngine(folder)).callers({ name: 'withRetry' }, { signal: AbortSignal.abort() }), cancelled);
    const abort = new AbortController();
    const waiting = (await openEngine(folder)).callers({ name: 'withRetry' }, { signal: abort.signal });
    abort.abort();
    await assert.rejects(waiting, cancelled);

    const { port1, port2 } = new MessageChannel();
    serve(port1, await openEngine(folder));
    const client = new RpcClient(port2);
    const again = new AbortController();
    const call = client.call<CallersReport>('callers', [{ name: 'withRetry' }], { signal: again.signal });
    again.abort();
    await assert.rejects(call, cancelled);
    assert.deepEqual(shown(await client.call<CallersReport>('callers', [{ name: 'withRetry' }], {})), [retry]);
    port1.close();
  });

  it('and the names of the declarations around places are told for those that have one', async () => {
    const places = [
      { path: at('src/cart.ts'), line: 9 },
      { path: at('src/cart.ts'), line: 1 },
      { path: path.join(folder, '..', 'outside.ts'), line: 1 },
    ];
    assert.deepEqual(await engine.declarationsAt(places), ['Cart.checkout', undefined, undefined]);
  });
});
