import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import type { WorkspaceIndex } from '../../../src/engine/workspaceIndex.ts';
import { answersOf, freshAnswers, openIndex } from './indexFixture.ts';
import { assembled, openEngine, request, shop, temporaryFolder, workspace } from './workspaceFixture.ts';

/** Everything that the workspace is for a turn. */
function wholeOf(index: WorkspaceIndex): unknown {
  const texts = index.paths.map((file) => [file, index.text(file)]);
  return [answersOf(index), texts, [...index.graphs.imports.imports], [...index.graphs.importance], index.summary.problems];
}

async function readyIndex(folder: string, state?: string): Promise<WorkspaceIndex> {
  const index = openIndex(folder, state);
  await index.ready();
  return index;
}

const policy = "import { wait } from './wait.js';\nexport const retryPolicy = (): Promise<void> => wait(3);\n";

describe('a file that only the editor has', () => {
  const pathsAfter = async (index: WorkspaceIndex, file: string, text?: string): Promise<readonly string[]> => {
    index.update([text === undefined ? { path: file } : { path: file, text }]);
    await index.ready();
    return index.paths;
  };

  it('is searched, ranked, followed and sent while it is held', async () => {
    const folder = workspace(shop);
    const engine = await openEngine(folder);
    await engine.index();
    const held = path.join(folder, 'src/retryPolicy.ts');
    await engine.update([{ path: held, text: policy }]);
    const one = assembled(await engine.assemble(request('what does retryPolicy do?')));
    assert.equal(one.files[0]?.path, 'src/retryPolicy.ts');
    assert.ok(one.messages.some(({ content }) => content.includes('retryPolicy = (): Promise<void> => wait(3)')));
    const { symbols } = await engine.callers({ name: 'wait' });
    assert.ok(symbols[0]?.calls.some(({ path: caller }) => caller === held));
    await engine.update([{ path: held }]);
    const { trace, messages } = assembled(await engine.assemble(request('what does retryPolicy do?')));
    assert.ok(!trace.ranking.some(({ path: file }) => file === 'src/retryPolicy.ts'));
    assert.ok(!messages.some(({ content }) => content.includes('wait(3)')));
    assert.deepEqual(trace.degraded, []);
  });

  it('is held on where it is deleted from the disk, and goes when it is closed', async () => {
    const folder = workspace(shop);
    const index = await readyIndex(folder);
    const file = path.join(folder, 'src/wait.ts');
    index.update([{ path: file, text: 'export const quagga = 1;\n' }]);
    fs.rmSync(file);
    index.update([{ path: file, text: 'export const quagga = 1;\n' }]);
    await index.ready();
    assert.deepEqual(
      index.code.declaring('quagga').map((one) => one.path),
      ['src/wait.ts'],
    );
    assert.equal(index.text('src/wait.ts'), 'export const quagga = 1;\n');
    assert.ok(!(await pathsAfter(index, file)).includes('src/wait.ts'));
    assert.equal(answersOf(index), await freshAnswers(folder));
  });

  it('may be configuration', async () => {
    const folder = workspace({ 'a.ts': "import 'lib';\n", 'deep/lib.ts': '' });
    const index = await readyIndex(folder);
    const config = JSON.stringify({ compilerOptions: { paths: { lib: ['./deep/lib.ts'] } } });
    await pathsAfter(index, path.join(folder, 'tsconfig.json'), config);
    assert.deepEqual(index.graphs.imports.imports.get('a.ts'), ['deep/lib.ts']);
  });

  const kept: readonly (readonly [title: string, file: string])[] = [
    ['ignored', 'out/new.ts'],
    ['private', 'secret/new.ts'],
    ['outside', '../new.ts'],
    ['in a folder that is a link', 'linked/new.ts'],
    ['a link that leads nowhere', 'dangling.ts'],
    ['of a name with a line break', 'src/new\n.ts'],
    ['below a file', 'src/wait.ts/new.ts'],
  ];
  for (const [title, file] of kept) {
    it(`is none of the workspace where it is ${title}`, async () => {
      const folder = workspace({ ...shop, '.gitignore': 'out/\n', '.contextignore': 'secret/\n' });
      fs.symlinkSync(path.join(folder, 'src'), path.join(folder, 'linked'));
      fs.symlinkSync(path.join(folder, 'nowhere.ts'), path.join(folder, 'dangling.ts'));
      const index = await readyIndex(folder);
      const before = wholeOf(index);
      await pathsAfter(index, path.join(folder, file), policy);
      assert.deepEqual(wholeOf(index), before);
    });
  }

  it('never enters what is stored', async () => {
    const [folder, state] = [workspace(shop), temporaryFolder()];
    const index = await readyIndex(folder, state);
    index.update([{ path: path.join(folder, 'new.ts'), text: 'export const quagga = 1;\n' }]);
    fs.rmSync(path.join(folder, 'src/wait.ts'));
    index.update([{ path: path.join(folder, 'src/wait.ts'), text: 'export const quagga = 2;\n' }]);
    await index.ready();
    assert.equal(index.code.declaring('quagga').length, 2);
    index.close();
    for (const name of fs.readdirSync(state)) assert.ok(!fs.readFileSync(path.join(state, name)).includes('quagga'), name);
    assert.equal(await freshAnswers(folder, [], state), await freshAnswers(folder));
  });

  describe('in any order of holding, saving, closing, writing, deleting and ignoring', () => {
    const names = ['src/a.ts', 'src/b.ts', 'new/c.ts', 'notes.md', 'tsconfig.json'];
    const texts = [
      '',
      "import { b } from './b';\nexport const a = b;\n",
      "import '@/a';\nexport const b = 'retry';\n",
      '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
      '# Notes\n\nschedule the timeout\n',
    ];
    const step = fc.record({
      what: fc.constantFrom('hold', 'save', 'close', 'write', 'delete', 'ignore', 'ready'),
      name: fc.constantFrom(...names),
      text: fc.constantFrom(...texts),
    });

    it('the index is that of a folder in which all is written as the editor shows it', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), fc.boolean(), async (steps, isStored) => {
          const folder = workspace({ 'src/a.ts': texts[1] ?? '', 'new/keep.md': '' });
          const index = await readyIndex(folder, isStored ? temporaryFolder() : undefined);
          const held = new Map<string, string>();
          for (const { what, name, text } of steps) {
            const file = path.join(folder, name);
            if (what === 'hold') held.set(name, text);
            if (what === 'save') workspace({ [name]: held.get(name) ?? text }, folder);
            if (what === 'write') workspace({ [name]: text }, folder);
            if (what === 'save' || what === 'close') held.delete(name);
            if (what === 'delete') fs.rmSync(file, { force: true });
            if (what === 'ignore') fs.writeFileSync(path.join(folder, '.gitignore'), text === '' ? '' : `${name}\n`);
            const shown = held.get(name);
            if (what === 'ready') await index.ready();
            else if (what === 'ignore') index.update([{ path: path.join(folder, '.gitignore') }]);
            else index.update([shown === undefined ? { path: file } : { path: file, text: shown }]);
          }
          await index.ready();
          const shown = temporaryFolder();
          fs.cpSync(folder, shown, { recursive: true });
          const fresh = await readyIndex(workspace(Object.fromEntries(held), shown));
          assert.deepEqual(wholeOf(index), wholeOf(fresh));
          index.close();
        }),
        { numRuns: 150 },
      );
    });
  });
});
