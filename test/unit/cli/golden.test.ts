import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { run } from '../../../src/cli/run.ts';
import { LocalEngine } from '../../../src/engine/localEngine.ts';
import { shop, temporaryFolder, workspace } from '../engine/workspaceFixture.ts';

const question = ['--task', 'why does the retry logic give up after one attempt?', '--active', 'src/cart.ts', '--reference', 'src/wait.ts'];

/** Whole outputs; `BLESS=1 npm run test:unit` writes them anew, to be read before they are committed. */
const golden: readonly (readonly [file: string, args: readonly string[]])[] = [
  ['assemble.md', ['assemble', ...question]],
  ['assemble-small-window.md', ['assemble', ...question, '--window', '2048']],
  ['assemble-empty.md', ['assemble', '--task', 'what is this?']],
  ['signals.json', ['signals', '--format', 'json']],
];

describe('golden outputs', () => {
  for (const [file, args] of golden) {
    it(file, async () => {
      const folder = file.includes('empty') ? temporaryFolder() : workspace(shop);
      let out = '';
      const code = await run([...args, '--workspace', folder], {
        out: (text) => (out += text),
        err: () => undefined,
        cwd: folder,
        env: { XDG_CACHE_HOME: temporaryFolder() },
        now: () => new Date(0),
        manifest,
        engine: new LocalEngine(),
      });
      assert.equal(code, 0);
      const place = path.join('test/golden', file);
      if (process.env['BLESS'] === '1') fs.writeFileSync(place, out);
      assert.equal(out, fs.readFileSync(place, 'utf8'));
    });
  }
});
