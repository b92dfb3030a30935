import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { run } from '../../../src/cli/run.ts';
import type { CacheUse } from '../../../src/engine/api.ts';
import { LocalEngine } from '../../../src/engine/localEngine.ts';
import { shop, temporaryFolder, workspace } from '../engine/workspaceFixture.ts';

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function cli(args: readonly string[], cwd = temporaryFolder()): Promise<Ran> {
  let [out, err] = ['', ''];
  const code = await run(args, {
    out: (text) => (out += text),
    err: (text) => (err += text),
    cwd,
    env: { XDG_CACHE_HOME: path.join(cwd, 'cache') },
    now: () => new Date(0),
    manifest,
    engine: new LocalEngine(),
  });
  return { code, out, err };
}

interface Answer {
  readonly cache: CacheUse;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly trace: { readonly budget: number; readonly projection?: { readonly budget: number }; readonly degraded: readonly string[] };
  readonly files: readonly {
    readonly path: string;
    readonly detail?: string;
    readonly tokens: number;
    readonly rank: number;
    readonly ranges: readonly (readonly [number, number])[];
  }[];
}

const task = ['--task', 'why does the retry logic give up after one attempt?', '--format', 'json'];

describe('the command line', () => {
  it('previews the prompt as a document, with the same request in other windows, and records nothing', async () => {
    const [cwd, folder] = [temporaryFolder(), workspace(shop)];
    const args = ['assemble', '--workspace', folder, '--task', 'why retry?', '--command', 'preview'];
    const { code, out } = await cli(args, cwd);
    assert.equal(code, 0);
    assert.match(
      out,
      /^Context for: why retry\?\n[\d,]+ of 89,600 tokens[^]*\n\s+8k +32k +128k +1M\npersona[^]*════ persona · 42 tokens[^]*\nwhy retry\?\n$/,
    );
    const { windows } = JSON.parse((await cli([...args, '--format', 'json'], cwd)).out) as { windows: { window: number }[] };
    assert.deepEqual(
      windows.map(({ window }) => window),
      [8_192, 32_768, 128_000, 1_000_000],
    );
    const recorded = fs.readdirSync(cwd, { recursive: true, encoding: 'utf8' });
    assert.ok(!recorded.some((file) => file.endsWith('.jsonl')), recorded.join(', '));
  });

  it('assembles as JSON with messages, trace and files', async () => {
    const folder = workspace(shop);
    const { code, out, err } = await cli(['assemble', '--workspace', folder, ...task]);
    assert.deepEqual([code, err], [0, '']);
    const { messages, trace, files, cache } = JSON.parse(out) as Answer;
    assert.deepEqual(Object.keys(JSON.parse(out) as object), ['messages', 'trace', 'files', 'cache']);
    assert.equal(trace.budget, 89_600);
    assert.equal(cache.hits, 0);
    assert.ok(cache.misses >= 2, 'the ranking and blocks of code');
    assert.deepEqual(
      files.map(({ rank }) => rank),
      files.map((_, place) => place + 1),
    );
    const [first] = files;
    assert.equal(first?.path, 'src/retry.ts');
    const text = messages.map(({ content }) => content).join('\n');
    for (const { path: file, ranges } of files) {
      const lines = fs.readFileSync(path.join(folder, file), 'utf8').split('\n');
      for (const [from, to] of ranges)
        assert.ok(text.includes(lines.slice(from - 1, to).join('\n')), `${file} ${String(from)}-${String(to)}`);
    }
  });

  it('gives the same bytes twice, and only --timing adds times', async () => {
    const folder = workspace(shop);
    const args = ['assemble', '--workspace', folder, ...task];
    const [a, b, timed] = [await cli(args), await cli(args), await cli([...args, '--timing'])];
    assert.equal(a.out, b.out);
    const { timing, ...rest } = JSON.parse(timed.out) as Answer & { timing: { elapsedMs: number } };
    assert.equal(JSON.stringify(rest), a.out.trim());
    assert.equal(typeof timing.elapsedMs, 'number');
  });

  it('takes --projection as absolute tokens, --window, --command, --active and --reference', async () => {
    const folder = workspace(shop);
    const { out } = await cli([
      'assemble',
      '--workspace',
      folder,
      ...task,
      '--projection',
      '300',
      '--window',
      '8192',
      '--command',
      '/fix',
      '--active',
      'src/cart.ts',
      '--reference',
      'src/wait.ts',
      '--reference',
      'test',
    ]);
    const { messages, trace, files } = JSON.parse(out) as Answer;
    assert.equal(trace.projection?.budget, 300);
    assert.match(messages[0]?.content ?? '', /smallest fix/);
    assert.equal(files.find(({ path: file }) => file === 'src/wait.ts')?.detail, 'full');
    assert.match(messages[1]?.content ?? '', /active: src\/cart\.ts:1/);
  });

  it('writes a readable page by default', async () => {
    const { out } = await cli(['assemble', '--task', 'retry'], workspace(shop));
    assert.match(out, /^# Context for: retry\n[^]*## In\n[^]*## Left out\n[^]*## Files, best first\n[^]*## Message 1, system/);
  });

  it('records the trace below --state, and answers although it cannot', async () => {
    const [folder, state] = [workspace(shop), path.join(temporaryFolder(), 'state')];
    const { out } = await cli(['assemble', '--workspace', folder, ...task, '--state', state]);
    const line = JSON.parse(fs.readFileSync(path.join(state, 'traces.jsonl'), 'utf8')) as { timestamp: string; cache: CacheUse };
    assert.equal(line.timestamp, '1970-01-01T00:00:00.000Z');
    assert.deepEqual(line.cache, (JSON.parse(out) as Answer).cache);
    const blocked = await cli(['assemble', '--workspace', folder, ...task, '--state', path.join(folder, 'README.md')]);
    assert.equal(blocked.code, 0);
    assert.match(blocked.err, /the trace was not recorded/);
  });

  it('gives signals as JSON, for all files or those named', async () => {
    const folder = workspace(shop);
    const { code, out } = await cli(['signals', '--workspace', folder, 'src/retry.ts', '--format', 'json']);
    assert.equal(code, 0);
    const { files } = JSON.parse(out) as { files: Record<string, unknown>[] };
    assert.equal(files.length, 1);
    assert.deepEqual(Object.keys(files[0] ?? {}), ['path', 'partial', 'signatures', 'functions', 'missingTraces', 'imports', 'calls']);
    assert.deepEqual(
      (files[0]?.['functions'] as { name: string; line: number; cyclomatic: number; cognitive: number }[]).map(
        ({ name, line, cyclomatic, cognitive }) => [name, line, cyclomatic, cognitive],
      ),
      [['withRetry', 4, 5, 6]],
    );
    assert.deepEqual(files[0]?.['missingTraces'], [{ name: 'withRetry', line: 4 }]);
    const all = JSON.parse((await cli(['signals', '--workspace', folder, '--format', 'json'])).out) as { files: unknown[] };
    assert.equal(all.files.length, 4);
  });

  describe('check', () => {
    const skill = '---\nname: releasing\ndescription: How a release is made.\n---\nSteps.\n';
    const files = {
      ...shop,
      '.github/skills/releasing/SKILL.md': skill,
      'src/AGENTS.md': 'Only for some files.\n',
      'all.instructions.md': '---\napplyTo: "**"\n---\nAlways.\n',
      'some.instructions.md': '---\napplyTo: "**/*.css"\n---\nSometimes.\n',
      'tools.json': '{ "tools": [{ "name": "search", "description": "Searches.", "inputSchema": { "type": "object" } }] }',
    };
    interface Report {
      readonly blocks: readonly { readonly name: string; readonly tokens: number; readonly source: string }[];
      readonly total: number;
      readonly limit?: number;
      readonly problems: readonly string[];
    }
    const check = async (folder: string, ...args: string[]): Promise<Ran & { report: Report }> => {
      const ran = await cli(['check', '--workspace', folder, '--format', 'json', ...args], folder);
      return { ...ran, report: JSON.parse(ran.out) as Report };
    };

    it('tells what every turn carries, block by block, with its tokens and their sum', async () => {
      const folder = workspace(files);
      const { code, report } = await check(folder, '--tools', 'tools.json');
      assert.equal(code, 0);
      assert.deepEqual(report.blocks.map(({ name }) => name).sort(), ['instructions', 'persona', 'skills', 'tools']);
      assert.equal(report.blocks.find(({ name }) => name === 'instructions')?.source, 'all.instructions.md, AGENTS.md');
      assert.equal(
        report.total,
        report.blocks.reduce((sum, { tokens }) => sum + tokens, 0),
      );
      assert.equal(report.limit, undefined);
    });

    it('passes at the limit, fails one below it, and says by how much', async () => {
      const folder = workspace(files);
      const { total } = (await check(folder)).report;
      assert.equal((await check(folder, '--max-always-on', String(total))).code, 0);
      assert.equal((await check(folder, '--max-always-on', String(total - 1))).code, 1);
      const { code, out } = await cli(['check', '--max-always-on', String(total - 1)], folder);
      assert.equal(code, 1);
      assert.match(out, new RegExp(`\\n${String(total)} tokens, 1 over the limit of ${String(total - 1)}\\.\\n$`, 'u'));
      assert.ok(!fs.readdirSync(path.join(folder, 'cache'), { recursive: true, encoding: 'utf8' }).some((file) => file.includes('traces')));
    });

    it('fails for instructions that are too large to be read, and names them', async () => {
      const folder = workspace({ ...files, 'AGENTS.md': 'x'.repeat(900_000) });
      const { code, out } = await cli(['check', '--max-always-on', '4000'], folder);
      assert.equal(code, 1);
      assert.match(out, /\n\nFails: instructions: AGENTS\.md is larger than 64 KB: it is left out, and its size unknown\.\n$/u);
      assert.deepEqual((await check(folder)).report.problems, [
        'instructions: AGENTS.md is larger than 64 KB: it is left out, and its size unknown',
      ]);
    });

    it('has its table where tools alone are more than the window, with the same sizes as in any other, and fails', async () => {
      const tools = Array.from({ length: 80 }, (_, n) => ({ name: `tool${String(n)}`, description: 'Does a thing. '.repeat(60) }));
      const folder = workspace({ ...files, 'tools.json': JSON.stringify(tools) });
      const args = ['--tools', 'tools.json', '--window'];
      const [small, large] = [await check(folder, ...args, '8192'), await check(folder, ...args, '1000000')];
      assert.deepEqual([small.code, large.code], [1, 0]);
      assert.deepEqual(small.report.blocks, large.report.blocks);
      assert.match(
        small.report.problems.join(),
        /^no turn fits a window of 8,192 tokens: [\d,]+ are left of it, and what must go with every turn has [\d,]+$/u,
      );
      const { out } = await cli(['check', ...args, '8192'], folder);
      assert.match(out, /\| tools \| [\d,]+ \| 80 enabled tools \|[^]*\n[\d,]+ tokens\.\n\nFails: no turn fits/u);
      assert.equal((await check(folder, ...args, '20')).report.blocks.length, 4);
    });

    it('says how many skills have their description in this window', async () => {
      const many = Array.from({ length: 300 }, (_, n) => `.github/skills/skill${String(n)}/SKILL.md`);
      const folder = workspace(
        Object.fromEntries(many.map((file, n) => [file, skill.replace('releasing', `skill${String(n)}`).replace('Steps', String(n))])),
      );
      const { code, out } = await cli(['check', '--window', '64000'], folder);
      assert.equal(code, 0);
      assert.match(
        out,
        /\| skills \| [\d,]+ \| \.github\/skills \| \d+ of 300 skills with their description: they may use 2 % of the window \|/u,
      );
    });

    it('bears with a byte order mark before the tools, and counts one tool as one', async () => {
      const folder = workspace({ ...files, 'tools.json': `\ufeff${files['tools.json']}` });
      assert.equal(
        (await check(folder, '--tools', 'tools.json')).report.blocks.find(({ name }) => name === 'tools')?.source,
        '1 enabled tool',
      );
    });

    it('has nothing but the persona in an empty folder', async () => {
      const { report } = await check(temporaryFolder());
      assert.deepEqual(
        report.blocks.map(({ name }) => name),
        ['persona'],
      );
    });

    for (const [title, text, message] of [
      ['no JSON', '{', /--tools is no JSON/],
      ['no list', '{}', /wants a list of tools/],
      ['a tool without a name', '[{ "description": "x" }, null]', /tool 1 has no name/],
    ] as const) {
      it(`refuses tools that are ${title}`, async () => {
        const { code, err } = await cli(['check', '--tools', 'tools.json'], workspace({ 'tools.json': text }));
        assert.equal(code, 2);
        assert.match(err, message);
      });
    }
  });

  const wrong: readonly (readonly [title: string, args: readonly string[], message: RegExp])[] = [
    ['nothing', [], /say what to do: assemble, signals, check or archive/],
    ['an unknown command', ['explode'], /explode is not a command/],
    ['an unknown option', ['assemble', '--taks', 'x'], /--taks/],
    ['no task', ['assemble'], /--task TEXT/],
    ['a window that is no number', ['assemble', '--task', 'x', '--window', 'big'], /--window wants a whole number/],
    ['a window of 0', ['assemble', '--task', 'x', '--window', '0'], /--window wants/],
    ['a negative projection', ['assemble', '--task', 'x', '--projection=-1'], /--projection wants/],
    ['an unknown format', ['assemble', '--task', 'x', '--format', 'xml'], /--format is one of markdown, json/],
    ['an unknown estimator', ['assemble', '--task', 'x', '--estimator', 'guess'], /--estimator is one of/],
    ['a workspace that is not there', ['assemble', '--task', 'x', '--workspace', 'nowhere'], /nowhere is not a folder/],
    ['a limit that is no number', ['check', '--max-always-on', 'few'], /--max-always-on wants a whole number/],
    ['tools that are not there', ['check', '--tools', 'none.json'], /--tools: ENOENT/],
    ['a limit in the wrong place', ['check', '500'], /options alone, not 500/],
    ['a task in the wrong place', ['assemble', 'fix it'], /--task, not fix it/],
  ];
  for (const [title, args, message] of wrong) {
    it(`${title}: exit code 2, nothing on standard output, what to write instead`, async () => {
      const { code, out, err } = await cli(args);
      assert.deepEqual([code, out], [2, '']);
      assert.match(err, message);
      assert.match(err, /--help/);
    });
  }

  it('says what is too large, with exit code 1', async () => {
    const { code, out, err } = await cli(['assemble', '--task', 'word '.repeat(3_000), '--window', '2048'], workspace(shop));
    assert.deepEqual([code, out], [1, '']);
    assert.match(err, /ContextOverflowError: user needs 3\d\d\d tokens.*larger --window/);
  });

  it('says what of the workspace signals could not list', async () => {
    const folder = workspace(shop);
    fs.writeFileSync(path.join(folder, 'a\u0001.ts'), '');
    const { code, err } = await cli(['signals', '--workspace', folder]);
    assert.deepEqual([code, err], [0, 'context-broker: index: "a\\u0001.ts" has control characters in its name and is left out\n']);
  });
  it('names the file of signals that is none, and gives the others', async () => {
    const { code, out, err } = await cli(['signals', 'src/wait.ts', 'src/none.ts', '--format', 'json'], workspace(shop));
    assert.equal(code, 1);
    assert.match(err, /src\/none\.ts is not a code file/);
    assert.equal((JSON.parse(out) as { files: unknown[] }).files.length, 1);
  });

  it('has --help and --version', async () => {
    assert.match((await cli(['--help'])).out, /assemble --task TEXT/);
    assert.deepEqual(await cli(['--version']), { code: 0, out: `${manifest.version}\n`, err: '' });
  });
});
