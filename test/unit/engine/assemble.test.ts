import assert from 'node:assert/strict';
import path from 'node:path';
import { messageOverhead } from '../../../src/broker/render.ts';
import type { Assembled, AssembleRequest, WarmPlace } from '../../../src/engine/api.ts';
import { createCounter } from '../../../src/tokens/counter.ts';
import { assembled, assembleIn, openEngine, request, settings, shop, workspace } from './workspaceFixture.ts';

const question = 'why does the retry logic give up after one attempt?';
const reference = (folder: string, file: string): { kind: 'file'; label: string; path: string } => ({
  kind: 'file',
  label: file,
  path: path.join(folder, file),
});

/** Counts what was sent the way an outsider would: every message and what travels beside them. */
async function recount({ messages, blocks, trace }: Assembled): Promise<number> {
  const counter = await createCounter('o200k_base');
  const beside = blocks.filter(({ name }) => trace.admitted.includes(name)).map((block) => block.beside ?? '');
  return (
    [...messages.map(({ content }) => content), ...beside].reduce((sum, text) => sum + counter.count(text), 0) +
    messages.length * messageOverhead
  );
}

describe('assembling a turn', () => {
  it('finds what the question is about and says why', async () => {
    const { trace, files, messages } = await assembleIn(workspace(shop), request(question));
    assert.equal(trace.ranking[0]?.path, 'src/retry.ts');
    assert.match(trace.ranking[0].why, /matches .*retry/);
    assert.deepEqual(files.find(({ path: file }) => file === 'src/retry.ts')?.ranges, [[3, 13]]);
    assert.ok(messages.some(({ content }) => content.includes('if (attempt >= attempts) throw error;')));
    assert.deepEqual(trace.degraded, []);
  });

  it('renders system, context, history, user, in that order', async () => {
    const history = [{ request: 'earlier question', response: 'earlier answer' }];
    const { messages, trace } = await assembleIn(
      workspace(shop),
      request(question, { history, tools: [{ name: 'search', description: 'Searches.' }] }),
    );
    assert.deepEqual(
      messages.map(({ role }) => role),
      ['system', 'user', 'user', 'assistant', 'user'],
    );
    assert.equal(messages.at(-1)?.content, question);
    assert.deepEqual(
      messages.slice(2, 4).map(({ content }) => content),
      ['earlier question', 'earlier answer'],
    );
    assert.match(messages[0]?.content ?? '', /Tools: search\n$/);
    assert.ok(trace.blocks.find(({ name }) => name === 'tools')?.tokens);
  });

  it('is, block by block, exactly what is sent', async () => {
    const folder = workspace(shop);
    const { messages, blocks } = await assembleIn(folder, request(question, { references: [reference(folder, 'src/cart.ts')] }));
    assert.equal(
      messages.map(({ content }) => content).join(''),
      renderOrder(blocks.map(({ name }) => name))
        .map((name) => blocks.find((block) => block.name === name)?.sent)
        .join(''),
    );
  });

  for (const [title, more] of [
    ['a plain question', {}],
    [
      'tools and history',
      {
        tools: [{ name: 'search', description: 'Searches.', inputSchema: { type: 'object' } }],
        history: [
          { request: 'a', response: 'b' },
          { request: ' c ', response: 'd\n' },
        ],
      },
    ],
    ['a small window', { window: { tokens: 4_096, kind: 'total', source: 'test' } as const }],
  ] as const) {
    it(`counts the same again: ${title}`, async () => {
      const result = await assembleIn(path.resolve('node_modules/rxjs/src'), request(question, more));
      assert.equal(result.trace.admittedTotal + result.trace.messageOverhead, await recount(result));
    });
  }

  it('gives the same bytes twice, from engines of their own', async () => {
    const folder = workspace(shop);
    const [a, b] = [await assembleIn(folder, request(question)), await assembleIn(folder, request(question))];
    assert.equal(JSON.stringify(a), JSON.stringify(b));
    assert.equal(a.trace.id, b.trace.id);
  });

  it('changes only where it belongs when an unrelated file is added', async () => {
    const folder = workspace(shop);
    const before = await assembleIn(folder, request(question));
    workspace({ 'src/unrelated.ts': 'export const colour = 1;\n' }, folder);
    const after = await assembleIn(folder, request(question));
    const changed = before.blocks.filter(({ name, sent }) => after.blocks.find((block) => block.name === name)?.sent !== sent);
    assert.deepEqual(
      changed.map(({ name }) => name),
      ['projectMap'],
    );
  });

  it('sees unsaved text, and the disk again once it is gone', async () => {
    const folder = workspace(shop);
    const engine = await openEngine(folder);
    const retry = path.join(folder, 'src/retry.ts');
    await engine.index();
    const codeOf = async (): Promise<string> =>
      assembled(await engine.assemble(request(question))).blocks.find(({ name }) => name === 'code')?.sent ?? '';
    await engine.update([{ path: retry, text: 'export function retryUnsaved() { return "attempt"; }\n' }]);
    assert.match(await codeOf(), /retryUnsaved/);
    await engine.update([{ path: retry }]);
    assert.doesNotMatch(await codeOf(), /retryUnsaved/);
  });

  it('notices files that come, change and go', async () => {
    const folder = workspace(shop);
    const engine = await openEngine(folder);
    await engine.index();
    workspace({ 'src/retryPolicy.ts': 'export const retryPolicy = 1;\n' }, folder);
    await engine.update([{ path: path.join(folder, 'src/retryPolicy.ts') }]);
    assert.ok(assembled(await engine.assemble(request(question))).trace.ranking.some(({ path: file }) => file === 'src/retryPolicy.ts'));
    const { rmSync } = await import('node:fs');
    rmSync(path.join(folder, 'src/retryPolicy.ts'));
    await engine.update([{ path: path.join(folder, 'src/retryPolicy.ts') }]);
    assert.ok(!assembled(await engine.assemble(request(question))).trace.ranking.some(({ path: file }) => file === 'src/retryPolicy.ts'));
  });

  it('shows pins and exclusions in the trace', async () => {
    const one = request(question, {
      settings: settings({ 'contributors.pinned': ['projectMap'], 'contributors.excluded': ['ast'] }),
    });
    const { trace } = await assembleIn(workspace(shop), one);
    assert.deepEqual(trace.excluded, ['ast']);
    assert.ok(!trace.blocks.some(({ name }) => name === 'ast') && trace.admitted.includes('user'));
    assert.equal(trace.blocks.find(({ name }) => name === 'projectMap')?.pinned, true);
  });

  it('tells which declarations were edited and visited last, and ranks their files by it', async () => {
    const folder = workspace({ ...shop, '.contextignore': 'secret.ts\n', 'secret.ts': 'export const secret = 1;\n' });
    const place = (file: string, line: number, weight: number, edited: boolean): WarmPlace => ({
      path: path.join(folder, file),
      line,
      weight,
      edited,
    });
    const warm = [
      place('src/wait.ts', 1, 2, false),
      place('src/cart.ts', 6, 1.5, true),
      place('src/cart.ts', 5, 1.5, false),
      place('secret.ts', 1, 9, true),
      place('src/retry.ts', 1, 9, true),
      place('../elsewhere.ts', 1, 9, true),
    ];
    const { blocks, trace } = await assembleIn(folder, request('colour?', { warm, edited: [path.join(folder, 'src/wait.ts')] }));
    assert.equal(
      blocks.find(({ name }) => name === 'warmSymbols')?.sent,
      '## Recently worked on\n- Cart.add src/cart.ts:5 (edited)\n- wait src/wait.ts:1 (visited)\n',
    );
    assert.match(trace.ranking.find((one) => one.path === 'src/wait.ts')?.why ?? '', /was edited lately/);
  });

  it('says ContextOverflowError with block, tokens and budget, and sends nothing cut, when the request alone is too large', async () => {
    const engine = await openEngine(workspace(shop));
    const result = await engine.assemble(request('word '.repeat(3_000), { window: { tokens: 2_048, kind: 'total', source: 'test' } }));
    assert.ok(result.kind === 'ContextOverflowError');
    assert.equal(result.block, 'user');
    assert.ok(result.tokens >= 3_000 && result.budget === 922 - 3 * messageOverhead);
  });

  it('assumes 8,192 tokens and says so where the model does not tell its window', async () => {
    const unknown = Object.fromEntries(
      Object.entries(request(question)).filter(([name]) => name !== 'window'),
    ) as unknown as AssembleRequest;
    const { trace } = await assembleIn(workspace(shop), unknown);
    assert.equal(trace.window.tokens, 8_192);
    assert.deepEqual(trace.degraded, ['contextDiscovery']);
  });

  it('answers with persona and request alone, and says so, when assembly itself fails', async () => {
    const broken = { ...request(question), workingState: { unsaved: undefined as unknown as string[], diagnostics: [] } };
    const { trace, messages } = await assembleIn(workspace(shop), broken);
    assert.deepEqual(trace.admitted, ['persona', 'user']);
    assert.equal(messages.at(-1)?.content, question);
    assert.match(trace.degraded.join(), /^assembly: /);
  });

  it('rejects with an AbortError when it is cancelled, before and while it indexes', async () => {
    const engine = await openEngine(path.resolve('node_modules/rxjs/src'));
    await assert.rejects(engine.assemble(request(question), { signal: AbortSignal.abort() }), { name: 'AbortError' });
    const abort = new AbortController();
    const onProgress = (): void => {
      abort.abort();
    };
    await assert.rejects(engine.assemble(request(question), { signal: abort.signal, onProgress }), { name: 'AbortError' });
    assert.equal((await engine.assemble(request(question))).kind, 'assembled');
  });
});

