import assert from 'node:assert/strict';
import path from 'node:path';
import { PackCache } from '../../../src/engine/packCache.ts';
import { assembled, openEngine, request, shop, workspace } from './workspaceFixture.ts';

describe('the pack cache', () => {
  it('works out nothing twice for the same question on the same files, and gives the same bytes', async () => {
    const folder = workspace(shop);
    const engine = await openEngine(folder);
    const first = assembled(await engine.assemble(request('why does retry fail?')));
    const second = assembled(await engine.assemble(request('why does retry fail?')));
    assert.equal(first.cache.hits, 0);
    assert.ok(first.cache.misses >= 2);
    assert.deepEqual(second.cache, { hits: first.cache.misses, misses: 0 });
    assert.deepEqual(second.messages, first.messages);
    assert.deepEqual(second.trace, first.trace);
  });
  it('knows another question, another command and an edit', async () => {
    const folder = workspace(shop);
    const engine = await openEngine(folder);
    await engine.assemble(request('why does retry fail?'));
    const other = assembled(await engine.assemble(request('why does retry work?')));
    assert.equal(other.cache.hits, 0);
    const implement = assembled(await engine.assemble(request('why does retry fail?', { command: 'implement' })));
    assert.equal(implement.cache.hits, 1, 'the ranking alone');
    await engine.update([{ path: path.join(folder, 'src/retry.ts'), text: 'export function retry() { return "changed"; }' }]);
    const edited = assembled(await engine.assemble(request('why does retry fail?')));
    assert.equal(edited.cache.hits, 0);
    assert.ok(edited.messages.some(({ content }) => content.includes('"changed"')));
  });
  it('forgets what was not asked for longest', () => {
    const cache = new PackCache();
    for (let place = 0; place < 100; place++) cache.turn().get([place], () => place);
    const turn = cache.turn();
    assert.equal(turn.get([99], () => -1), 99); // prettier-ignore
    assert.equal(turn.get([0], () => -1), -1); // prettier-ignore
    assert.deepEqual(turn.use, { hits: 1, misses: 1 });
  });
});

describe('a turn that does not wait for the index', () => {
  it('goes on with what is read so far, and says so', async () => {
    const functions = Array.from(
      { length: 300 },
      (_, n) => `export function retry${String(n)}(a: number) { return a > 1 ? a : retry(a); }\n`,
    );
    const files = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`src/f${String(n)}.ts`, functions.join('')]));
    const engine = await openEngine(workspace(files));
    const early = assembled(await engine.assemble(request('retry', { patience: 1 })));
    assert.match(early.trace.degraded.join('\n'), /^index: (?:\d+ of \d+ files read so far|the files are still being listed)$/mu);
    const late = assembled(await engine.assemble(request('retry')));
    assert.doesNotMatch(late.trace.degraded.join('\n'), /so far|being listed/u);
  });
});
