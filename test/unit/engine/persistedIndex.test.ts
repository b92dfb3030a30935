import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { sqliteDatabase } from '../../../src/signals/sqlite.ts';
import type { WorkspaceIndex } from '../../../src/engine/workspaceIndex.ts';
import { answersOf, freshAnswers, openIndex } from './indexFixture.ts';
import { assembled, openEngine, request, shop, temporaryFolder, workspace } from './workspaceFixture.ts';

const rxjs = path.resolve('node_modules/rxjs');

const databaseOf = (state: string): string => {
  const name = fs.readdirSync(state).find((one) => one.endsWith('.db'));
  assert.ok(name !== undefined, 'there is a database');
  return path.join(state, name);
};

const indexed = async (folder: string, state: string): Promise<string> => {
  const index = openIndex(folder, state);
  await index.ready();
  index.close();
  return databaseOf(state);
};

/** Files of an earlier time: their stamps are trusted at once. */
const aged = (folder: string): string => {
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) fs.utimesSync(path.join(folder, name), 1e9, 1e9);
  return folder;
};

function change(database: string, sql: string): void {
  const Database = sqliteDatabase();
  assert.ok(Database !== undefined);
  const opened = new Database(database);
  opened.exec(sql);
  opened.close();
}

const child = (folder: string, state: string): ReturnType<typeof spawn> =>
  spawn(process.execPath, ['--import', 'tsx', 'test/unit/engine/indexChild.mts', folder, state], { stdio: ['ignore', 'pipe', 'inherit'] });

