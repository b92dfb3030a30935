import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import manifest from '../../package.json' with { type: 'json' };
import type { TurnRecord } from '../../src/engine/api.ts';
import { formatTokens, percent } from '../../src/editor/views/format.ts';
import type { TraceNode } from '../../src/editor/views/traceNode.ts';
import { turnNode } from '../../src/editor/views/traceNodes.ts';
import { createCounter } from '../../src/tokens/counter';
import { ask, inWorkspace, lastRequest, newChat, scriptedRequests, transcript, until, within } from './chat';
import { settingsDuring } from './settings';
import { stateFolder, turnOf } from './turns';

const names = {
  context: 'contextBroker_context',
  fileSignals: 'contextBroker_fileSignals',
  findSymbol: 'contextBroker_findSymbol',
  symbolCallers: 'contextBroker_symbolCallers',
  lastTrace: 'contextBroker_lastTrace',
  loadSkill: 'contextBroker_loadSkill',
  archivedTurns: 'contextBroker_archivedTurns',
  completeTask: 'contextBroker_completeTask',
};

const limitMs = 20_000;

/** What the trace view says of each block, by its name. */
function blockRows(turn: TurnRecord): Map<string, string> {
  const found = new Map<string, string>();
  const visit = ({ block, item, children }: TraceNode): void => {
    if (block !== undefined) found.set(block.name, String(item.description));
    for (const child of children?.() ?? []) visit(child);
  };
  visit(
    turnNode(turn, {
      chosen: { pinned: [], excluded: [] },
      filter: {},
      isNewest: true,
      isPreview: false,
      before: () => undefined,
      calibrated: () => [],
    }),
  );
  return found;
}

async function invoke(name: string, input: object, budget?: number, count?: (text: string) => number): Promise<string> {
  const tokenizationOptions =
    budget === undefined
      ? {}
      : { tokenizationOptions: { tokenBudget: budget, countTokens: (text: string) => Promise.resolve((count ?? quarter)(text)) } };
  const work = vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined, ...tokenizationOptions });
  const { content } = await within(work, limitMs, `${name} gave no result`);
  return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
}

const quarter = (text: string): number => Math.ceil(text.length / 4);

/** As a person would who presses "Allow" every time. */
async function allowTools(on: boolean): Promise<void> {
  await vscode.commands.executeCommand('setContext', 'vscode.chat.tools.global.autoApprove.testMode', on);
  await vscode.workspace
    .getConfiguration('chat')
    .update('tools.global.autoApprove', on ? true : undefined, vscode.ConfigurationTarget.Global);
}

