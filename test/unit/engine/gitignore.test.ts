import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { scanWorkspace } from '../../../src/workspace/scan.ts';
import { temporaryFolder, workspace } from './workspaceFixture.ts';

const text = 'export {};\n';
const files = {
  '.gitignore': 'dist\n*.log\n!keep.log\n/only-root.ts\nUPPER.ts\nbuild/\na/**/z.ts\n\\#hash.ts\n# comment\ntrailing.ts   \ndoc/*.txt\n',
  'outer/.gitignore': 'inner/*\n!inner/kept.ts\n*.gen.ts\n',
  'outer/inner/.gitignore': '!sub/\n',
  'outer/inner/dropped.ts': text,
  'outer/inner/kept.ts': text,
  'outer/inner/sub/in.ts': text,
  'outer/inner/sub/x.gen.ts': text,
  'outer/only-root.ts': text,
  'only-root.ts': text,
  'dist/a.ts': text,
  'packages/dist': text,
  'x.log': text,
  'keep.log': text,
  'upper.ts': text,
  'UPPER.ts': text,
  'build/a.ts': text,
  'src/build': text,
  'a/z.ts': text,
  'a/b/c/z.ts': text,
  '#hash.ts': text,
  'trailing.ts': text,
  'doc/a.txt': text,
  'doc/deep/a.txt': text,
  'secret/.gitignore': '*\n',
  'secret/a.ts': text,
  'lib/.gitignore': '/local.ts\n',
  'lib/local.ts': text,
  'lib/deep/local.ts': text,
};

async function scanned(folder: string): Promise<string[]> {
  return (await scanWorkspace([{ name: 'w', path: folder }], [], () => Promise.resolve())).files;
}

/** What git itself would take. */
const byGit = (folder: string): string[] =>
  execFileSync('git', ['-c', 'core.quotePath=false', 'ls-files', '--others', '--exclude-standard'], { cwd: folder, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');

describe('.gitignore', () => {
  const repository = (): string => {
    const folder = workspace(files, temporaryFolder());
    execFileSync('git', ['init', '-q'], { cwd: folder });
    workspace({ '.git/info/exclude': 'doc/deep\n' }, folder);
    return folder;
  };
  const sorted = (all: readonly string[]): string[] => [...all].sort();

  it('may have lines that no path can match', async () => {
    const long = 'x'.repeat(1_000_000);
    const folder = workspace({ '.gitignore': `${long}\n!${long}\n#${long}\r\n/b.ts\n`, 'a.ts': text, 'b.ts': text });
    execFileSync('git', ['init', '-q'], { cwd: folder });
    assert.deepEqual(await scanned(folder), ['.gitignore', 'a.ts']);
  });

  it('leaves in exactly what git leaves in', async () => {
    const folder = repository();
    assert.deepEqual(sorted(await scanned(folder)), sorted(byGit(folder)));
  });

  for (const part of ['outer', 'outer/inner', 'lib', 'doc']) {
    it(`leaves in what git leaves in where ${part} of a repository is opened`, async () => {
      const folder = path.join(repository(), part);
      assert.deepEqual(sorted(await scanned(folder)), sorted(byGit(folder)));
    });
  }

  it("leaves in what git leaves in where a worktree is opened: its exclusions are the repository's", async () => {
    const folder = repository();
    const git = (...args: string[]): unknown =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: folder, stdio: 'pipe' });
    git('commit', '-q', '--allow-empty', '-m', 'empty');
    const worktree = path.join(temporaryFolder(), 'tree');
    git('worktree', 'add', '-q', '--detach', worktree);
    workspace(files, worktree);
    const found = await scanned(worktree);
    assert.ok(!found.includes('doc/deep/a.txt'));
    assert.deepEqual(sorted(found), sorted(byGit(worktree)));
  });
});
