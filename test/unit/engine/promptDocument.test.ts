import assert from 'node:assert/strict';
import { promptDocument } from '../../../src/engine/promptDocument.ts';
import { comparedWindows, comparisonTable, compareWindows, windowName } from '../../../src/engine/windowComparison.ts';
import { assembled, assembleIn, openEngine, request, shop, workspace } from './workspaceFixture.ts';

const question = 'why does the retry logic give up after one attempt?';
const history = [{ request: 'earlier question', response: 'earlier answer' }];
const tools = [{ name: 'search', description: 'Searches.', inputSchema: { type: 'object' } }];

describe('the prompt as a document', () => {
  it('has every block that was sent, in the order sent, each under a heading with its tokens', async () => {
    const turn = await assembleIn(workspace(shop), request(question, { history, tools }));
    const { text, sections } = promptDocument(turn.trace, turn);
    const lines = text.split('\n');
    const sent = turn.trace.blocks.filter(({ admitted }) => admitted);
    const inSections = sections.filter(({ name }) => sent.some((block) => block.name === name));
    assert.deepEqual(new Set(inSections.map(({ name }) => name)), new Set(sent.map(({ name }) => name)));
    assert.deepEqual([inSections[0]?.name, inSections.at(-1)?.name], ['persona', 'user']);
    for (const { name, from, to } of inSections) {
      const { tokens, position } = sent.find((block) => block.name === name) ?? { tokens: 0, position: '' };
      assert.match(
        lines[from] ?? '',
        new RegExp(`^════ ${name} · ${tokens.toLocaleString('en-US')}( of [\\d,]+)? tokens.* · ${position} ════$`, 'u'),
      );
      const body = lines.slice(from + 1, to + 1).join('\n');
      const { sent: whole = '', beside = '' } = turn.blocks.find((block) => block.name === name) ?? {};
      for (const part of name === 'history' ? ['earlier question', 'earlier answer'] : [whole.trimEnd(), beside])
        assert.ok(body.includes(part), name);
    }
  });

  it('has sections that follow each other to the end', async () => {
    const turn = await assembleIn(workspace(shop), request(question, { history, window: { tokens: 600, kind: 'input', source: 'test' } }));
    const { text, sections } = promptDocument(turn.trace, turn, await comparison());
    assert.deepEqual(
      sections.slice(0, 2).map(({ name }) => name),
      ['The same request in other windows', 'Left out'],
    );
    for (const [place, { from, to }] of sections.entries()) {
      assert.ok(to >= from);
      assert.equal(from, (sections[place - 1]?.to ?? from - 2) + 2);
    }
    assert.equal(sections.at(-1)?.to, text.split('\n').length - 2);
  });

  it('shows messages of the history under their roles', async () => {
    const turn = await assembleIn(workspace(shop), request(question, { history }));
    assert.match(promptDocument(turn.trace, turn).text, /── user ──\nearlier question\n── assistant ──\nearlier answer\n/);
  });
});

const comparison = async (): Promise<Awaited<ReturnType<typeof compareWindows>>> => {
  const engine = await openEngine(workspace(shop));
  await engine.index();
  return compareWindows(engine, request(question));
};

describe('the same request in other windows', () => {
  it('is what an assembly in each of them sends', async () => {
    const engine = await openEngine(workspace(shop));
    const columns = await compareWindows(engine, request(question));
    assert.deepEqual(
      columns.map(({ window }) => window),
      [...comparedWindows],
    );
    for (const { window, total, blocks } of columns) {
      const { trace } = assembled(await engine.assemble(request(question, { window: { tokens: window, kind: 'total', source: 'test' } })));
      assert.equal(total, trace.admittedTotal + trace.messageOverhead);
      assert.deepEqual(
        blocks,
        Object.fromEntries(trace.blocks.filter(({ tokens }) => tokens > 0).map(({ name, tokens }) => [name, tokens])),
      );
    }
  });

  it('says where a window is too small, and aligns its figures', () => {
    const table = comparisonTable([
      { window: 8_192, blocks: {} },
      { window: 1_000_000, total: 1_234, blocks: { persona: 42, code: 1_192 } },
    ]);
    assert.equal(table, '                8k     1M\npersona          -     42\ncode             -  1,192\nall      too small  1,234\n');
    assert.deepEqual([8_192, 32_768, 128_000, 1_000_000].map(windowName), ['8k', '32k', '128k', '1M']);
  });
});
