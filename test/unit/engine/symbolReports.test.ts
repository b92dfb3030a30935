import assert from 'node:assert/strict';
import path from 'node:path';
import type { FileReport } from '../../../src/engine/api.ts';
import { openEngine, shop, workspace } from './workspaceFixture.ts';

const folder = workspace({
  ...shop,
  '.contextignore': 'src/vault.ts\n',
  '.gitignore': 'src/generated.ts\n',
  'src/vault.ts': 'export const combination = 1;\n',
  'src/generated.ts': 'export const made = 1;\n',
  'src/other.ts': 'export function checkout(): void {}\nexport namespace Till {\n  export function checkout(): void {}\n}\n',
  'picture.png': '\0',
  '.github/skills/release/SKILL.md': '---\nname: release\ndescription: How to release\n---\nTag it.\n',
});
const opened = openEngine(folder);
const at = (file: string): string => path.join(folder, file);
const inside = (file: string): string => path.relative(folder, file);

describe('finding a symbol', () => {
  const names: readonly (readonly [name: string, found: readonly string[]])[] = [
    ['withRetry', ['src/retry.ts:4-13 withRetry function']],
    ['Cart.checkout', ['src/cart.ts:8-10 Cart.checkout method']],
    [
      'checkout',
      ['src/cart.ts:8-10 Cart.checkout method', 'src/other.ts:1-1 checkout function', 'src/other.ts:3-3 Till.checkout function'],
    ],
    ['Nobody.checkout', []],
    ['combination', []],
    ['made', []],
    ['', []],
    ['toString', []],
  ];
  for (const [name, found] of names) {
    it(`gives the declarations of ${JSON.stringify(name)}, by path, with kind and lines`, async () => {
      const { symbols, left, unfinished } = await (await opened).findSymbol(name);
      assert.deepEqual(
        symbols.map((one) => `${inside(one.path)}:${String(one.line)}-${String(one.to)} ${one.name} ${one.kind}`),
        found,
      );
      assert.deepEqual([left, unfinished], [0, undefined]);
    });
  }

  it('gives the signature on one line, and whether it is exported', async () => {
    const { symbols } = await (await opened).findSymbol('withRetry');
    assert.deepEqual(
      symbols.map(({ exported, signature }) => [exported, signature]),
      [[true, 'export async function withRetry<T>(work: () => Promise<T>, attempts = 1): Promise<T>']],
    );
  });
});

describe('callees of a symbol', () => {
  it('are what it calls, in the order of the calls, with where that is declared', async () => {
    const { symbols } = await (await opened).callees({ name: 'Cart.checkout' });
    assert.deepEqual(
      symbols.map(({ name, calls, left }) => [name, calls.map((one) => `${inside(one.path)}:${String(one.line)} ${one.name}`), left]),
      [['Cart.checkout', ['src/retry.ts:4 withRetry', 'src/cart.ts:11 Cart.pay'], 0]],
    );
  });

  it('are found by a place, too, and none are known of what is not', async () => {
    const engine = await opened;
    const { symbols } = await engine.callees({ path: at('src/retry.ts'), line: 7 });
    assert.deepEqual(
      symbols.map(({ name, calls }) => [name, calls.map((one) => one.name)]),
      [['withRetry', ['wait']]],
    );
    assert.deepEqual(await engine.callees({ name: 'nobody' }), { symbols: [] });
  });
});

describe('the report of a file', () => {
  const report = async (file: string): Promise<FileReport> => (await opened).fileReport(file);

  for (const file of ['src/cart.ts', './src/../src/cart.ts', at('src/cart.ts')]) {
    it(`has its signals, by ${path.isAbsolute(file) ? 'its absolute path' : file}`, async () => {
      const found = await report(file);
      assert.ok(found.kind === 'signals');
      assert.equal(found.path, 'src/cart.ts');
      const [same] = (await (await opened).signals(['src/cart.ts'])).files;
      assert.deepEqual({ path: found.path, ...found.signals }, same);
    });
  }

  const none: readonly (readonly [file: string, problem: string])[] = [
    ['src/gone.ts', 'does not exist'],
    ['src', 'is not a file'],
    ['src/vault.ts', 'is kept out by .contextignore'],
    ['src/generated.ts', 'is left out of the index by ignore rules'],
    ['picture.png', 'is not text'],
    ['../outside.ts', 'is not in the workspace'],
    ['/etc/hostname', 'is not in the workspace'],
  ];
  for (const [file, problem] of none) {
    it(`says why there are none: ${file} ${problem}`, async () => {
      const found = await report(file);
      assert.deepEqual([found.kind, found.problem], ['none', problem]);
    });
  }
});

describe('names of skills', () => {
  it('are those of the catalogue', async () => {
    assert.deepEqual(await (await opened).skillNames(['.github/skills']), ['release']);
    assert.deepEqual(await (await opened).skillNames(['.agents/skills']), []);
  });
});
