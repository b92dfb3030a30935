import { compare } from '../../broker/contributor.ts';
import type { CodeIndex } from '../codeIndex.ts';
import { fileKind } from '../fileKind.ts';
import type { Call, Declaration, Import } from '../fileSignals.ts';
import type { ImportGraph, Resolver } from '../importGraph.ts';
import { declarationAround } from './enclosing.ts';
import type { LoadedName } from './fileUses.ts';
import { HeirFinder } from './heirs.ts';
import { inheritedMember, meaningIn, memberOf } from './inheritance.ts';
import { memberOrigin, originOf, type Origin } from './origin.ts';
import { bindingsOf, type Binding } from './reach.ts';
import { containerOf, fullName, isSymbol, lineOf, pairsOf, SymbolSource, type SymbolName, type SymbolPlace } from './symbolSource.ts';

/** A place that calls a symbol. */
export interface Caller {
  readonly path: string;
  /** The declaration around the call; absent at top level. */
  readonly name?: string;
  readonly line: number;
  /** `likely`: a method of this name, called on something of unknown type in a file that knows the class. */
  readonly certainty: 'certain' | 'likely';
}

/** A line that imports a symbol. */
export interface ImportPlace {
  readonly path: string;
  readonly line: number;
}

/** How a file writes a symbol: `['ns', 'send']`. */
export interface Form {
  readonly names: readonly string[];
  /** Only inside this class or object. */
  readonly within?: string;
}

/** A method name that more classes have says nothing of which one is called. */
const mostNamesakes = 3;

/** Callers, callees and importers of symbols, by name and through imports; nothing is computed before it is asked for. */
export class SymbolGraph {
  readonly #source: SymbolSource;
  readonly #heirs: HeirFinder;
  readonly #bindings = new Map<string, readonly Binding[]>();
  readonly #callers = new Map<string, readonly Caller[]>();

  constructor(index: Pick<CodeIndex, 'get' | 'declaring'>, imports: ImportGraph, resolver: Resolver) {
    this.#source = new SymbolSource(index, imports, resolver);
    this.#heirs = new HeirFinder(this, this.#source);
  }