describe('language model tools', () => {
  before(async () => {
    await allowTools(true);
    const skill = inWorkspace('.github', 'skills', 'release', 'SKILL.md');
    await vscode.workspace.fs.writeFile(
      skill,
      Buffer.from(
        `---\nname: release\ndescription: How to release the shop\n---\nTag it.\n\n${'Then wait for the books to arrive. '.repeat(60)}\n`,
      ),
    );
    await vscode.workspace.fs.writeFile(inWorkspace('.contextignore'), Buffer.from('src/vault.ts\n'));
    await vscode.workspace.fs.writeFile(inWorkspace('src', 'vault.ts'), Buffer.from('export const combination = 1;\n'));
    await vscode.commands.executeCommand('contextBroker.rebuildIndex');
  });

  after(async () => {
    await allowTools(false);
    for (const path of ['.github', '.contextignore', 'src/vault.ts']) fs.rmSync(inWorkspace(path).fsPath, { recursive: true, force: true });
    await vscode.commands.executeCommand('contextBroker.rebuildIndex');
  });

  it('are there for every agent, as the manifest says', () => {
    for (const { name, modelDescription, tags, inputSchema } of manifest.contributes.languageModelTools) {
      const tool = vscode.lm.tools.find((one) => one.name === name);
      assert.ok(tool, `${name} is not registered`);
      assert.equal(tool.description, modelDescription);
      assert.deepEqual([tool.tags, tool.inputSchema], [tags, inputSchema]);
    }
  });

  const results: readonly (readonly [name: string, input: object, result: RegExp])[] = [
    [names.context, { task: 'why is the discount wrong?' }, /^Context of [\d,]+ of 8,000 tokens\.[^]*export function discounted/u],
    [
      names.fileSignals,
      { file: 'src/price.ts' },
      /^Signals of src\/price\.ts, \d+ lines\nExported:\n```\nexport interface Book[^]*discounted 8-11: cyclomatic 2/u,
    ],
    [
      names.findSymbol,
      { name: 'discounted' },
      /^discounted is declared in one place:\n```\nsrc\/price\.ts:8-11 exported function discounted: export function discounted\(/u,
    ],
    [
      names.findSymbol,
      { name: '`Cart#total()`' },
      /^Cart\.total is declared in one place:\n```\nsrc\/cart\.ts:\d+-\d+ exported method Cart\.total/u,
    ],
    [
      names.symbolCallers,
      { name: 'discounted' },
      /^discounted \(src\/price\.ts:8\)\nCalled by:\n- Cart\.total \(src\/cart\.ts:\d+\)\nUsed by: nothing known\nCalls: nothing known\nImported by:\n- src\/cart\.ts:1\n/u,
    ],
    [
      names.symbolCallers,
      { name: 'Book' },
      /Called by: nothing known\nUsed by:\n- Cart\.books \(src\/cart\.ts:4\)\n- Cart\.add \(src\/cart\.ts:6\)\n/u,
    ],
    [names.symbolCallers, { name: 'Cart.total' }, /Calls:\n- discounted \(src\/price\.ts:8\)\n/u],
    [names.loadSkill, { name: 'release' }, /^The skill release \(\.github\/skills\/release\/SKILL\.md\):\n```md\nTag it\.\n/u],
  ];
  for (const [name, input, result] of results) {
    it(`answer: ${name} ${JSON.stringify(input)}`, async () => {
      assert.match(await invoke(name, input), result);
    });

    it(`stay within the token budget of the caller: ${name} ${JSON.stringify(input)}`, async () => {
      for (const budget of [0, 5, 30, 60]) {
        const text = await invoke(name, input, budget);
        assert.ok(quarter(text) <= budget, `${String(quarter(text))} of ${String(budget)}: ${text}`);
      }
    });
  }

  it('tell the last trace, and say what a budget cut of it', async () => {
    await newChat();
    await ask('@broker why is the discount wrong?');
    const text = await invoke(names.lastTrace, {});
    assert.match(text, /^# Context for: why is the discount wrong\?[^]*\| user \|[^]*## Left out[^]*## Files, best first/u);
    const cut = await invoke(names.lastTrace, {}, 150);
    assert.ok(quarter(cut) <= 150 && quarter(cut) > 75, cut);
    assert.match(cut, /^# Context for[^]*\(Cut to 150 tokens: \d+ of \d+ lines are left out\.\)\n$/u);
    assert.ok(text.startsWith(cut.slice(0, cut.indexOf('(Cut to'))), 'whole lines are cut');
  });

  it('assemble for the budget that there is, rather than cutting what came out', async () => {
    const counter = await createCounter('o200k_base');
    const text = await invoke(names.context, { task: 'why is the discount wrong?' }, 700, (one) => counter.count(one));
    assert.ok(counter.count(text) <= 700, String(counter.count(text)));
    assert.match(text, /export function discounted/u);
    const all = await invoke(names.context, { task: 'why is the discount wrong?', tokens: 600 });
    assert.ok(counter.count(all) <= 600, String(counter.count(all)));
  });

  it('count for themselves where the caller cannot', async () => {
    const counter = await createCounter('o200k_base');
    for (const count of [() => Number.NaN, () => -1, () => 0]) {
      const text = await invoke(names.lastTrace, {}, 100, count);
      assert.ok(text.length > 50 && counter.count(text) <= 100, text);
    }
    const throwing = (): number => {
      throw new Error('no tokenizer');
    };
    assert.ok(counter.count(await invoke(names.lastTrace, {}, 100, throwing)) <= 100);
  });

  const unknown: readonly (readonly [name: string, input: object, says: RegExp])[] = [
    [names.context, {}, /^The input cannot be used: give what is to be done or found out as "task"\.\n$/u],
    [names.context, { task: 'x', tokens: 'many' }, /"tokens" is no number/u],
    [names.fileSignals, { file: 7 }, /give the path of a file in the workspace as "file"/u],
    [names.fileSignals, { file: 'src/gone.ts' }, /^src\/gone\.ts does not exist\.\n$/u],
    [names.fileSignals, { file: 'src/vault.ts' }, /^src\/vault\.ts is kept out by \.contextignore\.\n$/u],
    [names.fileSignals, { file: '../../etc/hostname' }, /is not in the workspace/u],
    [names.findSymbol, { name: ' ' }, /give the name of a symbol/u],
    [names.findSymbol, { name: 'nobody' }, /^No declaration of nobody is known\. Names are case sensitive/u],
    [names.findSymbol, { name: 'combination' }, /No declaration of combination is known/u],
    [names.symbolCallers, { name: 'nobody' }, /No declaration of nobody is known/u],
    [names.loadSkill, { name: 'nothing' }, /^There is no skill nothing\.\nThere are:\n- release\n$/u],
    [names.archivedTurns, { address: 'nobody' }, /^The history archive has nothing as nobody\.\n$/u],
    [names.archivedTurns, {}, /give an address in the history archive as "address"/u],
    [names.completeTask, {}, /give the words of a task as "task"/u],
    [names.completeTask, { task: 'tidy up' }, /^The tool failed: no open task in PLAN\.md/u],
    [names.loadSkill, { name: 'x'.repeat(300) }, /"name" has more than 200 characters/u],
  ];
  for (const [name, input, says] of unknown) {
    it(`say in words what they cannot do: ${name} ${JSON.stringify(input).slice(0, 60)}`, async () => {
      assert.match(await invoke(name, input), says);
    });
  }

  it('tick a task of the plan, recorded before and after, and the same box once', async () => {
    const plan = inWorkspace('PLAN.md').fsPath;
    fs.writeFileSync(plan, '- [x] draw\n- [ ] build\n- [ ] open\n- [ ] open\n');
    try {
      await until(async () => /Ticked in PLAN/u.test(await invoke(names.completeTask, { task: 'build' })), 'the plan is not seen');
      assert.equal(fs.readFileSync(plan, 'utf8'), '- [x] draw\n- [x] build\n- [ ] open\n- [ ] open\n');
      assert.match(
        await invoke(names.completeTask, { task: 'build' }),
        /^PLAN\.md has no open task "build"\.\nOpen are:\n```\n- open\n- open\n```\n$/u,
      );
      assert.match(await invoke(names.completeTask, { task: 'open' }), /^PLAN\.md has 2 open tasks "open": nothing was ticked\.\n$/u);
      const lines = fs
        .readFileSync(path.join(await stateFolder(), 'approvals.jsonl'), 'utf8')
        .trim()
        .split('\n');
      const notes = lines.map((line) => JSON.parse(line) as { key: string; state: string; receipt?: string });
      const ticked = notes.findIndex(({ receipt }) => receipt === 'Ticked in PLAN.md, line 2; 2 open.');
      assert.deepEqual([notes[ticked - 1]?.state, notes[ticked]?.state], ['executing', 'consumed']);
      assert.equal(notes[ticked - 1]?.key, notes[ticked]?.key);
    } finally {
      fs.rmSync(plan);
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    }
  });

  it('stop when they are cancelled, and whoever they wait for with them', async () => {
    const sample = vscode.extensions.getExtension<{ asked: { token: vscode.CancellationToken }[] }>(
      'context-broker-test.sample-contributor',
    );
    const { asked } = (await sample?.activate()) ?? { asked: [] };
    const before = asked.length;
    await settingsDuring({ 'contributors.contributedTimeLimit': 60_000 }, async () => {
      const source = new vscode.CancellationTokenSource();
      const work = vscode.lm.invokeTool(names.context, { input: { task: 'sample.hanging' }, toolInvocationToken: undefined }, source.token);
      await until(() => asked.length > before, 'the contributor was not asked');
      source.cancel();
      await assert.rejects(Promise.resolve(within(work, 5_000, 'it went on')), /cancel/iu);
      await until(() => asked.at(-1)?.token.isCancellationRequested === true, 'the contributor was not told', 5_000);
    });
  });

  it('ask the person first, in one line, and run once that is allowed', async () => {
    await allowTools(false);
    try {
      await newChat();
      await ask('@broker #findSymbol CALL contextBroker_findSymbol {"name":"discounted"}', { model: 'tools' }); // ends when somebody is asked
      const before = await transcript();
      assert.match(before, /Finding discounted/u);
      assert.doesNotMatch(before, /RESULT/u, 'nobody was asked');
      await vscode.commands.executeCommand('workbench.action.chat.acceptTool');
      await until(async () => /RESULT discounted is declared/u.test(await transcript()), 'the tool did not run');
    } finally {
      await allowTools(true);
    }
  });

  it('run in a turn of @broker whose user names them, and are traced', async () => {
    await newChat();
    const before = (await scriptedRequests()).length;
    const result = await ask('@broker #findSymbol CALL contextBroker_findSymbol {"name":"discounted"}', { model: 'tools' });
    assert.match(await transcript(), /RESULT discounted is declared in one place:[^]*src\/price\.ts:8-11/u);
    const { trace } = await turnOf(result);
    assert.deepEqual(
      trace.toolCalls.map(({ name }) => name),
      [names.findSymbol],
    );
    assert.deepEqual(
      (await scriptedRequests())[before]?.tools.map(({ name }) => name),
      [names.findSymbol],
    );
  });

  it('of ours are not offered to our own turns unasked', async () => {
    await newChat();
    await ask('@broker why is the discount wrong? CALL', { model: 'tools' });
    assert.deepEqual((await lastRequest()).tools, []);
    await newChat();
    await ask('@broker #brokerContext why is the discount wrong?', { model: 'tools' });
    assert.deepEqual(
      (await lastRequest()).tools.map(({ name }) => name),
      [names.context],
    );
  });

  it('follow the settings: a skill folder of one’s own', async () => {
    await settingsDuring({ 'skills.folders': ['elsewhere'] }, async () => {
      assert.match(
        await invoke(names.loadSkill, { name: 'release' }),
        /^There is no skill release: the workspace has none in elsewhere\./u,
      );
    });
  });
});

describe('eighty tools with long schemas', () => {
  it('have a row of their own, and all rows add up to what is sent', async () => {
    await newChat();
    const many = vscode.lm.tools.filter(({ name }) => name.startsWith('many_tool_'));
    assert.equal(many.length, 80);
    const words = Array.from({ length: 80 }, (_, place) => `#manyTool${String(place + 1)}`).join(' ');
    const result = await ask(`@broker ${words} why is the discount wrong?`, { model: 'echo' });
    assert.equal(result.errorDetails, undefined);
    const turn = await turnOf(result);
    const { trace, messages, blocks } = turn;
    const request = await lastRequest();
    assert.equal(request.tools.length, 80);

    const row = trace.blocks.find(({ name }) => name === 'tools');
    const counter = await createCounter('o200k_base');
    const beside = JSON.stringify(request.tools);
    assert.equal(beside, blocks.find(({ name }) => name === 'tools')?.beside, 'what is counted is not what is sent beside the prompt');
    assert.ok(row !== undefined && row.tokens > counter.count(beside) && counter.count(beside) > 20_000, String(row?.tokens));

    const sum = trace.blocks.reduce((total, { tokens }) => total + tokens, 0);
    const sent = messages.reduce((total, { content }) => total + counter.count(content), 0);
    assert.equal(sum, trace.admittedTotal);
    assert.equal(sum, sent + counter.count(beside));
    const ofLayers = Object.values(trace.layers).reduce((total, { spent }) => total + spent, 0);
    assert.equal(ofLayers, trace.admittedTotal);
    const shown = blockRows(turn);
    for (const { name, tokens, admitted } of trace.blocks) {
      if (admitted) assert.match(shown.get(name) ?? '', new RegExp(` · ${percent(tokens, trace.window.tokens)} · `, 'u'), name);
    }
    assert.match(
      shown.get('tools') ?? '',
      new RegExp(`^${formatTokens(row.tokens)} · ${String(Math.round((100 * row.tokens) / 128_000))} % · `, 'u'),
    );
  });
});
