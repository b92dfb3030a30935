import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countedByESLint, countedByUs } from './eslintOracle.ts';

/** Sources of installed packages: real TypeScript and JavaScript that nobody wrote for this test. */
const packages = [
  { folder: 'node_modules/rxjs/src' },
  { folder: 'node_modules/zod/src' },
  { folder: 'node_modules/viem', without: /^_/ },
  { folder: 'node_modules/effect/src' },
  { folder: 'node_modules/eslint/lib' },
  { folder: 'node_modules/mocha/lib' },
];

function sourceFiles(folder: string, without?: RegExp): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || without?.test(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourceFiles(path, without);
    return /\.[cm]?[jt]sx?$/.test(entry.name) && !/\.d\.[cm]?ts$/.test(entry.name) ? [path] : [];
  });
}

describe('cyclomatic and cognitive complexity equal ESLint and eslint-plugin-sonarjs on the sources of installed packages', function () {
  this.timeout(180_000);
  let files = 0;
  let functions = 0;

  for (const { folder, without } of packages) {
    it(folder, () => {
      for (const path of sourceFiles(folder, without)) {
        const text = readFileSync(path, 'utf8');
        const expected = countedByESLint(path, text);
        assert.ok(expected, `${path}: ESLint cannot parse it`);
        assert.deepEqual(countedByUs(path, text), expected, path);
        files++;
        functions += expected.length;
      }
    });
  }

  it('compares at least 1,000 files', () => {
    console.log(`      ${String(files)} files, ${String(functions)} functions, no difference`);
    assert.ok(files >= 1000, `only ${String(files)} files were found`);
  });
});