  /**
   * Declarations of a name, `send` or `Client.send`, by path; one for overloads and merged declarations. What a file `Client.ts`
   * declares at top level counts as a member of `Client`. `among` chooses the files worth a look of those that declare the last name.
   */
  definitionsOf(name: string, among = (paths: readonly string[]): readonly string[] => paths): SymbolPlace[] {
    const last = name.slice(name.lastIndexOf('.') + 1);
    const container = containerOf(name);
    return among(this.#source.declaring(last)).flatMap((path) => {
      const signals = this.#source.signals(path);
      if (!signals) return [];
      const isModule = container !== undefined && /([^/]+)\.[cm]?[jt]sx?$/u.exec(path)?.[1] === container;
      const fitting = signals.declarations.filter(
        (one) =>
          isSymbol(one) &&
          one.name === last &&
          (last === name || (isModule && one.container === undefined) || fullName(one) === name || fullName(one).endsWith(`.${name}`)),
      );
      const distinct = fitting.filter((one, place) => fitting.findIndex((other) => fullName(other) === fullName(one)) === place);
      return distinct.map((one) => ({ path, name: fullName(one), line: lineOf(signals, one) }));
    });
  }

  /** Files that import a file, or with a name those that import this symbol of it, through barrels too; by path. */
  importersOf(path: string, name?: string): string[] {
    if (name === undefined) return [...this.#source.importers(path)].sort(compare);
    return [...new Set(this.#bindingsOf({ path, name }).map((one) => one.path))].filter((one) => one !== path).sort(compare);
  }

  /** Where other files import a symbol, of a member its container: the first line of each, by path. */
  importPlacesOf(symbol: SymbolName): ImportPlace[] {
    const places = new Map<string, number>();
    for (const { path, line } of this.#bindingsOf(symbol)) places.set(path, Math.min(line, places.get(path) ?? Infinity));
    places.delete(symbol.path);
    return [...places].map(([path, line]) => ({ path, line })).sort((a, b) => compare(a.path, b.path));
  }

  /**
   * What the word on a line means: a declaration, what is called or imported under that name, or of a method on something of unknown type
   * those few that have the name. Else, and without a word, the declaration around the line.
   */
  symbolsAt(path: string, line: number, word?: string): SymbolPlace[] {
    const meant = word === undefined ? undefined : this.#meantBy(path, line, word);
    if (meant) return meant;
    const signals = this.#source.signals(path);
    const declaration = signals && declarationAround(signals, line);
    return declaration ? [{ path, name: fullName(declaration), line: lineOf(signals, declaration) }] : [];
  }

  /** Undefined where the word is none of a symbol, a local variable for one. */
  #meantBy(path: string, line: number, word: string): SymbolPlace[] | undefined {
    const around = this.#declared(path, line, word);
    if (around?.line === line) return [around];
    const call = this.#callAt(path, line, word);
    const origin =
      (call && this.#calledBy(path, call)) ?? (around ? { kind: 'symbol', ...around } : meaningIn(this.#source, path, word, line));
    if (origin?.kind === 'symbol') return [{ path: origin.path, name: origin.name, line: origin.line }];
    if (call?.on === undefined) return undefined;
    const namesakes = this.definitionsOf(call.name);
    return namesakes.length <= mostNamesakes ? namesakes : [];
  }

  /** The innermost declaration of this name around a line. */
  #declared(path: string, line: number, word: string): SymbolPlace | undefined {
    const signals = this.#source.signals(path);
    const fits = (one: Declaration): boolean => isSymbol(one) && one.name === word && line >= one.from && line <= one.to;
    const [inner] = (signals?.declarations ?? []).filter(fits).sort((a, b) => a.to - a.from - (b.to - b.from));
    return signals && inner && { path, name: fullName(inner), line: lineOf(signals, inner) };
  }

  /** A call on the line, or for one that is not the first in its declaration that first one. */
  #callAt(path: string, line: number, word: string): Call | undefined {
    const calls = this.#source.calls(path, word);
    const within = this.around(path, line);
    return calls.find((call) => call.line === line) ?? calls.find((call) => call.line < line && this.around(path, call.line) === within);
  }

  /**
   * One for each declaration that calls, its own recursion included: certain ones first, then by path and line. With `mostFiles` only
   * so many files that know the symbol are looked at, the closest first: sources before tests, then those of the same folders.
   */
  callersOf(symbol: SymbolName, mostFiles = Infinity): Caller[] {
    const key = `${symbol.path}\0${symbol.name}\0${String(mostFiles)}`;
    const known = this.#callers.get(key) ?? this.#findCallers(symbol, mostFiles);
    this.#callers.set(key, known);
    return [...known];
  }

  #findCallers(symbol: SymbolName, mostFiles: number): Caller[] {
    const few = containerOf(symbol.name) !== undefined && this.#areFew(symbol);
    const { inheriting, classes } = this.#heirs.heirsOf(symbol, mostFiles);
    const found = inheriting.flatMap((one) => [...this.#callersAtHome(one, few), ...this.#callersElsewhere(one, few, mostFiles)]);
    return distinctCallers([...found, ...classes.flatMap((one) => this.#superCalls(one, symbol))]);
  }

  #superCalls({ path, name }: SymbolName, symbol: SymbolName): Caller[] {
    const calls = this.#source.calls(path, memberName(symbol)).filter((call) => call.on === 'super' && this.#isWithin(path, call, name));
    return calls.map((call) => this.#caller(path, call, 'certain'));
  }

  /** The files that can mean a symbol, its own first and then the closest, and how each writes it. */
  filesKnowing(symbol: SymbolName): { readonly path: string; readonly forms: readonly Form[] }[] {
    const { path, name } = symbol;
    const container = containerOf(name);
    const own: Form[] = [{ names: name.split('.') }];
    if (container !== undefined) own.push({ names: ['this', name.slice(container.length + 1)], within: container });
    const forms = new Map([[path, own]]);
    for (const binding of this.#bindingsOf(symbol)) {
      const known = forms.get(binding.path) ?? [];
      // What has no name in the whole file is read with the place that loads it.
      const isInner = binding.local === '' || binding.until !== undefined;
      forms.set(binding.path, isInner ? known : [...known, { names: writtenBy(binding, symbol).split('.') }]);
    }
    const others = [...forms.keys()].filter((one) => one !== path);
    return [path, ...closestFirst(new Set(others), path)].map((one) => ({ path: one, forms: forms.get(one) ?? [] }));
  }

  /** How many of the names of which the first is of a module are the symbol: 0 where they mean another. */
  lengthOfLoaded(symbol: SymbolName, path: string, { specifier, name: first }: LoadedName, names: readonly string[]): number {
    const target = this.#source.resolve(path, specifier);
    if (target === undefined) return 0;
    const module = { kind: 'module', path: target } as const;
    let origin: Origin | undefined = originOf(this.#source, target, first === '*' ? 'module.exports' : first);
    for (const [place, name] of names.entries()) {
      const whole = place === 1 && first === '*' ? memberOrigin(this.#source, module, name) : undefined;
      if (place > 0) origin = whole ?? (origin && memberOrigin(this.#source, origin, name));
      if (origin?.kind === 'symbol' && origin.path === symbol.path && origin.name === symbol.name) return place + 1;
    }
    return 0;
  }

  /** What a person would call the place. */
  around(path: string, line: number): string | undefined {
    return this.#source.around(path, line);
  }

  /** What a declaration calls, as far as its declaration can be told; in the order of the calls. */
  calleesOf(symbol: SymbolName): SymbolPlace[] {
    const ranges = this.#source.declarations(symbol);
    const calls = this.#source.signals(symbol.path)?.calls ?? [];
    const inside = calls.filter(({ line }) => ranges.some(({ from, to }) => line >= from && line <= to));
    const distinct = new Map<string, SymbolPlace>();
    for (const call of inside) {
      const origin = this.#calledBy(symbol.path, call);
      if (origin?.kind !== 'symbol' || (origin.path === symbol.path && origin.name === symbol.name)) continue;
      const { path, name, line } = origin;
      distinct.set(`${path}\0${name}`, { path, name, line });
    }
    return [...distinct.values()];
  }

  #bindingsOf(symbol: SymbolName): readonly Binding[] {
    const key = `${symbol.path}\0${containerOf(symbol.name)?.split('.')[0] ?? symbol.name}`;
    const known = this.#bindings.get(key);
    if (known) return known;
    const found = bindingsOf(this.#source, symbol);
    this.#bindings.set(key, found);
    return found;
  }

  #areFew({ name }: SymbolName): boolean {
    const last = name.slice(name.lastIndexOf('.') + 1);
    const files = this.#source.declaring(last);
    return files.length <= mostNamesakes && last !== 'constructor';
  }

  #callersAtHome({ path, name }: SymbolName, few: boolean): Caller[] {
    const container = containerOf(name);
    const own = name.slice((container?.length ?? -1) + 1);
    const made = `new ${container ?? ''}`;
    return this.#source.calls(path, own).flatMap((call) => {
      if (container === undefined) {
        return call.on === undefined && !this.#loadedFor(path, call) ? [this.#caller(path, call, 'certain')] : [];
      }
      const isNamed = (call.type === container || call.on === made || call.on === container) && !this.#loadedFor(path, call);
      const isOwn = isNamed || (call.on === 'this' && this.#isWithin(path, call, container));
      if (isOwn) return [this.#caller(path, call, 'certain')];
      return few && this.#isUnknown(path, call) ? [this.#caller(path, call, 'likely')] : [];
    });
  }

  #callersElsewhere({ path, name }: SymbolName, few: boolean, mostFiles: number): Caller[] {
    const isMember = containerOf(name) !== undefined;
    const bindings = this.#bindingsOf({ path, name });
    const files = new Set(closestFirst(new Set(bindings.map((one) => one.path)), path).slice(0, mostFiles));
    return bindings.flatMap((binding) => {
      if (!files.has(binding.path) || binding.local === '') return [];
      const written = writtenBy(binding, { path, name });
      const [on, last] = [containerOf(written), written.slice(written.lastIndexOf('.') + 1)];
      return this.#source.calls(binding.path, last).flatMap((call) => {
        if (!this.#isBound(binding, call)) return [];
        if (call.on === on || (on !== undefined && isMember && isOn(call, on))) return [this.#caller(binding.path, call, 'certain')];
        return few && isMember && this.#isUnknown(binding.path, call) ? [this.#caller(binding.path, call, 'likely')] : [];
      });
    });
  }

  /** What is loaded around a call under the name that it begins with. */
  #loadedFor(path: string, call: Call): Import | undefined {
    return this.#source.loadedAt(path, rootOf(call), call.line);
  }

  /** Whether a name of a file holds where the call is: none that is loaded further in, or that very one. */
  #isBound({ path, local, line, until }: Binding, call: Call): boolean {
    const loaded = this.#source.loadedAt(path, local, call.line);
    return loaded ? loaded.line === line && loaded.until === until : until === undefined;
  }

  /** A call on something that is neither imported nor declared in the file, nor `this`. */
  #isUnknown(path: string, { on }: Call): boolean {
    if (on === undefined || on === 'this' || on === 'super') return false;
    const [root = ''] = on.split('.');
    if (root === '' || root === 'this') return true;
    if (root.startsWith('new ')) return meaningIn(this.#source, path, root.slice(4)) === undefined;
    const isImported = this.#source.imports(path).some((one) => pairsOf(one).some(([, local]) => local === root));
    return !isImported;
  }

  /** Whether `this` is that of a class or object there: what is declared within functions is nobody's, whatever its name. */
  #isWithin(path: string, { within, line }: Call, container: string): boolean {
    if (within === undefined || !container.endsWith(within.slice(0, Math.max(1, within.lastIndexOf('.'))))) return false;
    const around = this.around(path, line) ?? '';
    const member = around.endsWith(`.${within}`) ? around : within;
    if (containerOf(member) !== container) return false;
    const declared = this.#source.declarations({ path, name: member.endsWith('.static') ? container : member });
    return declared.some(({ from, to }) => line >= from && line <= to);
  }

  #caller(path: string, { line }: Call, certainty: Caller['certainty']): Caller {
    const around = this.around(path, line);
    return { path, ...(around === undefined ? {} : { name: around }), line, certainty };
  }

  /** What a call in a file calls. */
  #calledBy(path: string, { name, on, type, line }: Call): Origin | undefined {
    const source = this.#source;
    if (on === undefined) return meaningIn(source, path, name, line);
    const declared = type === undefined ? undefined : meaningIn(source, path, type, line);
    const member = declared && memberOf(source, declared, name);
    if (member) return member;
    const [first = '', field] = on.split('.');
    const root = first.startsWith('new ') ? first.slice(4) : first;
    if (root === 'this' || root === 'super') {
      const container = field === undefined ? containerOf(this.around(path, line) ?? '') : undefined;
      const own = container === undefined ? undefined : source.place({ path, name: container });
      if (!own) return undefined;
      return root === 'this' ? memberOf(source, { kind: 'symbol', ...own }, name) : inheritedMember(source, own, name);
    }
    const origin = root === '' ? undefined : meaningIn(source, path, root, line);
    const receiver = origin && field !== undefined ? memberOf(source, origin, field) : origin;
    return receiver && memberOf(source, receiver, name);
  }
}

/** Whether it is called on a new object of the class, or on a value that is declared as one. */
const isOn = ({ on, type }: Call, container: string): boolean => type === container || on === `new ${container}`;
/** The first of its names, without `new`. */
function rootOf({ name, on, type }: Call): string {
  const [root = ''] = (type ?? on ?? name).split('.');
  return root.startsWith('new ') ? root.slice(4) : root;
}

const memberName = ({ name }: SymbolName): string => name.slice(name.lastIndexOf('.') + 1);

/** What stands for a symbol where a file has it, or what has it, under a name. */
function writtenBy({ local, member }: Binding, { name }: SymbolName): string {
  const top = containerOf(name)?.split('.')[0] ?? name;
  return `${local}${member === undefined ? '' : `.${member}`}${name.slice(top.length)}`;
}

/** One for each declaration that calls: certain ones first, then by path and line. */
export function distinctCallers(callers: readonly Caller[]): Caller[] {
  const distinct = new Map<string, Caller>();
  for (const one of [...callers].sort(byPlace)) {
    const key = `${one.path}\0${one.name ?? String(one.line)}`;
    if (!distinct.has(key)) distinct.set(key, one);
  }
  return [...distinct.values()];
}

function closestFirst(paths: ReadonlySet<string>, from: string): string[] {
  const steps = from.split('/');
  const closeness = (path: string): number => {
    const others = path.split('/');
    const apart = others.findIndex((step, place) => step !== steps[place]);
    return (fileKind(path) === 'source' ? 1_000 : 0) + (apart < 0 ? others.length : apart);
  };
  const all = [...paths].map((path) => ({ path, close: closeness(path) }));
  return all.sort((a, b) => b.close - a.close || compare(a.path, b.path)).map(({ path }) => path);
}

function byPlace(a: Caller, b: Caller): number {
  if (a.certainty !== b.certainty) return a.certainty === 'certain' ? -1 : 1;
  return compare(a.path, b.path) || a.line - b.line;
}
