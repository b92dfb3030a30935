import assert from 'node:assert/strict';
import path from 'node:path';
import { importsOf } from '../../../../src/signals/importsOf.ts';
import { folderTexts, indexOf, resolverOf, type Texts } from '../corpus.ts';
import { CompilerResolution } from './compiler.ts';
import { monorepo } from './monorepo.ts';

/** Every import of a corpus: where we say it leads, and where the compiler says. */
function compared(texts: Texts): { readonly all: number; readonly different: string[] } {
  const [resolver, compiler] = [resolverOf(texts), new CompilerResolution(texts)];
  const different: string[] = [];
  let all = 0;
  for (const file of indexOf(texts).files) {
    for (const { specifier } of importsOf(file)) {
      const [ours, theirs] = [resolver.resolve(file.path, specifier), compiler.resolve(file.path, specifier)];
      all++;
      if (ours !== theirs) different.push(`${file.path}: ${specifier} is ${ours ?? 'nothing'}, not ${theirs ?? 'nothing'}`);
    }
  }
  return { all, different };
}

describe('imports lead where the compiler says', () => {
  const corpora: readonly (readonly [name: string, texts: () => Texts, atLeast: number, more?: readonly string[]])[] = [
    ['rxjs', () => folderTexts(path.resolve('node_modules/rxjs/src')), 800],
    ['zod', () => folderTexts(path.resolve('node_modules/zod/src')), 300],
    ['viem', () => folderTexts(path.resolve('node_modules/viem'), (file) => !/^_|node_modules/u.test(file)), 5_000],
    [
      'a monorepo with paths, references, exports and workspaces',
      () => monorepo,
      20,
      // The package is not built: the compiler finds nothing, we find what it would be built from.
      ['apps/web/src/page.tsx: @shop/core is packages/core/src/index.ts, not nothing'],
    ],
  ];
  for (const [name, texts, atLeast, more = []] of corpora) {
    it(name, function () {
      this.timeout(120_000);
      const { all, different } = compared(texts());
      assert.ok(all >= atLeast, `${String(all)} imports`);
      assert.deepEqual(different, more);
    });
  }
});
