import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { appendTurn, readTurns } from '../../../src/telemetry/turnLog.ts';
import { temporaryFolder } from '../engine/workspaceFixture.ts';

const numbered = (value: unknown): number | undefined => {
  const { n } = (value ?? {}) as { n?: unknown };
  return typeof n === 'number' ? n : undefined;
};
const read = (folder: string, limit = 1_000): number[] => readTurns(folder, limit, numbered);
const current = (folder: string): string => path.join(folder, 'traces.jsonl');

describe('the turn log', () => {
  it('gives turns newest first, up to a limit', () => {
    const folder = temporaryFolder();
    for (const n of [1, 2, 3]) appendTurn(folder, { n });
    assert.deepEqual(read(folder), [3, 2, 1]);
    assert.deepEqual(read(folder, 2), [3, 2]);
  });

  it('reads nothing where nothing is', () => {
    assert.deepEqual(read(path.join(temporaryFolder(), 'nothing')), []);
  });

  it('skips blank, torn and malformed lines, and records of another kind', () => {
    const folder = temporaryFolder();
    fs.writeFileSync(current(folder), '\n{"n":1}\nnot json\n{"n":"x"}\nnull\n\u0000\u0000\n{"n":2}\n{"n":3');
    assert.deepEqual(read(folder), [2, 1]);
  });

  it('closes off a line that a kill has torn: the next turn is not lost with it', () => {
    const folder = temporaryFolder();
    appendTurn(folder, { n: 1 });
    fs.appendFileSync(current(folder), '{"n":2,"text":"half a');
    appendTurn(folder, { n: 3 });
    assert.deepEqual(read(folder), [3, 1]);
  });

  it('stays bounded: full files are set aside and the oldest removed, with the newest turns kept', () => {
    const folder = temporaryFolder();
    const text = 'x'.repeat(3_000_000);
    for (let n = 0; n < 20; n++) appendTurn(folder, { n, text });
    const size = fs.readdirSync(folder).reduce((sum, name) => sum + fs.statSync(path.join(folder, name)).size, 0);
    assert.ok(size < 50_000_000, String(size));
    assert.deepEqual(read(folder, 5), [19, 18, 17, 16, 15]);
  });

  it('is readable by its owner alone', function () {
    if (process.platform === 'win32') this.skip(); // Windows has no such modes
    const folder = path.join(temporaryFolder(), 'state');
    appendTurn(folder, { n: 1 });
    assert.deepEqual([fs.statSync(folder).mode & 0o777, fs.statSync(current(folder)).mode & 0o777], [0o700, 0o600]);
  });

  it('gives up where no folder can be made', function () {
    if (process.platform !== 'linux') this.skip(); // elsewhere there is no such file system
    assert.throws(() => {
      appendTurn('/proc/none/here', { n: 1 });
    }, /ENOENT/);
  });

  it('throws what the file system throws', () => {
    const file = path.join(temporaryFolder(), 'file');
    fs.writeFileSync(file, '');
    assert.throws(() => {
      appendTurn(file, { n: 1 });
    }, /EEXIST|ENOTDIR|EISDIR/);
  });

  it('keeps every line whole when two windows write at once', async function () {
    this.timeout(60_000);
    const folder = temporaryFolder();
    const writer = path.join(temporaryFolder(), 'writer.mts');
    fs.writeFileSync(
      writer,
      `import { appendTurn } from ${JSON.stringify(path.resolve('src/telemetry/turnLog.ts'))};
      for (let n = 0; n < 200; n++) appendTurn(process.argv[2] ?? '', { n, text: 'x'.repeat(20000) });`,
    );
    const writers = [1, 2].map(
      () =>
        new Promise<number | null>((resolve) => {
          spawn(process.execPath, ['--import', 'tsx', writer, folder], { stdio: 'inherit' }).on('exit', resolve);
        }),
    );
    assert.deepEqual(await Promise.all(writers), [0, 0]);
    assert.equal(read(folder).length, 400);
  });
});
