import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { openStore } from '../../../src/engine/openStore.ts';
import type { WorkspaceIndex } from '../../../src/engine/workspaceIndex.ts';
import { CodeIndex } from '../../../src/signals/codeIndex.ts';
import type { FileStore } from '../../../src/signals/fileStore.ts';
import { sqliteDatabase } from '../../../src/signals/sqlite.ts';
import { answersOf, freshAnswers, openIndex } from './indexFixture.ts';
import { shop, temporaryFolder, workspace } from './workspaceFixture.ts';

const options = { tracesTag: 'traces', traceId: '[A-Z]+-\\d+' };

/** Of an earlier time, so that its stamp is trusted at once. */
const age = (file: string, seconds = 1e9): void => {
  fs.utimesSync(file, seconds, seconds);
};

const aged = (folder: string): string => {
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) age(path.join(folder, name));
  return folder;
};

async function readyIndex(folder: string, state: string): Promise<WorkspaceIndex> {
  const index = openIndex(folder, state);
  await index.ready();
  return index;
}

async function ended(folder: string, state: string): Promise<void> {
  (await readyIndex(folder, state)).close();
}

describe('what is stored is known without loading it', () => {
  before(() => {
    assert.ok(sqliteDatabase() !== undefined, `Node.js ${process.versions.node} has no SQLite: run these tests with npm test`);
  });

  const [paths, stamps] = [['a.ts', 'b.ts'], Float64Array.from([5.25, 20, 6.5, 20])] as const;

  /** An index of two files that are stored in `state`. */
  function stored(state: string): CodeIndex {
    const code = new CodeIndex(options);
    code.use(openStore(state, 'key', code.vocabulary).store);
    assert.equal(code.size, 0);
    code.put('a.ts', { text: 'export const a = 1;\n' }, { mtime: 5.25, size: 20 });
    code.put('b.ts', { problem: 'is larger than 1 MB' }, { mtime: 6.5, size: 20 });
    code.flush();
    code.keepDigest(paths);
    return code;
  }

  /** Another start on the same store, and how often it loaded. */
  function started(state: string): { readonly code: CodeIndex; readonly loads: () => number } {
    let count = 0;
    const code = new CodeIndex(options);
    const { store } = openStore(state, 'key', code.vocabulary);
    const load = store.load.bind(store);
    code.use(Object.assign(store satisfies FileStore, { load: () => (count++, load()) }));
    return { code, loads: () => count };
  }

  it('as are its size and its problems', () => {
    const state = temporaryFolder();
    stored(state).close();
    const { code, loads } = started(state);
    assert.equal(code.isAsStored(paths, stamps), true);
    assert.equal(code.size, 2);
    assert.deepEqual(code.problems, [{ path: 'b.ts', problem: 'is larger than 1 MB' }]);
    assert.equal(code.forgetReplaced(), false);
    assert.equal(loads(), 0);
    assert.equal(code.get('a.ts')?.signals.declarations.length, 1);
    assert.equal(loads(), 1);
    assert.equal(code.isAsStored(paths, stamps), false, 'what is loaded is compared one by one');
    code.close();
  });

  const others: readonly (readonly [title: string, paths: readonly string[], stamps: readonly number[]])[] = [
    ['a file is missing', ['a.ts'], [5.25, 20]],
    ['a file has come', ['a.ts', 'b.ts', 'c.ts'], [5.25, 20, 6.5, 20, 7, 20]],
    ['a file has another name', ['a.ts', 'c.ts'], [5.25, 20, 6.5, 20]],
    ['a file has another time', ['a.ts', 'b.ts'], [5.25, 20, 6.75, 20]],
    ['a file has another size', ['a.ts', 'b.ts'], [5.25, 21, 6.5, 20]],
    ['a file cannot be looked at', ['a.ts', 'b.ts'], [5.25, 20, NaN, NaN]],
    ['the stamps of two files are exchanged', ['a.ts', 'b.ts'], [6.5, 20, 5.25, 20]],
  ];
  for (const [title, now, its] of others) {
    it(`but not where ${title}`, () => {
      const state = temporaryFolder();
      stored(state).close();
      const { code } = started(state);
      assert.equal(code.isAsStored(now, Float64Array.from(its)), false);
      code.close();
    });
  }

  const writes: readonly (readonly [title: string, write: (code: CodeIndex) => void])[] = [
    [
      'another content',
      (code): void => {
        code.put('a.ts', { text: 'export const b = 1;\n' }, { mtime: 5.25, size: 20 });
      },
    ],
    [
      'another time',
      (code): void => {
        code.put('a.ts', { text: 'export const a = 1;\n' }, { mtime: 9, size: 20 });
      },
    ],
    [
      'a deletion',
      (code): void => {
        code.remove('a.ts');
      },
    ],
    [
      'nothing at all any more',
      (code): void => {
        code.clear();
      },
    ],
  ];
  for (const [title, write] of writes) {
    it(`nor once ${title} is stored, by whomever`, () => {
      const state = temporaryFolder();
      const mine = stored(state);
      const { code: yours } = started(state);
      write(yours);
      yours.flush();
      const { code } = started(state);
      assert.equal(code.isAsStored(paths, stamps), false);
      mine.keepDigest(paths);
      assert.equal(code.isAsStored(paths, stamps), false, 'who has not noticed keeps no digest');
      for (const one of [mine, yours, code]) one.close();
    });
  }

  it('nor where a row has gone by other ways', () => {
    const state = temporaryFolder();
    stored(state).close();
    const Database = sqliteDatabase();
    assert.ok(Database !== undefined);
    const database = new Database(path.join(state, 'index-key.db'));
    database.exec("DELETE FROM files WHERE path = 'a.ts'");
    database.close();
    const { code } = started(state);
    assert.equal(code.isAsStored(paths, stamps), false);
    code.close();
  });

  it('nor where the stamp of a file is not to be trusted', () => {
    const state = temporaryFolder();
    const mine = stored(state);
    mine.put('a.ts', { text: 'export const c = 1;\n' });
    mine.flush();
    mine.keepDigest(paths);
    const { code } = started(state);
    assert.equal(code.isAsStored(paths, stamps), false);
    for (const one of [mine, code]) one.close();
  });
});