describe('windows from 2,048 to 1,000,000', () => {
  for (const tokens of [2_048, 4_096, 8_192, 32_768, 128_000, 1_000_000]) {
    it(`${String(tokens)}: a workable budget and a sensible pack`, async () => {
      const folder = path.resolve('node_modules/rxjs/src');
      const active = { path: path.join(folder, 'internal/operators/retry.ts'), line: 1 };
      const result = await assembleIn(
        folder,
        request(question, { window: { tokens, kind: 'total', source: 'test' }, workingState: { active, unsaved: [], diagnostics: [] } }),
      );
      const { trace } = result;
      assert.ok(trace.admittedTotal + trace.messageOverhead <= trace.budget);
      for (const name of ['persona', 'user', 'workingState', 'code'])
        assert.ok(trace.admitted.includes(name), `${name} at ${String(tokens)}`);
      assert.ok(result.files.some(({ path: file, detail }) => file === 'internal/operators/retry.ts' && detail !== 'mention'));
      assert.ok(trace.projection !== undefined && trace.projection.used <= trace.projection.budget);
      for (const { reserved, lent, spent } of Object.values(trace.layers)) assert.ok(spent <= reserved + lent);
      assert.equal(trace.admittedTotal + trace.messageOverhead, await recount(result));
    });
  }
});

const renderOrder = (names: readonly string[]): string[] => {
  const places = [
    'persona',
    'modelProfile',
    'tools',
    'references',
    'instructions',
    'workingState',
    'code',
    'ast',
    'warmSymbols',
    'graph',
    'projectMap',
    'history',
    'user',
  ];
  return [...names].sort((a, b) => places.indexOf(a) - places.indexOf(b));
};
