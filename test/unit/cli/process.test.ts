import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { shop, temporaryFolder, workspace } from '../engine/workspaceFixture.ts';

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a bundle; `atOutput` sees its first word. */
async function ended(script: string, args: readonly string[], atOutput?: (child: ReturnType<typeof spawn>) => void): Promise<Ended> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  child.stdout.on('data', (data: Buffer) => {
    out += data.toString();
    atOutput?.(child);
  });
  child.stderr.on('data', (data: Buffer) => {
    err += data.toString();
  });
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      resolve({ code, signal, out, err });
    });
  });
}

/** Its signals are more than a megabyte. */
const many = Array.from({ length: 10_000 }, (_, n) => `export function name${String(n)}(): void {}\n`).join('');

describe('the command line as a process', function () {
  this.timeout(60_000);
  let bundles = '';
  const cli = (): string => path.join(bundles, 'cli.js');

  before(async () => {
    bundles = temporaryFolder();
    const { parserOnly } = (await import(pathToFileURL('esbuild.mjs').href)) as { parserOnly: Plugin };
    await build({
      entryPoints: ['src/cli.ts', 'src/engine.ts'],
      outdir: bundles,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      plugins: [parserOnly],
      logLevel: 'warning',
    });
  });

  /** The command line beside an engine of another text, or none. */
  const besideEngine = (text?: string): string => {
    const folder = temporaryFolder();
    fs.copyFileSync(cli(), path.join(folder, 'cli.js'));
    if (text !== undefined) fs.writeFileSync(path.join(folder, 'engine.js'), text);
    return path.join(folder, 'cli.js');
  };

  it('parses code that is nested two thousand deep, as the editor does', async () => {
    const nested = `export const x = ${'('.repeat(2_000)}1${')'.repeat(2_000)};\nexport const after = 2;\n`;
    const { code, out, err } = await ended(cli(), ['signals', '--format', 'json', '--workspace', workspace({ 'deep.ts': nested })]);
    assert.deepEqual([code, err], [0, '']);
    const [file] = (JSON.parse(out) as { files: { partial: boolean; signatures: string[] }[] }).files;
    assert.deepEqual([file?.partial, file?.signatures], [false, ['export const x = 1', 'export const after = 2']]);
  });

  it('answers also where nobody reads what it says beside the answer', async () => {
    const state = path.join(temporaryFolder(), 'file');
    fs.writeFileSync(state, ''); // no folder, so the index is kept in memory, which is said
    const args = ['assemble', '--task', 'retry', '--format', 'json', '--workspace', workspace(shop), '--state', state];
    assert.notEqual((await ended(cli(), args)).err, '');
    const child = spawn(process.execPath, [cli(), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stderr.destroy();
    let out = '';
    child.stdout.on('data', (data: Buffer) => (out += data.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    assert.equal(code, 0);
    assert.ok('trace' in (JSON.parse(out) as object));
  });

  it('records the turn before it ends, and says nothing else', async () => {
    const state = path.join(temporaryFolder(), 'state');
    const args = ['assemble', '--task', 'retry', '--format', 'json', '--workspace', workspace(shop), '--state', state];
    const { code, out, err } = await ended(cli(), args);
    assert.equal(code, 0);
    assert.match(err, /^(?:context-broker: the index is kept in memory, because this Node\.js [\d.]+ has no SQLite.*\n)?$/u);
    const { trace } = JSON.parse(out) as { trace: { id: string } };
    const recorded = JSON.parse(fs.readFileSync(path.join(state, 'traces.jsonl'), 'utf8')) as { trace: { id: string } };
    assert.equal(recorded.trace.id, trace.id);
  });

  it('writes megabytes to the end', async () => {
    const { code, out } = await ended(cli(), ['signals', '--format', 'json', '--workspace', workspace({ 'many.ts': many })]);
    assert.equal(code, 0);
    assert.equal((JSON.parse(out) as { files: { functions: unknown[] }[] }).files[0]?.functions.length, 10_000);
    assert.ok(out.length > 1_000_000, `only ${String(out.length)} characters`);
  });

  it('is content with a reader that stops early', async () => {
    const args = ['signals', '--format', 'json', '--workspace', workspace({ 'many.ts': many })];
    const { code, signal, err } = await ended(cli(), args, (child) => child.stdout?.destroy());
    assert.deepEqual([code, signal, err], [0, null, '']);
  });

  const dying: readonly (readonly [title: string, engine: string | undefined, message: RegExp])[] = [
    ['is not there', undefined, /^context-broker: Cannot find module .*engine\.js/u],
    ['throws when it starts', 'throw new Error("no good");', /^context-broker: no good\n$/u],
    ['throws later', 'setTimeout(() => { throw new Error("no good"); }, 50);', /^context-broker: no good\n$/u],
    ['ends', 'process.exit(3);', /^context-broker: the engine stopped with code 3\n$/u],
  ];
  for (const [title, engine, message] of dying) {
    it(`says with exit code 1 that the engine ${title}`, async () => {
      const { code, out, err } = await ended(besideEngine(engine), ['signals', '--workspace', workspace(shop)]);
      assert.deepEqual([code, out], [1, '']);
      assert.match(err, message);
    });
  }

  it('needs no engine where there is nothing to read', async () => {
    const lone = besideEngine('throw new Error("asked");');
    const state = temporaryFolder();
    for (const args of [['--version'], ['--help'], ['archive', 'list', '--state', state]]) {
      assert.equal((await ended(lone, args)).code, 0, args.join(' '));
    }
    assert.equal((await ended(lone, ['assemble'])).code, 2);
  });
});
