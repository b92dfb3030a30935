import assert from 'node:assert/strict';
import path from 'node:path';
import { importGraph } from '../../../../src/signals/importGraph.ts';
import { SymbolGraph } from '../../../../src/signals/symbols/symbolGraph.ts';
import { symbolUses } from '../../../../src/signals/symbols/symbolUses.ts';
import { ReadingAllowance, UseReader } from '../../../../src/signals/symbols/useReader.ts';
import { folderTexts, indexOf, resolverOf, type Texts } from '../corpus.ts';
import { UseOracle } from './useOracle.ts';

const isTop = (container: string | undefined): boolean => container === undefined;

class Corpus {
  readonly index;
  readonly graph: SymbolGraph;
  readonly reader: UseReader;

  constructor(texts: Texts) {
    this.index = indexOf(texts);
    const resolver = resolverOf(texts);
    this.graph = new SymbolGraph(this.index, importGraph(this.index, resolver), resolver);
    this.reader = new UseReader(this.index, (file) => texts[file]);
  }

  exported(): { path: string; name: string }[] {
    return this.index.files.flatMap((file) => {
      const names = file.signals.declarations.filter((one) => one.exported && isTop(one.container)).map(({ name }) => name);
      return [...new Set(names)].map((name) => ({ path: file.path, name }));
    });
  }

  find(symbol: { path: string; name: string }) {
    return symbolUses(this.graph, this.reader, symbol, new ReadingAllowance(1_000, 1e9), () => Promise.resolve());
  }
}
export { Corpus, UseOracle, folderTexts, assert, path };
