import assert from 'node:assert/strict';
import { ast } from '../../../src/contributors/ast.ts';
import { code } from '../../../src/contributors/code.ts';
import { graph } from '../../../src/contributors/graph.ts';
import { history } from '../../../src/contributors/history.ts';
import { instructions, splitFrontmatter } from '../../../src/contributors/instructions.ts';
import { modelProfile } from '../../../src/contributors/modelProfile.ts';
import { persona } from '../../../src/contributors/persona.ts';
import { projectMap } from '../../../src/contributors/projectMap.ts';
import { references } from '../../../src/contributors/references.ts';
import { semantic } from '../../../src/contributors/semantic.ts';
import { sessionDigest } from '../../../src/contributors/sessionDigest.ts';
import type { PreviousSession } from '../../../src/contributors/request.ts';
import { threadSummary } from '../../../src/contributors/threadSummary.ts';
import { tools } from '../../../src/contributors/tools.ts';
import { user } from '../../../src/contributors/user.ts';
import { warmSymbols } from '../../../src/contributors/warmSymbols.ts';
import { workingState } from '../../../src/contributors/workingState.ts';
import { ownContributors } from '../../../src/contributors/registry.ts';
import { contributorTable } from '../../../src/broker/table.ts';
import type { TurnRequest } from '../../../src/contributors/request.ts';
import { collected, turn, versions } from './request.ts';

const retry = `/** Tries again. */
export function retry(times: number) {
  if (times > 0 && times < 9) for (const a of [1]) if (a || times) return a ? 1 : 2;
  return stop();
}

export function stop() {
  return 0;
}
`;

describe('every contributor', () => {
  const rich = turn(
    {
      'src/retry.ts': retry,
      'AGENTS.md': 'Be brief.',
      '.github/skills/releasing/SKILL.md': '---\nname: releasing\ndescription: How a release is made.\n---\nSteps.',
      '.context-broker/mission.md': '---\nstatus: beta\n---\n## Criteria\n- [ ] retry gives up\n',
      'PLAN.md': '# Retry\n- [x] one\n- [ ] two\n',
      'package.json': '{ "name": "shop", "scripts": { "test": "mocha" } }',
      'docs/guide.md': '# Why retry gives up',
      'src/stop.test.ts': "import { stop } from './retry';\n",
    },
    {
      references: [{ kind: 'file', label: 'src/stop.test.ts', path: 'src/stop.test.ts', text: 'stop();' }],
      working: { active: { path: 'src/retry.ts', line: 3 }, unsaved: ['src/retry.ts'], diagnostics: [], branch: 'main' },
      tools: [{ name: 'search', description: 'Searches.' }],
      history: [{ request: 'a', response: 'b' }],
      threadSummary: { text: 'Retry more than once.', turns: 3, archive: ['0123456789abcdef'] },
      warm: [{ path: 'src/retry.ts', name: 'retry', line: 2, edited: true, weight: 3 }],
      previousSession: () => ({ text: 'Wait longer each time.', turns: 2, date: '2026-01-01' }),
      command: 'fix',
      task: 'Find out why.',
      artifacts: [{ command: 'plan', kind: 'plan', request: 'retry', text: 'First this.', timestamp: '2026-01-01T00:00:00Z' }],
    },
  );
  const all = ownContributors().all();

  it('has its row in the table, and every row its contributor', () => {
    assert.deepEqual(
      all.map(({ row }) => row.name),
      contributorTable.map(({ name }) => name),
    );
  });

  for (const { contributor } of all) {
    it(`${contributor.name}: no version is longer than the one before, and items add up to their text`, async () => {
      const texts = await versions(contributor, rich);
      for (const [place, text] of texts.entries()) if (place > 0) assert.ok(text.length <= (texts[place - 1] ?? '').length);
    });
    it(`${contributor.name}: items of a context block end with a line break and begin with neither white space nor a slash`, async () => {
      const draft = await collected(contributor, rich);
      if (['history', 'user'].includes(contributor.name)) return;
      assert.ok(draft !== undefined && draft.items.length > 0);
      for (const { text } of draft.items.flatMap(({ forms }) => forms)) assert.match(text, /^[^\s/][^]*\n$/u);
      assert.match(`${draft.head}\n`, /\n$/u);
    });
  }

  it('says nothing when it has nothing to say', async () => {
    const empty = turn({});
    const speakAlways = new Set(['persona', 'user', 'modelProfile']);
    const silent = all.map(({ contributor }) => contributor).filter(({ name }) => !speakAlways.has(name));
    assert.ok(silent.length > 15);
    for (const contributor of silent) assert.equal(await collected(contributor, empty), undefined, contributor.name);
  });
});