describe('a start that finds nothing changed', () => {
  it('answers as any other, and sees what changes from then on', async () => {
    const folder = aged(workspace(shop));
    const state = temporaryFolder();
    await ended(folder, state);
    const index = await readyIndex(folder, state);
    const file = path.join(folder, 'src/wait.ts');
    fs.writeFileSync(file, 'export const quagga = 2;\n');
    index.update([{ path: file }]);
    await index.ready();
    assert.equal(answersOf(index), await freshAnswers(folder));
    index.close();
  });

  it('sees what the editor holds unsaved', async () => {
    const folder = aged(workspace(shop));
    const state = temporaryFolder();
    await ended(folder, state);
    const index = openIndex(folder, state);
    index.update([{ path: path.join(folder, 'src/wait.ts'), text: 'export const quagga = 2;\n' }]);
    await index.ready();
    assert.deepEqual(
      index.code.declaring('quagga').map((one) => one.path),
      ['src/wait.ts'],
    );
    index.close();
  });

  it('reads a file too large for it no more until it changes', async () => {
    const folder = aged(workspace({ ...shop, 'large.ts': `// ${'x'.repeat(1_100_000)}\n` }));
    const state = temporaryFolder();
    await ended(folder, state);
    const same = await readyIndex(folder, state);
    assert.deepEqual(same.summary.problems, [{ path: 'large.ts', problem: 'is larger than 1 MB' }]);
    same.close();
    fs.writeFileSync(path.join(folder, 'large.ts'), 'export const quagga = 1;\n');
    assert.equal(await freshAnswers(folder, [], state), await freshAnswers(folder));
  });

  it('is right again where another window stored something before it was asked anything, and the file is back as it was', async () => {
    const folder = aged(workspace(shop));
    const state = temporaryFolder();
    await ended(folder, state);
    const right = await freshAnswers(folder);
    for (const isAskedMeanwhile of [false, true]) {
      const [mine, yours] = [await readyIndex(folder, state), await readyIndex(folder, state)];
      const file = path.join(folder, 'src/retry.ts');
      const text = fs.readFileSync(file, 'utf8');
      fs.writeFileSync(file, 'export const nothing = 1;\n');
      yours.update([{ path: file }]);
      await yours.ready();
      yours.close();
      fs.writeFileSync(file, text);
      age(file);
      if (isAskedMeanwhile) answersOf(mine);
      await mine.ready();
      assert.equal(answersOf(mine), right);
      mine.close();
      assert.equal(await freshAnswers(folder, [], state), right);
    }
  });

  const meanwhile: readonly (readonly [title: string, write: (folder: string, state: string) => Promise<WorkspaceIndex>])[] = [
    [
      'cleared it',
      async (folder, state): Promise<WorkspaceIndex> => {
        const yours = await readyIndex(folder, state);
        yours.rebuild();
        return yours;
      },
    ],
    [
      'keeps less of it',
      async (folder, state): Promise<WorkspaceIndex> => {
        const yours = openIndex(folder, state, ['src/retry.ts']);
        await yours.ready();
        return yours;
      },
    ],
  ];
  for (const [title, write] of meanwhile) {
    it(`answers whole in the first turn already, where another window ${title} as that turn begins`, async () => {
      const folder = aged(workspace(shop));
      const state = temporaryFolder();
      await ended(folder, state);
      const mine = await readyIndex(folder, state);
      let yours: WorkspaceIndex | undefined;
      const answers = await mine.whenReady(async () => {
        yours ??= await write(folder, state);
        return answersOf(mine);
      });
      assert.equal(answers, await freshAnswers(folder));
      mine.close();
      yours?.close();
    });
  }

  it('is as a fresh one after any changes between starts and during them', async function () {
    this.timeout(120_000);
    const names = ['src/a.ts', 'src/b.ts', 'lib/c.ts', 'README.md', 'notes.txt', '.gitignore'];
    const texts = ['', 'export const a = 1;\n', "import { a } from '../src/a.js';\na();\n", 'src/b.ts\n', `// ${'x'.repeat(1_100_000)}\n`];
    const step = fc.record({
      what: fc.constantFrom('write', 'delete', 'rename', 'start', 'tell', 'other window', 'rebuild'),
      name: fc.constantFrom(...names),
      to: fc.constantFrom(...names),
      text: fc.constantFrom(...texts),
      time: fc.constantFrom(1e9, 1e9 + 1),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
        const folder = aged(workspace(shop));
        const state = temporaryFolder();
        let index = await readyIndex(folder, state);
        const told: string[] = [];
        for (const { what, name, to, text, time } of steps) {
          const [file, target] = [path.join(folder, name), path.join(folder, to)];
          if (what === 'write') {
            // As programs do: another text bears another time, unless its size tells.
            workspace({ [name]: text }, folder);
            age(file, time + text.length * 7);
          } else if (what === 'delete') fs.rmSync(file, { force: true });
          else if (what === 'rename' && fs.existsSync(file)) {
            fs.mkdirSync(path.dirname(target), { recursive: true });
            fs.renameSync(file, target);
          }
          told.push(file, target);
          if (what === 'start') {
            index.close();
            index = await readyIndex(folder, state);
          } else if (what === 'tell') index.update(told.map((one) => ({ path: one })));
          else if (what === 'other window') await ended(folder, state);
          else if (what === 'rebuild') index.rebuild();
          if (what === 'start' || what === 'tell') told.length = 0;
        }
        index.update(told.map((one) => ({ path: one })));
        await index.ready();
        const expected = await freshAnswers(folder);
        assert.equal(answersOf(index), expected);
        index.close();
        assert.equal(await freshAnswers(folder, [], state), expected);
        assert.equal(await freshAnswers(folder, [], state), expected);
      }),
      { numRuns: 60 },
    );
  });
});
