import assert from 'node:assert/strict';
import path from 'node:path';
import type { CodeIndex } from '../../../../src/signals/codeIndex.ts';
import { importGraph } from '../../../../src/signals/importGraph.ts';
import { nameAround } from '../../../../src/signals/symbols/enclosing.ts';
import { SymbolGraph } from '../../../../src/signals/symbols/symbolGraph.ts';
import { folderTexts, indexOf, resolverOf, type Texts } from '../corpus.ts';
import { monorepo } from '../resolution/monorepo.ts';
import { checkedSymbols, type Site } from './checker.ts';

interface Agreement {
  readonly symbols: number;
  readonly expected: number;
  readonly precision: number;
  readonly recall: number;
  readonly wrong: readonly string[];
  readonly missed: readonly string[];
}

const around = (index: CodeIndex, { path: file, line }: Site): string => {
  const signals = index.get(file)?.signals;
  return `${file} ${(signals && nameAround(signals, line)) ?? '(top level)'}`;
};

/** Compares sets over all exported functions, classes and variables of a corpus. */
function agreement(
  index: CodeIndex,
  expected: (key: string) => ReadonlySet<string>,
  found: (file: string, name: string) => ReadonlySet<string>,
): Agreement {
  const [wrong, missed]: string[][] = [[], []];
  let [symbols, all, right] = [0, 0, 0];
  for (const { path: file, signals } of index.files) {
    const names = signals.declarations.filter(
      ({ kind, container, exported }) => exported && container === undefined && ['function', 'class', 'variable'].includes(kind),
    );
    for (const name of new Set(names.map((one) => one.name))) {
      const [theirs, ours] = [expected(`${file}\0${name}`), found(file, name)];
      symbols++;
      all += theirs.size;
      for (const one of ours) {
        if (theirs.has(one)) right++;
        else wrong?.push(`${file} ${name}: ${one}`);
      }
      for (const one of theirs) if (!ours.has(one)) missed?.push(`${file} ${name}: ${one}`);
    }
  }
  const ratio = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);
  return {
    symbols,
    expected: all,
    precision: ratio(right, right + (wrong?.length ?? 0)),
    recall: ratio(right, all),
    wrong: wrong ?? [],
    missed: missed ?? [],
  };
}

const shown = ({ symbols, expected, precision, recall }: Agreement): string =>
  `${String(expected)} of ${String(symbols)} symbols: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`;

describe('the symbol graph, as the type checker sees it', () => {
  const corpora: readonly (readonly [name: string, texts: () => Texts])[] = [
    ['rxjs', () => folderTexts(path.resolve('node_modules/rxjs/src'))],
    ['zod', () => folderTexts(path.resolve('node_modules/zod/src'))],
    ['viem', () => folderTexts(path.resolve('node_modules/viem'), (file) => !/^_|node_modules/u.test(file))],
    ['a monorepo', () => monorepo],
  ];
  for (const [name, texts] of corpora) {
    it(`${name}: callers and importers of what is exported`, function () {
      this.timeout(240_000);
      const all = texts();
      const index = indexOf(all);
      const resolver = resolverOf(all);
      const graph = new SymbolGraph(index, importGraph(index, resolver), resolver);
      const checked = checkedSymbols(all);
      const callers = agreement(
        index,
        (key) => new Set((checked.calls.get(key) ?? []).map((site) => around(index, site))),
        (file, one) =>
          new Set(graph.callersOf({ path: file, name: one }).map((caller) => `${caller.path} ${caller.name ?? '(top level)'}`)),
      );
      const importers = agreement(
        index,
        (key) => new Set((checked.imports.get(key) ?? []).map((site) => site.path).filter((one) => !key.startsWith(`${one}\0`))),
        (file, one) => new Set(graph.importersOf(file, one)),
      );
      console.log(`      callers: ${shown(callers)}\n      importers: ${shown(importers)}`);
      if (process.env['SHOW'] !== undefined)
        console.log(callers.wrong.slice(0, 30), callers.missed.slice(0, 30), importers.wrong.slice(0, 30), importers.missed.slice(0, 30));
      for (const one of [callers, importers]) {
        assert.ok(one.expected > 0);
        assert.ok(one.precision >= 0.95 && one.recall >= 0.95, [...one.wrong.slice(0, 20), ...one.missed.slice(0, 20)].join('\n'));
      }
    });
  }
});
