import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { extractSignals } from '../../../src/signals/extractSignals.ts';
import { fileUses } from '../../../src/signals/symbols/fileUses.ts';
import { temporaryFolder } from '../engine/workspaceFixture.ts';

const corpora = ['rxjs', 'zod', 'effect/src/internal', 'viem/zksync', '@types/node', 'eslint/lib/rules', 'typescript-eslint'];
const fileSize = 150_000;
const filesEach = 60;

function filesOf(folder: string): string[] {
  const root = path.resolve('node_modules', folder);
  const files = fs
    .readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.[cm]?[jt]sx?$/u.test(file))
    .map((file) => path.join(root, file))
    .filter((file) => fs.statSync(file).isFile() && fs.statSync(file).size < fileSize)
    .sort();
  const step = Math.max(1, Math.floor(files.length / filesEach));
  return files.filter((_, place) => place % step === 0);
}

describe('the bundle', () => {
  it('has a parser that tells of real and of broken files what the whole of ts-morph does', async function () {
    this.timeout(120_000);
    const outfile = path.join(temporaryFolder(), 'signals.cjs');
    const { parserOnly } = (await import(pathToFileURL('esbuild.mjs').href)) as { parserOnly: Plugin };
    const contents = "export * from './src/signals/extractSignals.ts'; export * from './src/signals/symbols/fileUses.ts';";
    const stdin = { contents, resolveDir: '.' };
    await build({ stdin, outfile, bundle: true, platform: 'node', format: 'cjs', plugins: [parserOnly], logLevel: 'warning' });
    const bundled = createRequire(import.meta.url)(outfile) as { extractSignals: typeof extractSignals; fileUses: typeof fileUses };
    const files = corpora.flatMap(filesOf);
    let characters = 0;
    for (const file of files) {
      const text = fs.readFileSync(file, 'utf8');
      characters += text.length;
      const half = text.slice(0, text.length / 2);
      for (const one of [text, half, `${half}<<<<<<< a\n${text.slice(text.length / 2)}`, text.replace(/[)}>]/u, '')]) {
        assert.deepEqual(bundled.extractSignals(file, one), extractSignals(file, one), file);
        assert.deepEqual(bundled.fileUses(file, one), fileUses(file, one), file);
      }
    }
    assert.ok(files.length > 300, `only ${String(files.length)} files`);
    console.log(`      ${String(files.length)} files, ${String(characters)} characters`);
  });
});
