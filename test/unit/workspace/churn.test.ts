import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ChurnReader, type Churn } from '../../../src/workspace/churn.ts';
import { assembled, openEngine, request, settings, temporaryFolder, workspace } from '../engine/workspaceFixture.ts';

const limits = { commits: 500, timeLimit: 20_000 };
const never = new AbortController().signal;
const branches = (name: string, many: number): string => `export function ${name}(a) {\n${'  if (a) a();\n'.repeat(many)}}\n`;

function git(folder: string, ...command: string[]): void {
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.invalid', '-c', 'commit.gpgSign=false'];
  execFileSync('git', ['-C', folder, ...who, ...command], { stdio: 'ignore' });
}

/** One commit a round, each at its own time: the files of the round get another line. */
function history(rounds: readonly (readonly string[])[], folder = temporaryFolder()): string {
  git(folder, 'init', '--quiet');
  for (const files of rounds) {
    for (const file of files) {
      fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      fs.appendFileSync(path.join(folder, file), '// more\n');
    }
    git(folder, 'add', '--all');
    git(folder, 'commit', '--quiet', '--allow-empty', '-m', 'round');
  }
  return folder;
}

const read = (folder: string, more: Partial<typeof limits> = {}, reader = new ChurnReader()): Promise<Churn> =>
  reader.read([{ name: 'root', path: folder }], { ...limits, ...more }, never);

const shown = ({ files }: Churn): string[] =>
  [...files].map(([file, { changed, commits }]) => `${file} ${String(changed)}/${String(commits)}`).sort();

describe('churn', function () {
  this.timeout(30_000);

  it('is how many of the latest commits changed a file', async () => {
    const folder = history([['a.ts', 'b.ts'], ['a.ts'], [], ['a.ts', 'ä ö/c.ts']]);
    assert.deepEqual(shown(await read(folder)), ['a.ts 3/4', 'b.ts 1/4', 'ä ö/c.ts 1/4']);
  });

  it('looks at no more commits than it may', async () => {
    assert.deepEqual(shown(await read(history([['b.ts'], ['a.ts'], ['a.ts']]), { commits: 2 })), ['a.ts 2/2']);
  });

  it('tells files as the workspace shows them: from its folder, or under the name of each of several', async () => {
    const folder = history([['app/a.ts', 'lib/b.ts'], ['app/a.ts']]);
    assert.deepEqual(shown(await read(path.join(folder, 'app'))), ['a.ts 2/2']);
    const roots = ['app', 'lib'].map((name) => ({ name, path: path.join(folder, name) }));
    assert.deepEqual(shown(await new ChurnReader().read(roots, limits, never)), ['app/a.ts 2/2', 'lib/b.ts 1/2']);
  });

  it('is read once for each commit', async () => {
    const folder = history([['a.ts']]);
    const reader = new ChurnReader();
    const first = await read(folder, {}, reader);
    fs.appendFileSync(path.join(folder, 'a.ts'), '// unsaved work is no commit\n');
    assert.equal((await read(folder, {}, reader)).files.get('a.ts'), first.files.get('a.ts'));
    history([['a.ts']], folder);
    assert.deepEqual(shown(await read(folder, {}, reader)), ['a.ts 2/2']);
  });

  const failures: readonly (readonly [title: string, folder: () => string, git: string, reason: RegExp])[] = [
    ['no git', temporaryFolder, '/nowhere/git', /^git is not installed$/u],
    ['no repository', temporaryFolder, 'git', /^the folder is in no git repository$/u],
    ['no commit', () => history([]), 'git', /^git: fatal: your current branch .* does not have any commits yet$/u],
  ];
  for (const [title, folder, program, reason] of failures) {
    it(`says so where there is ${title}`, async () => {
      const { files, problem } = await read(folder(), {}, new ChurnReader(program));
      assert.equal(files.size, 0);
      assert.match(problem ?? '', reason);
    });
  }

  /** Stands for a git that never answers. */
  const hanging = (): string => {
    const program = path.join(workspace({ git: '#!/bin/sh\nexec sleep 60\n' }), 'git');
    fs.chmodSync(program, 0o755);
    return program;
  };
  it('ends a git that does not answer in time', async function () {
    if (process.platform === 'win32') this.skip();
    const { problem } = await read(temporaryFolder(), { timeLimit: 100 }, new ChurnReader(hanging()));
    assert.equal(problem, 'git did not answer within 100 ms');
  });
  it('is cancelled while git works', async function () {
    if (process.platform === 'win32') this.skip();
    const controller = new AbortController();
    const reading = new ChurnReader(hanging()).read([{ name: 'root', path: temporaryFolder() }], limits, controller.signal);
    setTimeout(() => {
      controller.abort();
    }, 50);
    await assert.rejects(reading, { name: 'AbortError' });
  });
});

describe('hotspots', function () {
  this.timeout(30_000);
  const files = { 'src/calm.ts': branches('calm', 8), 'src/busy.ts': branches('busy', 6) };
  const rows = async (folder: string, churn: number): Promise<{ hotspots: string[]; degraded: readonly string[] }> => {
    const engine = await openEngine(folder);
    const { messages, trace } = assembled(
      await engine.assemble(request('calm and busy', { settings: settings({ 'signals.churn': churn }) })),
    );
    const text = messages.map(({ content }) => content).join('\n');
    return { hotspots: text.match(/^- hotspot: .*$/gmu) ?? [], degraded: trace.degraded };
  };
  const calm = '- hotspot: calm src/calm.ts:1, cyclomatic 9, cognitive 8';
  const busy = '- hotspot: busy src/busy.ts:1, cyclomatic 7, cognitive 6';

  it('come in the order of their complexity, unless churn is asked for', async () => {
    const folder = history([[], ['src/busy.ts']], workspace(files));
    assert.deepEqual(await rows(folder, 0), { hotspots: [calm, busy], degraded: [] });
  });
  it('come first where the file changes often, and say how often', async () => {
    const folder = history([[], ['src/busy.ts'], ['src/busy.ts']], workspace(files));
    const weighted = {
      hotspots: [`${busy}, changed in 3 of the last 3 commits`, `${calm}, changed in 1 of the last 3 commits`],
      degraded: [],
    };
    assert.deepEqual(await rows(folder, 500), weighted);
    assert.deepEqual(await rows(folder, 500), weighted);
  });
  it('are not weighted where there is no history, which is one degraded row', async () => {
    const { hotspots, degraded } = await rows(workspace(files), 500);
    assert.deepEqual(hotspots, [calm, busy]);
    assert.deepEqual(degraded, ['churn: the folder is in no git repository; hotspots are not weighted by it']);
  });
});