describe('persona and user', () => {
  it('differ by command', async () => {
    assert.match((await versions(persona, turn({}, { command: 'fix' })))[0] ?? '', /smallest fix/);
    assert.doesNotMatch((await versions(persona, turn({})))[0] ?? '', /smallest fix/);
  });
  it('take the request as typed, and a command alone for its usual question', async () => {
    assert.deepEqual(await versions(user, turn({}, { text: ' a \n' })), [' a \n']);
    assert.deepEqual(await versions(user, turn({}, { text: '', command: 'explain' })), ['Explain this.']);
  });
});

describe('workingState', () => {
  it('has the active editor, the branch, unsaved files, problems with errors first, and the selection', async () => {
    const [text = ''] = await versions(
      workingState,
      turn(
        {},
        {
          working: {
            active: { path: 'a.ts', line: 3, selection: { range: [3, 3], text: 'const a = 1;' } },
            unsaved: ['a.ts', 'b.ts'],
            diagnostics: [
              { path: 'b.ts', line: 1, severity: 'warning', message: 'unused' },
              { path: 'a.ts', line: 3, severity: 'error', message: 'no\nsuch   name' },
            ],
            branch: 'fix/retry',
          },
        },
      ),
    );
    assert.equal(
      text,
      '## Working state\n- active: a.ts:3\n- branch: fix/retry\n- unsaved: a.ts, b.ts\n- error a.ts:3: no such name\n- warning b.ts:1: unused\nSelected, a.ts:3-3:\n```ts\nconst a = 1;\n```\n',
    );
  });
  for (const budget of [89_600, 2_000, 400]) {
    it(`stays within 600 tokens and an eighth of a budget of ${String(budget)}`, async () => {
      const selection = { range: [1, 400] as const, text: 'const aaa = bbb;\n'.repeat(400) };
      const diagnostics = Array.from({ length: 50 }, (_, line) => ({
        path: 'a.ts',
        line,
        severity: 'error' as const,
        message: 'x'.repeat(500),
      }));
      const [text = ''] = await versions(
        workingState,
        turn({}, { budget, working: { active: { path: 'a.ts', line: 1, selection }, unsaved: [], diagnostics } }),
      );
      assert.ok(text.length <= Math.min(600, budget / 8) + 1);
    });
  }
});

