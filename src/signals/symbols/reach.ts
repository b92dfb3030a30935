import { containerOf, isWholeModule, pairsOf, type SymbolName, type SymbolSource } from './symbolSource.ts';
import type { Import } from '../fileSignals.ts';

/** A name in a file that means the symbol, or with `member` a module that has it under that name. */
export interface Binding {
  readonly path: string;
  readonly local: string;
  readonly member?: string;
  /** Of the import, and where what it brings ends. */
  readonly line: number;
  readonly until?: number;
}

/** The same for a name that the file exports. */
interface Exposure {
  readonly path: string;
  readonly name: string;
  readonly member?: string;
}

/** Modules within modules that are followed: one that exports itself would have no end. */
const deepest = 3;

/** All names by which other files can mean a symbol, through re-exports and barrels. Ends on cycles: nothing is followed twice. */
export function bindingsOf(source: SymbolSource, { path, name }: SymbolName): Binding[] {
  const walk = new Reach(source);
  const top = containerOf(name)?.split('.')[0] ?? name;
  for (const exported of exportedNames(source, path, top)) walk.expose({ path, name: exported });
  return walk.run();
}

/** The names by which a file exports one of its own. */
function exportedNames(source: SymbolSource, path: string, local: string): string[] {
  const signals = source.signals(path);
  if (!signals) return [];
  const isDeclared = signals.declarations.some((one) => one.name === local && one.container === undefined && one.exported);
  const renamed = signals.exportedAs.filter((one) => one.local === local).map((one) => one.name);
  return [...new Set(isDeclared ? [local, ...renamed] : renamed)];
}

class Reach {
  readonly #source: SymbolSource;
  readonly #bindings = new Map<string, Binding>();
  readonly #exposed = new Set<string>();
  readonly #pending: Exposure[] = [];

  constructor(source: SymbolSource) {
    this.#source = source;
  }

  run(): Binding[] {
    for (let next = this.#pending.pop(); next; next = this.#pending.pop()) {
      for (const importer of this.#source.importers(next.path)) this.#follow(next, importer);
      if (this.#source.isOwnImporter(next.path)) this.#follow(next, next.path);
    }
    return [...this.#bindings.values()];
  }

  expose(exposure: Exposure): void {
    const key = `${exposure.path}\0${exposure.name}\0${exposure.member ?? ''}`;
    if (this.#exposed.has(key) || (exposure.member?.split('.').length ?? 0) > deepest) return;
    this.#exposed.add(key);
    this.#pending.push(exposure);
  }

  #follow(exposure: Exposure, importer: string): void {
    for (const one of this.#source.importsFrom(importer).get(exposure.path) ?? []) {
      if (one.kind === 'export') this.#reExport(exposure, importer, one);
      else this.#import(exposure, importer, one);
    }
  }

  #reExport({ name, member }: Exposure, path: string, one: Import): void {
    for (const [taken, outside] of pairsOf(one)) {
      if (taken === name) this.expose({ path, name: outside, ...memberOf(member) });
      else if (taken === '*' && outside !== '*') this.expose({ path, name: outside, member: joined(name, member) });
      else if (taken === '*' && this.#givesOn(path, name)) this.expose({ path, name, ...memberOf(member) });
    }
  }

  /** `export *` gives no default, and nothing that the file exports by that name itself. */
  #givesOn(path: string, name: string): boolean {
    return name !== 'default' && !this.#source.exportedNames(path).has(name);
  }

  #import({ path: from, name, member }: Exposure, path: string, one: Import): void {
    for (const [taken, local] of pairsOf(one)) {
      const isAll = taken === '*' || (taken === 'default' && name !== 'default' && isCommonJs(from));
      if (taken === name || (isWholeModule(name) && (isAll || taken === 'default')))
        this.#bind({ path, local, ...placeOf(one), ...memberOf(member) });
      else if (isAll) this.#bind({ path, local, ...placeOf(one), member: joined(name, member) });
    }
  }

  /** What a `require` gives is a variable of the file, which can be exported. */
  #bind(binding: Binding): void {
    const { path, local, member, line, until } = binding;
    this.#bindings.set(`${path}\0${local}\0${member ?? ''}\0${String(line)}`, binding);
    if (until !== undefined || !isCommonJs(path)) return;
    for (const name of exportedNames(this.#source, path, local)) this.expose({ path, name, ...memberOf(member) });
  }
}

const memberOf = (member: string | undefined): { readonly member?: string } => (member === undefined ? {} : { member });
const placeOf = ({ line, until }: Import): { readonly line: number; readonly until?: number } =>
  until === undefined ? { line } : { line, until };
const joined = (name: string, member: string | undefined): string => (member === undefined ? name : `${name}.${member}`);
/** `import a from './a.cjs'` is all that it exports. */
const isCommonJs = (path: string): boolean => /\.c?js$/u.test(path);
