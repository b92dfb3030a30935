import assert from 'node:assert/strict';
import type { AssembleRequest } from '../../../src/engine/api.ts';
import type { LocalEngine } from '../../../src/engine/localEngine.ts';
import { contextWithin } from '../../../src/editor/tools/contextWithin.ts';
import { whole, type Count } from '../../../src/editor/tools/toolText.ts';
import { createCounter } from '../../../src/tokens/counter.ts';
import { openEngine, request, settings, workspace } from '../engine/workspaceFixture.ts';

/** Sixty files that all have to do with the task. */
const files = Object.fromEntries(
  Array.from({ length: 60 }, (_, n) => [
    `src/order${String(n)}.ts`,
    `${n === 0 ? '' : `import { checkOrder${String(n - 1)} } from './order${String(n - 1)}.js';\n`}
/** Checks an order of kind ${String(n)}. */
export function checkOrder${String(n)}(order: { total: number; items: string[] }): boolean {
  if (order.total < ${String(n)}) return false;
  for (const item of order.items) {
    if (item.length === ${String(n)}) return false;
  }
  return ${n === 0 ? 'true' : `checkOrder${String(n - 1)}(order)`};
}
`,
  ]),
);
const task = 'why does checkOrder7 refuse an order without items?';

describe('context for another agent', () => {
  let engine: LocalEngine;
  let counter: Awaited<ReturnType<typeof createCounter>>;
  before(async () => {
    engine = await openEngine(workspace(files));
    counter = await createCounter('o200k_base');
  });

  const all = settings({
    'budget.marginPercent': 0,
    'projection.percent': 0,
    'projection.otherPercent': 0,
    'contributors.excluded': ['skills', 'modelProfile', 'history', 'artifacts'],
  });
  const within = async (
    tokens: number,
    text = task,
    count: Count = (one) => Promise.resolve(counter.count(one)),
    more: Partial<AssembleRequest> = {},
  ): Promise<string> =>
    whole(
      await contextWithin(
        tokens,
        counter.count(text),
        (size) => engine.assemble(request(text, { settings: all, window: { tokens: size, kind: 'input', source: 'test' }, ...more })),
        count,
      ),
    );

  for (const tokens of [200, 250, 300, 400, 500, 1_000, 2_000, 8_000]) {
    it(`has at most ${String(tokens)} tokens, most of them used, says how many, and has code`, async () => {
      const text = await within(tokens);
      const [, told = '', of] = /^Context of ([\d,]+) of ([\d,]+) tokens\./u.exec(text) ?? [];
      assert.ok(counter.count(text) <= tokens, String(counter.count(text)));
      assert.ok(counter.count(text) > 0.6 * tokens || tokens > 2_000, String(counter.count(text)));
      assert.ok(Math.abs(Number(told.replaceAll(',', '')) - counter.count(text)) <= 2, `${told}: ${String(counter.count(text))}`);
      assert.equal(Number(of?.replaceAll(',', '')), tokens);
      assert.match(text, /^## Code$[^]*function checkOrder7/mu);
    });
  }

  for (const [what, text] of [
    ['a long task', `${task} ${'It was ordered yesterday. '.repeat(170)}`],
    ['a task in Chinese', `${task} ${'为什么没有商品的订单会被拒绝？'.repeat(120)}`],
    ['a task of one word', 'order'],
  ] as const) {
    it(`is within its tokens for ${what}, and not empty`, async () => {
      const found = await within(1_000, text);
      assert.ok(counter.count(found) <= 1_000, String(counter.count(found)));
      assert.ok(counter.count(found) > 600, String(counter.count(found)));
    });
  }

  it('is counted as the caller counts', async () => {
    const found = await within(1_000, task, (text) => Promise.resolve(text.length));
    assert.ok(found.length <= 1_000 && found.length > 400, found);
    assert.match(found, /checkOrder/u);
  });

  it('is not crowded out by what is missing', async () => {
    const degraded = Array.from({ length: 200 }, (_, n) => `rules/${String(n)}.md could not be read`);
    const found = await within(1_000, task, undefined, { degraded });
    assert.ok(counter.count(found) <= 1_000);
    assert.match(found, /function checkOrder7[^]*Missing:\n- rules\/0\.md could not be read\n/u);
  });

  it('is a sentence where what must go in does not fit', async () => {
    const pinned = settings({ 'contributors.pinned': ['code'], 'budget.marginPercent': 0 });
    assert.match(await within(20, task, undefined, { settings: pinned }), /^No context fits 20 tokens: what must go in needs \d+\./u);
  });
});