describe('the index between starts', () => {
  before(() => {
    assert.ok(sqliteDatabase() !== undefined, `Node.js ${process.versions.node} has no SQLite: run these tests with npm test`);
  });

  it('answers like an index in memory', async () => {
    const stored = JSON.parse(await freshAnswers(rxjs, [], temporaryFolder())) as [string, [unknown[]], ...unknown[]];
    const inMemory = JSON.parse(await freshAnswers(rxjs)) as unknown[];
    assert.ok(stored[1][0].length > 500);
    assert.ok(isDeepStrictEqual(stored, inMemory), 'the same numbers to the last digit');
  });

  it('is read again, not derived again', async () => {
    const folder = aged(workspace(shop));
    const state = temporaryFolder();
    const database = await indexed(folder, state);
    const before = fs.readFileSync(database);
    const index = openIndex(folder, state);
    await index.ready();
    assert.equal(answersOf(index), await freshAnswers(folder, [], temporaryFolder()));
    index.close();
    assert.deepEqual(fs.readFileSync(database), before, 'nothing was written');
  });

  it('remembers the folders, and lists again those that changed meanwhile', async () => {
    const folder = aged(workspace(shop));
    const state = temporaryFolder();
    const now = Date.now.bind(Date);
    Date.now = (): number => now() + 60_000; // what has just been made would be listed again for some seconds
    try {
      const known = openIndex(folder, state);
      await known.ready();
      const first = known.code.folders;
      known.close();
      fs.writeFileSync(path.join(folder, 'test/quagga.ts'), 'export const quagga = 1;');
      const index = openIndex(folder, state);
      await index.ready();
      const changed = [...index.code.folders.values()].filter((one) => one.mark !== first.get(one.place)?.mark);
      assert.deepEqual(
        changed.map((one) => one.place),
        [`${folder}\ntest`],
      );
      assert.ok(first.size > 2);
      assert.equal(answersOf(index), await freshAnswers(folder, [], temporaryFolder()));
      index.rebuild();
      assert.equal(index.code.folders.size, 0);
      await index.ready();
      assert.deepEqual([...index.code.folders.keys()], [...first.keys()]);
      index.close();
    } finally {
      Date.now = now;
    }
  });

  it('is for its owner alone', async () => {
    const state = path.join(temporaryFolder(), 'a', 'b');
    const database = await indexed(workspace(shop), state);
    assert.equal(fs.statSync(database).mode & 0o777, 0o600);
    assert.equal(fs.statSync(state).mode & 0o777, 0o700);
  });

  it('of other settings is removed', async () => {
    const state = temporaryFolder();
    fs.writeFileSync(path.join(state, 'index-0123456789ab.db'), 'old');
    await indexed(workspace(shop), state);
    assert.equal(fs.readdirSync(state).filter((name) => name.startsWith('index-')).length, 1);
  });

  it('ends with the same answers as a fresh one after a switch of branches', async function () {
    this.timeout(60_000);
    const count = 2_000;
    const files = Object.fromEntries(
      Array.from({ length: count }, (_, n) => [
        `src/f${String(n)}.ts`,
        `import './f${String(n + 1)}';\nexport const retry${String(n)} = ${String(n)}; // observe value\n`,
      ]),
    );
    const folder = aged(workspace(files));
    const state = temporaryFolder();
    const index = openIndex(folder, state);
    await index.ready();
    for (let n = 0; n < count; n++) {
      const file = path.join(folder, `src/f${String(n)}.ts`);
      if (n % 3 === 0)
        fs.writeFileSync(file, `export function observe${String(n)}() { return subscribe(${String(n)}); }\n`.repeat(1 + (n % 5)));
      else if (n % 3 === 1) fs.rmSync(file);
      else if (n % 6 === 2) fs.renameSync(file, path.join(folder, `src/renamed${String(n)}.ts`));
      index.update([{ path: file }]);
    }
    await index.ready();
    const fresh = await freshAnswers(folder, [], temporaryFolder());
    assert.equal(answersOf(index), fresh);
    index.close();
    assert.equal(await freshAnswers(folder, [], state), fresh, 'and so does the next start');
  });

  it('forgets what the settings exclude now, and what is not there any more', async () => {
    const folder = aged(workspace(shop));
    const state = temporaryFolder();
    await indexed(folder, state);
    fs.rmSync(path.join(folder, 'src/wait.ts'));
    const exclude = ['test/**'];
    assert.equal(await freshAnswers(folder, exclude, state), await freshAnswers(folder, exclude, temporaryFolder()));
  });

  const damages: readonly (readonly [title: string, damage: (file: string) => void])[] = [
    [
      'is garbage',
      (file) => {
        fs.writeFileSync(file, Buffer.alloc(50_000, 'garbage'));
      },
    ],
    [
      'was cut short',
      (file) => {
        fs.truncateSync(file, 20_000);
      },
    ],
    [
      'has garbage behind its head',
      (file) => {
        fs.writeFileSync(file, Buffer.concat([fs.readFileSync(file).subarray(0, 4_096), Buffer.alloc(200_000, 7)]));
      },
    ],
    [
      'has other tables',
      (file) => {
        fs.rmSync(file);
        const Database = sqliteDatabase();
        assert.ok(Database !== undefined);
        const database = new Database(file);
        database.exec('CREATE TABLE files (a); CREATE TABLE facts (a); CREATE TABLE words (a)');
        database.close();
      },
    ],
    [
      'is a folder',
      (file) => {
        fs.rmSync(file);
        fs.mkdirSync(path.join(file, 'inside'), { recursive: true });
      },
    ],
  ];
  for (const [title, damage] of damages) {
    it(`is built anew, with one notice, where its file ${title}`, async () => {
      const folder = aged(workspace(shop));
      const state = temporaryFolder();
      damage(await indexed(folder, state));
      const index = openIndex(folder, state);
      await index.ready();
      const answers = await index.whenReady(() => answersOf(index));
      assert.equal(answers, await freshAnswers(folder, [], temporaryFolder()));
      assert.deepEqual(index.summary.problems, [{ path: '', problem: 'its file was damaged and has been built anew' }]);
      index.close();
      assert.equal(await freshAnswers(folder, [], state), answers);
    });
  }

  it('is built anew, with one notice, where its file has lost a table', async () => {
    const folder = aged(workspace(shop));
    const state = temporaryFolder();
    const database = await indexed(folder, state);
    change(database, 'DROP TABLE words');
    const index = openIndex(folder, state);
    await index.ready();
    assert.match(index.summary.problems.map(({ problem }) => problem).join(), /damaged and has been built anew/u);
    assert.equal(answersOf(index), await freshAnswers(folder, [], temporaryFolder()));
  });

  it('is built anew where what is damaged shows in one block alone', async () => {
    const folder = aged(workspace(shop));
    const state = temporaryFolder();
    const first = await openEngine(folder, { state });
    await first.index();
    await first.dispose();
    change(databaseOf(state), "UPDATE facts SET signals = 'no'");
    const engine = await openEngine(folder, { state });
    const { trace, messages } = assembled(await engine.assemble(request('why does the retry give up?')));
    assert.match(trace.degraded.join('\n'), /^index: its file was damaged and has been built anew$/mu);
    const next = assembled(await engine.assemble(request('why does the retry give up?')));
    assert.deepEqual(next.trace.degraded, [], 'said once');
    const fresh = assembled(
      await (await openEngine(folder, { state: temporaryFolder() })).assemble(request('why does the retry give up?')),
    );
    assert.deepEqual(messages, fresh.messages);
    await engine.dispose();
  });

  it('of no length is built without a word', async () => {
    const folder = aged(workspace(shop));
    const state = temporaryFolder();
    fs.truncateSync(await indexed(folder, state), 0);
    assert.equal(await freshAnswers(folder, [], state), await freshAnswers(folder, [], temporaryFolder()));
  });

  it('is kept in memory, with one notice, where the state folder is none', async () => {
    const state = path.join(temporaryFolder(), 'file');
    fs.writeFileSync(state, '');
    const folder = workspace(shop);
    const index = openIndex(folder, state);
    await index.ready();
    assert.match(index.summary.problems.map(({ problem }) => problem).join(), /^kept in memory, because its file cannot be used \(.+\)$/u);
    assert.equal(answersOf(index), await freshAnswers(folder));
  });

  it('never holds what is unsaved: that belongs to its window', async () => {
    const folder = aged(workspace(shop));
    const state = temporaryFolder();
    const [mine, yours] = [openIndex(folder, state), openIndex(folder, state)];
    await Promise.all([mine.ready(), yours.ready()]);
    const before = answersOf(yours);
    mine.update([{ path: path.join(folder, 'src/wait.ts'), text: 'export function zebra() { return "quagga"; }' }]);
    const found = mine.code.search(['quagga']).matches.map(({ file }) => file.path);
    assert.deepEqual(found, ['src/wait.ts']);
    assert.deepEqual(
      mine.code.declaring('zebra').map((file) => file.path),
      ['src/wait.ts'],
    );
    assert.deepEqual(mine.code.declaring('wait'), []);
    assert.deepEqual(mine.code.search(['timeout']).matches, []);
    assert.equal(answersOf(yours), before);
    mine.close();
    for (const name of fs.readdirSync(state)) assert.ok(!fs.readFileSync(path.join(state, name)).includes('quagga'), name);
    assert.equal(await freshAnswers(folder, [], state), before);
    yours.close();
  });

  it('shows an edit and its undoing at once', async () => {
    const folder = aged(workspace(shop));
    const index = openIndex(folder, temporaryFolder());
    await index.ready();
    const before = answersOf(index);
    const file = path.join(folder, 'src/wait.ts');
    index.update([{ path: file, text: 'export const quagga = 1;' }]);
    assert.notEqual(answersOf(index), before);
    index.update([{ path: file }]);
    assert.equal(answersOf(index), before);
    fs.writeFileSync(file, 'export const quagga = 2;');
    index.update([{ path: file }]);
    assert.deepEqual(
      index.code.declaring('quagga').map((one) => one.path),
      ['src/wait.ts'],
    );
    assert.equal(answersOf(index), await freshAnswers(folder, [], temporaryFolder()));
    index.close();
  });

  it('writes an edit once nobody types, or at the end; killed before that, the next start reads the file again', async () => {
    const folder = aged(workspace(shop));
    const [state, killed] = [temporaryFolder(), temporaryFolder()];
    const index = openIndex(folder, state);
    await index.ready();
    const file = path.join(folder, 'src/wait.ts');
    fs.writeFileSync(file, 'export const quagga = 3;');
    index.update([{ path: file }]);
    for (const name of fs.readdirSync(state)) fs.copyFileSync(path.join(state, name), path.join(killed, name));
    const expected = await freshAnswers(folder, [], temporaryFolder());
    assert.equal(answersOf(index), expected);
    index.close();
    assert.equal(await freshAnswers(folder, [], state), expected, 'written at the end');
    assert.equal(await freshAnswers(folder, [], killed), expected, 'not written, and read again');
  });

  it('that is closed lets what is under way end', async () => {
    const folder = aged(workspace(shop));
    const expected = await freshAnswers(folder, [], temporaryFolder());
    const index = openIndex(folder, temporaryFolder());
    const running = index.whenReady(() => answersOf(index));
    index.close();
    assert.equal(await running, expected);
    assert.equal(await index.whenReady(() => answersOf(index)), expected, 'and who comes late');
  });

  it('sees what another window stored', async () => {
    const folder = aged(workspace(shop));
    const state = temporaryFolder();
    const [mine, yours] = [openIndex(folder, state), openIndex(folder, state)];
    await mine.ready();
    await yours.ready();
    const file = path.join(folder, 'src/wait.ts');
    fs.writeFileSync(file, 'export const quagga = 2;');
    mine.update([{ path: file }]);
    assert.equal(yours.code.get('src/wait.ts')?.signals.declarations.length, 1, 'a row of other content does no harm');
    yours.update([{ path: file }]);
    await yours.ready();
    assert.equal(answersOf(yours), answersOf(mine));
    mine.close();
    yours.close();
  });

  describe('that another window writes as well', () => {
    const retry = 'src/retry.ts';

    /** Two windows that have indexed the same folder, and a file of it that both know. */
    async function twoWindows(): Promise<{ folder: string; state: string; file: string; mine: WorkspaceIndex; yours: WorkspaceIndex }> {
      const folder = aged(workspace(shop));
      const state = temporaryFolder();
      const [mine, yours] = [openIndex(folder, state), openIndex(folder, state)];
      await mine.ready();
      await yours.ready();
      return { folder, state, file: path.join(folder, retry), mine, yours };
    }

    const tell = async (index: WorkspaceIndex, file: string): Promise<void> => {
      index.update([{ path: file }]);
      await index.ready();
    };

    for (const [what, meanwhile] of [
      [
        'another content',
        (file: string): void => {
          fs.writeFileSync(file, 'export const nothing = 1;');
        },
      ],
      [
        'its deletion',
        (file: string): void => {
          fs.rmSync(file);
        },
      ],
    ] as const) {
      it(`is right again, here and at the next start, where the other one stored ${what} and the file is back as it was`, async () => {
        const { folder, state, file, mine, yours } = await twoWindows();
        const text = fs.readFileSync(file, 'utf8');
        const right = await freshAnswers(folder);
        meanwhile(file);
        await tell(yours, file);
        yours.close();
        fs.writeFileSync(file, text);
        fs.utimesSync(file, 1e9 + 60, 1e9 + 60);
        await tell(mine, file);
        assert.equal(answersOf(mine), right);
        mine.close();
        assert.equal(await freshAnswers(folder, [], state), right);
      });
    }

    it('is right where nobody is told of a file that is back as it was', async () => {
      const { folder, state, file, mine, yours } = await twoWindows();
      const text = fs.readFileSync(file, 'utf8');
      const right = await freshAnswers(folder);
      fs.writeFileSync(file, 'export const nothing = 1;');
      await tell(yours, file);
      yours.close();
      fs.writeFileSync(file, text);
      fs.utimesSync(file, 1e9, 1e9);
      await mine.ready();
      assert.equal(answersOf(mine), right);
      mine.close();
      assert.equal(await freshAnswers(folder, [], state), right);
    });

    it('is whole again where the other one has begun to build it anew and was killed', async () => {
      const { folder, mine, yours } = await twoWindows();
      const right = answersOf(mine);
      yours.rebuild();
      yours.close();
      await mine.ready();
      assert.equal(answersOf(mine), right);
      mine.close();
      assert.equal(right, await freshAnswers(folder));
    });

    it('never writes the time of one content beside another', async () => {
      const { state, file, mine, yours } = await twoWindows();
      const text = fs.readFileSync(file, 'utf8');
      fs.writeFileSync(file, 'export const nothing = 1;');
      await tell(yours, file);
      yours.close();
      fs.writeFileSync(file, text);
      fs.utimesSync(file, 1e9 + 60, 1e9 + 60);
      mine.update([{ path: file }]);
      mine.close(); // before it has looked at what others wrote
      const Database = sqliteDatabase();
      assert.ok(Database !== undefined);
      const database = new Database(databaseOf(state));
      const row = database.prepare('SELECT mtime, signals FROM files JOIN facts USING (id) WHERE path = ?').get(retry) as unknown as {
        mtime: number;
        signals: string;
      };
      database.close();
      assert.ok(!(row.mtime === (1e9 + 60) * 1_000 && row.signals.includes('nothing')), 'the stamp of the one, the signals of the other');
    });
  });

  it('killed at any moment goes on where it stopped, and ends as a fresh one', async function () {
    this.timeout(180_000);
    const expected = await freshAnswers(rxjs, [], temporaryFolder());
    const state = temporaryFolder();
    for (const stopAt of [1, 120, 205, 399, 640, 1_100, 1_200]) {
      const running = child(rxjs, state);
      running.stdout?.on('data', (text: Buffer) => {
        if (
          text
            .toString()
            .split('\n')
            .some((line) => Number(line) >= stopAt)
        )
          running.kill('SIGKILL');
      });
      await once(running, 'close');
      assert.equal(running.signalCode, 'SIGKILL');
    }
    const before = openIndex(rxjs, state);
    await before.ready();
    assert.equal(await freshAnswers(rxjs, [], state), expected);
    before.close();
  });

  it('is filled by two processes at once', async function () {
    this.timeout(180_000);
    const state = temporaryFolder();
    const running = [child(rxjs, state), child(rxjs, state)];
    for (const one of running) one.stdout?.resume();
    const codes = await Promise.all(running.map(async (one) => (await once(one, 'close'))[0] as unknown));
    assert.deepEqual(codes, [0, 0]);
    assert.equal(await freshAnswers(rxjs, [], state), await freshAnswers(rxjs, [], temporaryFolder()));
  });
});