describe('references', () => {
  const attached = (more: object) =>
    turn(
      { 'src/retry.ts': retry, 'src/other.ts': 'export const other = 1;\n', 'docs/a.md': '' },
      { references: [{ kind: 'file', label: 'src/retry.ts', path: 'src/retry.ts', text: retry, ...more } as never] },
    );
  it('shrink from the whole file to its outline to its path and why', async () => {
    assert.deepEqual(
      (await versions(references, attached({}))).map((text) => text.split('\n').slice(1, 4)),
      [
        ['### src/retry.ts', '```ts', '/** Tries again. */'],
        ['### src/retry.ts, outline', '```ts', 'export function retry(times: number)'],
        ['- src/retry.ts: attached', ''],
      ],
    );
  });
  it('say why one could not be read, and never lose it', async () => {
    const all = await versions(references, attached({ problem: 'does not exist' }));
    assert.deepEqual(all, ['## Attached by the user\n- src/retry.ts: attached, but does not exist\n']);
  });
  it('give a folder as outlines, then as a list', async () => {
    const all = await versions(references, attached({ kind: 'folder', label: 'src', path: 'src' }));
    assert.match(all[0] ?? '', /### src\/, outline[^]*\/\/ src\/other\.ts\nexport const other[^]*\/\/ src\/retry\.ts/u);
    assert.match(all[1] ?? '', /- src\/other\.ts\n- src\/retry\.ts/u);
    assert.doesNotMatch(all[0] ?? '', /docs/u);
  });
  it('fence text that holds fences', async () => {
    const [text = ''] = await versions(references, attached({ text: 'a\n````js\nb\n````\n' }));
    assert.match(text, /`````ts\na\n````js\nb\n````\n`````\n/u);
  });
});

describe('code', () => {
  const files = {
    'src/retry.ts': retry,
    'src/big.ts': `export class Big {\n${Array.from({ length: 40 }, (_, n) => `  method${String(n)}() {\n    return ${n === 7 ? '"retry"' : String(n)};\n  }\n`).join('\n')}}\n`,
  };
  it('gives whole declarations with path and lines, the best first, verbatim', async () => {
    const draft = await collected(code, turn(files, { text: 'retry' }));
    const [first] = draft?.items ?? [];
    assert.equal(first?.label, 'retry (src/retry.ts:1)');
    assert.deepEqual(first.forms[0].ranges, [[1, 6]], 'with the blank line behind it');
    assert.ok(first.forms[0].text.includes(retry.split('\n').slice(0, 5).join('\n')));
  });
  it('gives of a large class the members that matter, under its name', async () => {
    const draft = await collected(code, turn(files, { text: 'retry' }));
    const member = draft?.items.find(({ label }) => label.startsWith('Big.method7 '));
    assert.match(member?.forms[0].text ?? '', /^lines 30-33 in Big:\n {2}method7\(\) \{\n/u);
  });
  it('gives file by file, in the order of lines, under one heading', async () => {
    const [text = ''] = await versions(code, turn(files, { text: 'retry' }));
    assert.equal(text.match(/^### src\/big\.ts\n```ts\n/gmu)?.length, 1);
    const lines = [...text.slice(text.indexOf('src/big.ts')).matchAll(/^lines? (\d+)/gmu)].map(([, line]) => Number(line));
    assert.deepEqual(
      lines,
      [...lines].sort((a, b) => a - b),
    );
  });
  it('keeps of every file at least a signature until no body but the best is left', async () => {
    const all = await versions(code, turn(files, { text: 'retry' }));
    const withBody = all.filter((text) => /in Big:\n {2}method/u.test(text));
    for (const text of withBody) assert.ok(text.includes('### src/retry.ts') && text.includes('### src/big.ts'));
  });
  it('knows lists of re-exports', async () => {
    const barrel = "export { a } from './a';\nexport * from './b';\n";
    const [text = ''] = await versions(code, turn({ 'index.ts': barrel }));
    assert.match(text, /lines 1-2:\nexport \{ a \} from '\.\/a';\nexport \* from '\.\/b';\n/u);
  });
  it('shrinks the least fitting to signatures first, and keeps the best longest', async () => {
    const all = await versions(code, turn(files, { text: 'retry' }));
    assert.match(all.at(-1) ?? '', /retry/u);
    assert.ok(all.length > 10);
  });
  it('leaves out what is attached whole', async () => {
    const request = turn({ 'src/retry.ts': retry }, { references: [{ kind: 'file', label: 'r', path: 'src/retry.ts', text: retry }] });
    assert.equal(await collected(code, request), undefined);
  });
});

describe('semantic', () => {
  const many = Object.fromEntries(
    Array.from({ length: 20 }, (_, n) => [`src/f${String(n).padStart(2, '0')}.ts`, `export const retryF${String(n)} = ${String(n)};\n`]),
  );
  const guide = { 'docs/guide.md': '# Guide\nWelcome.\n## Why retry gives up\nIt has one attempt.\n' };
  const asked = (more: Partial<TurnRequest> = {}): TurnRequest => turn({ ...many, ...guide }, { text: 'why does retry give up?', ...more });
  it('gives what the code block does not: files further down, and sections of documents under their headings', async () => {
    const [text = ''] = await versions(semantic, asked());
    assert.match(text, /^## Further matches\n### src\/f15\.ts\n/u);
    assert.doesNotMatch(text, /f14\.ts/u);
    assert.match(text, /### docs\/guide\.md\n```md\nlines 3-4 in Guide:\n## Why retry gives up\nIt has one attempt\.\n/u);
    assert.doesNotMatch(text, /Welcome/u);
  });
  it('has nothing to add to a plan', async () => {
    assert.equal(await collected(semantic, asked({ command: 'plan' })), undefined);
  });
});

describe('ast', () => {
  it('has signatures, hotspots, branch points and calls of the target files', async () => {
    const [text = ''] = await versions(ast, turn({ 'src/retry.ts': retry }));
    assert.match(text, /- signature: export function retry\(times: number\) \(src\/retry\.ts\)\n/u);
    assert.match(text, /- hotspot: retry src\/retry\.ts:2, cyclomatic 7, cognitive 11\n/u);
    assert.match(text, /^## Signals \(complexity as ESLint and SonarJS count\)\n/u);
    assert.match(text, /- branch point: retry src\/retry\.ts:2, 6 branches\n/u);
    assert.match(text, /- calls: stop: called by retry; calls nothing here\n/u);
    assert.doesNotMatch(text, /@traces/u);
  });
  it('names missing @traces only where the project uses the tag', async () => {
    const [text = ''] = await versions(ast, turn({ 'src/retry.ts': `${retry}/** @traces REQ-1 */\nexport const traced = 1;\n` }));
    assert.match(text, /- no @traces: retry src\/retry\.ts:2\n/u);
    assert.doesNotMatch(text, /- no @traces: traced/u);
  });
  it('has as many rows of a kind as the settings say', async () => {
    const [text = ''] = await versions(
      ast,
      turn({ 'a.ts': 'export const a = 1;\nexport const b = 2;\n' }, { settings: { ...turn({}).settings, signalRows: 1 } }),
    );
    assert.equal(text.match(/- signature/gu)?.length, 1);
  });
});

describe('graph', () => {
  const files = {
    'src/retry.ts': "import { wait } from './wait';\n/** Tries. */\nexport function withRetry() {\n  wait();\n}\n",
    'src/wait.ts': 'export const wait = () => 1;\n',
    'src/client.ts': "import { withRetry } from './retry';\nexport class Client {\n  send() {\n    withRetry();\n  }\n}\n",
    'src/types.ts': "import type { withRetry } from './retry';\nexport type Retry = typeof withRetry;\n",
    'test/retry.test.ts': "import { withRetry } from '../src/retry';\nwithRetry();\n",
    'src/app.ts': "import { Client } from './client';\nexport function app(client = Client.make()) {\n  client.send();\n}\n",
  };
  const rows = async (text: string, more: Parameters<typeof turn>[1] = {}): Promise<string> =>
    (await versions(graph, turn(files, { text, ...more })))[0] ?? '';
  it('tells of what the request names who calls it, what it calls and who imports it, sources before tests', async () => {
    assert.equal(
      await rows('why does `withRetry` give up?'),
      '## Callers, callees, importers\n- withRetry (src/retry.ts:3): called by Client.send (src/client.ts:4), test/retry.test.ts:2; calls wait (src/wait.ts:1); imported by src/types.ts\n',
    );
  });
  it('says where a caller is only likely', async () => {
    assert.match(
      await rows('what about `Client.send`?'),
      /- Client\.send \(src\/client\.ts:3\): called by perhaps app \(src\/app\.ts:3\); calls withRetry/u,
    );
  });
  it('tells of what the best files export where nothing is named', async () => {
    assert.match(await rows('why does it give up?'), /^## .*\n- withRetry .*\n- wait .*\n- Client /u);
  });
  it('has as many rows, and as many names in one, as the settings say, and says how many there are more', async () => {
    const settings = { ...turn({}).settings, signalRows: 1 };
    const text = await rows('why does it give up?', { settings });
    assert.equal(text.match(/^- /gmu)?.length, 1);
    assert.match(text, /called by Client\.send \(src\/client\.ts:4\) and 1 more;/u);
  });
  it('loses its last row first', async () => {
    const all = await versions(graph, turn(files, { text: 'why does it give up?' }));
    assert.match(all.at(-1) ?? '', /^## .*\n- withRetry .*\n$/u);
  });
});

describe('warmSymbols', () => {
  it('says where somebody worked, and whether by writing', async () => {
    const warm = [
      { path: 'src/client.ts', name: 'Client.send', line: 40, edited: true, weight: 5 },
      { path: 'src/retry.ts', name: 'retry', line: 2, edited: false, weight: 1 },
    ];
    const [text] = await versions(warmSymbols, turn({}, { warm }));
    assert.equal(text, '## Recently worked on\n- Client.send src/client.ts:40 (edited)\n- retry src/retry.ts:2 (visited)\n');
  });
});

describe('instructions', () => {
  const scoped = '---\napplyTo: "src/**/*.ts"\n---\nScoped.';
  const names = async (files: Readonly<Record<string, string>>): Promise<string[]> =>
    (await collected(instructions, turn(files)))?.items.map(({ label }) => label) ?? [];
  it('come general first, nearest last, and the farthest goes first', async () => {
    const files = {
      'src/core/a.ts': '',
      'AGENTS.md': 'Root.',
      'src/AGENTS.md': 'Src.',
      'src/core/AGENTS.md': 'Core.',
      '.github/copilot-instructions.md': 'General.',
      'a.instructions.md': scoped,
    };
    assert.deepEqual(await names(files), [
      '.github/copilot-instructions.md',
      'a.instructions.md',
      'AGENTS.md',
      'src/AGENTS.md',
      'src/core/AGENTS.md',
    ]);
    assert.match(
      (await versions(instructions, turn(files))).at(-1) ?? '',
      /^## Project instructions .*\n### src\/core\/AGENTS\.md\nCore\.\n$/u,
    );
  });
  it('hold for their folder and below only', async () => {
    assert.deepEqual(await names({ 'src/a.ts': '', 'other/AGENTS.md': 'Other.' }), []);
  });
  it('come once each by content', async () => {
    assert.deepEqual(await names({ 'a.ts': '', 'AGENTS.md': 'Same.\r\n', 'CLAUDE.md': '\ufeffSame.' }), ['AGENTS.md']);
  });
  it('apply where applyTo matches a target file', async () => {
    assert.deepEqual(
      await names({
        'src/a.ts': '',
        'a.instructions.md': scoped,
        'b.instructions.md': scoped.replace('src/', 'lib/').replace('Scoped', 'Lib'),
      }),
      ['a.instructions.md'],
    );
  });
  it('say that the last holds where there are several, and which lines of the file each is', async () => {
    const draft = await collected(
      instructions,
      turn({ 'a.ts': '', 'AGENTS.md': '\n\nRoot.\nMore.\n', 'a.instructions.md': '---\napplyTo: "**"\n---\n\nAll.' }),
    );
    assert.equal(draft?.head, '## Project instructions (where they disagree, the last holds)\n');
    assert.deepEqual(
      draft.items.map(({ forms }) => forms[0].ranges),
      [[[5, 5]], [[3, 4]]],
    );
  });
  it('come once each by the file that links lead to, though the editor holds one of them unsaved', async () => {
    const one = turn({ 'a.ts': '', 'AGENTS.md': 'Unsaved.', 'CLAUDE.md': 'Saved.' });
    const linked = { ...one, files: { ...one.files, realPath: (path: string) => path.replace('CLAUDE', 'AGENTS') } };
    assert.deepEqual(
      (await collected(instructions, linked))?.items.map(({ label }) => label),
      ['AGENTS.md'],
    );
  });
  it('apply in a workspace of several roots within their own root', async () => {
    const files = {
      'web/src/a.ts': '',
      'api/src/b.ts': '',
      'web/AGENTS.md': 'Web.',
      'api/AGENTS.md': 'Api.',
      'lib/AGENTS.md': 'Lib.',
      'web/.github/copilot-instructions.md': 'General.',
      'lib/.github/copilot-instructions.md': 'General of lib.',
      'api/b.instructions.md': scoped.replace('**/*', 'b'),
      'web/a.instructions.md': scoped.replace('**/*', 'b').replace('Scoped', 'None'),
    };
    const one = turn(files);
    const draft = await collected(instructions, { ...one, files: { ...one.files, roots: ['web/', 'api/', 'lib/'] } });
    assert.deepEqual(
      draft?.items.map(({ label }) => label),
      ['web/.github/copilot-instructions.md', 'api/b.instructions.md', 'api/AGENTS.md', 'web/AGENTS.md'],
    );
  });
  it('apply everywhere, whatever is asked about, where applyTo says so', async () => {
    assert.deepEqual(await names({ 'a.instructions.md': '---\napplyTo: "**"\n---\nAll.' }), ['a.instructions.md']);
  });
  const bombs = ['{a,a}'.repeat(24), '{a,a,a,a}{a,a,a,a}{a,a,a,a}{a,a,a,a}{a,a,a,a}x', '*a*a*a*a*a*x', '**/'.repeat(60), '{'.repeat(600)];
  for (const bomb of bombs) {
    it(`pass over the pattern ${bomb.slice(0, 30)}, and say so`, async () => {
      const draft = await collected(
        instructions,
        turn({ [`${'a'.repeat(40)}.ts`]: '', 'a.instructions.md': `---\napplyTo: "${bomb}"\n---\nx` }),
      );
      assert.deepEqual(draft?.items, []);
      assert.deepEqual(draft.degraded, ['a.instructions.md: applyTo has a pattern that cannot be used']);
    });
  }
  it('take a list of very many patterns in part', async () => {
    const draft = await collected(
      instructions,
      turn({ 'a.ts': '', 'a.instructions.md': `---\napplyTo: "${'b,'.repeat(40_000 / 2)}a.ts"\n---\nx` }),
    );
    assert.deepEqual(draft?.degraded, ['a.instructions.md: only the first patterns of applyTo count']);
  });
  const heads: readonly (readonly [title: string, text: string, applyTo: string | undefined])[] = [
    ['quoted', '---\napplyTo: "**/*.ts"\n---\nx', '**/*.ts'],
    ['an unquoted glob, which is not YAML', '---\ndescription: a: b # c\napplyTo: **/*.ts\n---\nx', '**/*.ts'],
    ['a list', '---\napplyTo: [a.ts, b.ts]\n---\nx', 'a.ts,b.ts'],
    ['CRLF and BOM', '\ufeff---\r\napplyTo: a.ts\r\n---\r\nx', 'a.ts'],
    ['none', 'x', ''],
    ['an open one', '---\napplyTo: a.ts\nx', ''],
    ['a number', '---\napplyTo: 5\n---\nx', undefined],
    ['a mapping', '---\napplyTo:\n  a: b\n---\nx', undefined],
    ['nothing at all', '---\napplyTo:\n---\nx', ''],
    ['a list without quotes, which is not YAML', '---\napplyTo: [**/*.ts, "**/*.tsx", {a,b}/**]\n---\nx', '**/*.ts,**/*.tsx,{a,b}/**'],
    ['a list below it without quotes', '---\napplyTo:\n  - **/*.ts\n  - "b.ts"\ndescription: c\n---\nx', '**/*.ts,b.ts'],
    ['braces, which are a mapping to YAML', '---\napplyTo: {a.ts,b.ts}\n---\nx', '{a.ts,b.ts}'],
    ['brackets that are a pattern', '---\napplyTo: "[ab].ts"\n---\nx', '[ab].ts'],
  ];
  for (const applyTo of ['[', '"', '[a.ts', '"a.ts', '{a.ts,b.ts', '7', '[{ a: b }]']) {
    it(`say that applyTo: ${applyTo} cannot be used`, async () => {
      const draft = await collected(instructions, turn({ 'a.ts': '', 'a.instructions.md': `---\napplyTo: ${applyTo}\n---\nx` }));
      assert.deepEqual(draft?.items, []);
      assert.match(
        draft.degraded?.join() ?? '',
        /^a\.instructions\.md: applyTo (?:has a pattern that cannot be used|cannot be understood)$/u,
      );
    });
  }
  for (const applyTo of ['[**/*.ts, **/*.tsx]', '{a,b}.ts', '{a.ts,b.ts}', '\n- **/*.ts']) {
    it(`apply for applyTo: ${JSON.stringify(applyTo)}`, async () => {
      const draft = await collected(instructions, turn({ 'a.ts': '', 'a.instructions.md': `---\napplyTo: ${applyTo}\n---\nx` }));
      assert.deepEqual([draft?.items.length, draft?.degraded], [1, []]);
    });
  }
  for (const [title, text, applyTo] of heads) {
    it(`read frontmatter: ${title}`, () => {
      assert.equal(splitFrontmatter(text).applyTo, applyTo);
    });
  }
});

describe('projectMap', () => {
  it('has ranked files first with what they declare, then the rest by depth and name', async () => {
    const [text = ''] = await versions(projectMap, turn({ 'src/retry.ts': retry, 'b.md': '', 'a/c.json': '', 'a.md': '' }));
    assert.equal(text, '## Project map, 4 of 4 files\n- src/retry.ts: retry, stop\n- a.md\n- b.md\n- a/c.json\n');
  });
});

describe('history', () => {
  const pair = (n: number) => ({ request: `q${String(n)}`, response: `a${String(n)}` });
  const pairs = [...Array.from({ length: 10 }, (_, n) => pair(n)), { request: 'unanswered', response: ' ' }];
  const from = (first: number): string =>
    pairs
      .slice(first, -1)
      .map(({ request, response }) => request + response)
      .join('');
  it('keeps all pairs verbatim, drops the oldest first, and skips turns without an answer', async () => {
    const all = await versions(history, turn({}, { history: pairs }));
    assert.deepEqual([all[0], all[1], all.at(-1)], [from(0), from(1), from(9)]);
  });
  it('keeps the last eight pairs alone where compaction is refused', async () => {
    const all = await versions(history, turn({}, { history: pairs, isHistoryLimited: true }));
    assert.deepEqual([all[0], all.at(-1)], [from(2), from(9)]);
    const { settings } = turn({});
    const none = turn({}, { history: pairs, isHistoryLimited: true, settings: { ...settings, historyPairs: 0 } });
    assert.deepEqual(await versions(history, none), []);
  });
});

describe('threadSummary', () => {
  const summaryOf = async (text: string, archive = ['0123456789abcdef'], summaryTokens = 500): Promise<string> => {
    const { settings } = turn({});
    const request = turn({}, { threadSummary: { text, turns: 3, archive }, settings: { ...settings, summaryTokens } });
    return (await versions(threadSummary, request))[0] ?? '';
  };
  it('says nothing where nothing was compacted', async () => {
    assert.deepEqual(await versions(threadSummary, turn({})), []);
  });
  it('is fenced as data and says where the turns are', async () => {
    const text = await summaryOf('Retry ```more``` than once.');
    assert.match(
      text,
      /^## Summary of 3 earlier turns[^]*no instructions[^]*history_archive\.jsonl: 0123456789abcdef\.\n````text\nRetry ```more``` than once\.\n````\n$/u,
    );
  });
  it('is within its tokens, however long the summary and however many its addresses', async () => {
    const addresses = Array.from({ length: 40 }, (_, n) => String(n).padStart(16, '0'));
    const text = await summaryOf('word '.repeat(1_000), addresses, 600);
    assert.ok(text.length <= 600 && text.length > 500, String(text.length));
    assert.match(text, /32 more, 0{14}32, /u);
  });
  it('is mandatory: it stands for turns that are nowhere else in the prompt', () => {
    assert.equal(contributorTable.find(({ name }) => name === 'threadSummary')?.mandatory, 'yes');
  });
});

describe('sessionDigest', () => {
  const digestOf = async (text: string, digestTokens = 2_000): Promise<string[]> => {
    const { settings } = turn({});
    const previousSession = (): PreviousSession => ({ text, turns: 2, date: '2026-01-01' });
    return versions(sessionDigest, turn({}, { previousSession, settings: { ...settings, digestTokens } }));
  };
  it('says nothing in the first chat, and where it is switched off', async () => {
    assert.deepEqual(await versions(sessionDigest, turn({})), []);
    assert.deepEqual(await digestOf('Something was said.', 0), []);
  });
  it('is fenced as data and names the day', async () => {
    const [text = ''] = await digestOf('Retry ```more``` than once.');
    assert.match(text, /^## The chat before this one, 2026-01-01\n[^]*no instructions\.\n````text\nRetry ```more``` than once\.\n````\n$/u);
  });
  it('is within its tokens and one unit', async () => {
    const all = await digestOf('word '.repeat(1_000), 400);
    assert.equal(all.length, 1);
    assert.ok((all[0] ?? '').length <= 400 && (all[0] ?? '').length > 300);
  });
});

describe('tools and modelProfile', () => {
  it('names tools in the prompt and counts their schemas beside it', async () => {
    const draft = await collected(tools, turn({}, { tools: [{ name: 'search', description: 'd', inputSchema: { type: 'object' } }] }));
    assert.equal(draft?.items[0]?.forms[0].text, 'Tools: search\n');
    assert.equal(draft.beside, '[{"name":"search","description":"d","inputSchema":{"type":"object"}}]');
  });
  it('says what is known of the model, except in small windows', async () => {
    assert.match((await versions(modelProfile, turn({})))[0] ?? '', /Model: family, window 128000 tokens\n/u);
    assert.equal(await collected(modelProfile, turn({}, { budget: 1_000 })), undefined);
  });
});
