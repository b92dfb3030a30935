import type { CodeIndex } from '../codeIndex.ts';
import type { Call, Declaration, FileSignals, Import } from '../fileSignals.ts';
import type { ImportGraph, Resolver } from '../importGraph.ts';
import { importsOf } from '../importsOf.ts';

/** A declaration and the file that holds it; of a member the name has its container: `Client.send`. */
export interface SymbolName {
  readonly path: string;
  readonly name: string;
}

export interface SymbolPlace extends SymbolName {
  /** Of a function where it begins, of others where their comments do. */
  readonly line: number;
}

/** Exports that stand for the whole module. */
export const isWholeModule = (name: string): boolean => name === 'export=' || name === 'module.exports';

/** What questions about symbols are answered from. Signals are asked for only of the files that can matter. */
export class SymbolSource {
  readonly #index: Pick<CodeIndex, 'get' | 'declaring'>;
  readonly #imports: ImportGraph;
  readonly #resolver: Resolver;
  readonly #names = new Map<string, readonly (string | undefined)[]>();
  readonly #declarations = new Map<string, ReadonlyMap<string, readonly Declaration[]>>();
  readonly #calls = new Map<string, ReadonlyMap<string, readonly Call[]>>();
  readonly #loaded = new Map<string, readonly Import[]>();
  readonly #exported = new Map<string, ReadonlySet<string>>();
  readonly #taken = new Map<string, ReadonlyMap<string, readonly Import[]>>();

  constructor(index: Pick<CodeIndex, 'get' | 'declaring'>, imports: ImportGraph, resolver: Resolver) {
    this.#index = index;
    this.#imports = imports;
    this.#resolver = resolver;
  }

  signals(path: string): FileSignals | undefined {
    return this.#index.get(path)?.signals;
  }

  /** By path; without the file itself. */
  importers(path: string): readonly string[] {
    return this.#imports.importers.get(path) ?? [];
  }

  /** The graph has no edge from a file to itself, but what such an import takes can go on from there. */
  isOwnImporter(path: string): boolean {
    return this.importsFrom(path).has(path);
  }

  imports(path: string): readonly Import[] {
    const file = this.#index.get(path);
    return file ? importsOf(file) : [];
  }

  /** The imports of a file by the file that they mean. */
  importsFrom(path: string): ReadonlyMap<string, readonly Import[]> {
    return kept(this.#taken, path, () => {
      const found = this.imports(path).map((one) => ({ one, target: this.resolve(path, one.specifier) }));
      return grouped(found.flatMap(({ one, target }) => (target === undefined ? [] : [[target, one] as const])));
    });
  }

  /** What a function or block around a line loads under a name; of several the innermost. */
  loadedAt(path: string, local: string, line: number): Import | undefined {
    const inner = kept(this.#loaded, path, () => this.imports(path).filter(({ until }) => until !== undefined));
    return inner.findLast((one) => line >= one.line && line <= (one.until ?? 0) && pairsOf(one).some(([, bound]) => bound === local));
  }

  /** What a file exports by name: its own, and of others all but what a star brings. */
  exportedNames(path: string): ReadonlySet<string> {
    return kept(this.#exported, path, () => {
      const { declarations = [], exportedAs = [] } = this.signals(path) ?? {};
      const own = declarations.filter(({ container, exported }) => exported && container === undefined);
      const passedOn = this.imports(path).filter(({ kind }) => kind === 'export');
      const outside = passedOn.flatMap(pairsOf).map(([, name]) => name);
      return new Set([...own.map(({ name }) => name), ...exportedAs.map(({ name }) => name), ...outside]);
    });
  }

  /** The calls in a file of a name, in source order. */
  calls(path: string, name: string): readonly Call[] {
    const all = kept(this.#calls, path, () => grouped((this.signals(path)?.calls ?? []).map((one) => [one.name, one] as const)));
    return all.get(name) ?? [];
  }

  /** What a person would call the place. */
  around(path: string, line: number): string | undefined {
    const signals = this.signals(path);
    return signals && kept(this.#names, path, () => namesByLine(signals))[line];
  }

  resolve(path: string, specifier: string): string | undefined {
    return this.#resolver.resolve(path, specifier);
  }

  /** Paths of the files that declare a name. */
  declaring(name: string): string[] {
    return this.#index.declaring(name).map(({ path }) => path);
  }

  /** The declarations of a name in a file: overloads and merged ones are several. */
  declarations({ path, name }: SymbolName): readonly Declaration[] {
    const all = kept(this.#declarations, path, () => {
      const symbols = (this.signals(path)?.declarations ?? []).filter(isSymbol);
      return grouped(symbols.map((one) => [fullName(one), one] as const));
    });
    return all.get(name) ?? [];
  }

  place(symbol: SymbolName): SymbolPlace | undefined {
    const [first] = this.declarations(symbol);
    const signals = this.signals(symbol.path);
    return first && signals && { ...symbol, line: lineOf(signals, first) };
  }
}

/** As `nameAround`, of every line, by line: for whoever asks for many of a file. */
export function namesByLine({ declarations, functions }: FileSignals): readonly (string | undefined)[] {
  const inside = functions.filter(({ name }) => !name.startsWith('('));
  const around = declarations.filter(isSymbol).map((one) => ({ name: fullName(one), from: one.from, to: one.to }));
  around.sort((a, b) => b.to - b.from - (a.to - a.from));
  const painted = [...inside, ...around];
  const last = painted.reduce((most, { to }) => Math.max(most, to), 0);
  const names = new Array<string | undefined>(last + 1).fill(undefined);
  for (const { name, from, to } of painted) names.fill(name, from, to + 1);
  return names;
}

function kept<Value>(all: Map<string, Value>, path: string, found: () => Value): Value {
  const known = all.get(path);
  if (known !== undefined) return known;
  const value = found();
  all.set(path, value);
  return value;
}

export function grouped<Value>(pairs: readonly (readonly [key: string, value: Value])[]): ReadonlyMap<string, readonly Value[]> {
  const groups = new Map<string, Value[]>();
  for (const [key, value] of pairs) {
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

/** What has a name in the program: no running code, no section of a document. */
export const isSymbol = ({ kind }: Declaration): boolean => kind !== 'statement' && kind !== 'section';

export const fullName = ({ container, name }: Declaration): string => (container === undefined ? name : `${container}.${name}`);

/** Where a declaration begins: of a function without its comments, which the signals do not know of others. */
export function lineOf({ functions }: FileSignals, declaration: Declaration): number {
  const { from, to } = declaration;
  const name = fullName(declaration);
  return functions.find((one) => one.name === name && one.from >= from && one.from <= to)?.from ?? from;
}

/** `Client` of `Client.send`; undefined for what has no container. */
export function containerOf(name: string): string | undefined {
  const end = name.lastIndexOf('.');
  return end <= 0 ? undefined : name.slice(0, end);
}

/** Pairs of a name that a module exports and the one that it has here, or for a re-export outside. */
export const pairsOf = ({ names, locals }: Import): (readonly [name: string, local: string])[] =>
  names.map((name, place) => [name, locals?.[place] ?? name] as const);
