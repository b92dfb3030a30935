import { isWholeModule, pairsOf, type SymbolPlace, type SymbolSource } from './symbolSource.ts';

/** What an exported name is in the end: a declaration, or a module with all that it exports. */
export type Origin = ({ readonly kind: 'symbol' } & SymbolPlace) | { readonly kind: 'module'; readonly path: string };

/**
 * Follows an exported name through re-exports and barrels to where it is declared. Undefined where that is out of the workspace, or
 * behind more barrels than any stack holds.
 */
export function originOf(source: SymbolSource, path: string, name: string): Origin | undefined {
  try {
    return follow(source, path, name, new Set());
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function follow(source: SymbolSource, path: string, name: string, seen: Set<string>): Origin | undefined {
  const key = `${path}\0${name}`;
  if (seen.has(key)) return undefined;
  seen.add(key);
  if (isWholeModule(name)) return wholeOrigin(source, path, seen);
  return ownOrigin(source, path, name, seen) ?? reExportedOrigin(source, path, name, seen);
}

/** What a name means inside a file by its imports; with a line by what is loaded around it alone, else at top level. */
export function importedOrigin(source: SymbolSource, path: string, local: string, line?: number): Origin | undefined {
  return imported(source, path, local, line, (target, name) => originOf(source, target, name));
}

function imported(
  source: SymbolSource,
  path: string,
  local: string,
  line: number | undefined,
  originIn: (target: string, name: string) => Origin | undefined,
): Origin | undefined {
  const inner = line === undefined ? undefined : source.loadedAt(path, local, line);
  for (const one of inner ? [inner] : source.imports(path)) {
    if (one.kind === 'export' || (one.until !== undefined && !inner)) continue;
    const pair = pairsOf(one).find(([, bound]) => bound === local);
    const target = pair && source.resolve(path, one.specifier);
    if (target === undefined) continue;
    const [name] = pair ?? ['*'];
    if (name === '*') return { kind: 'module', path: target };
    const found = originIn(target, name);
    if (found) return found;
    if (name === 'default') return originIn(target, 'module.exports') ?? { kind: 'module', path: target };
  }
  return undefined;
}

/** A member of what a name means: of a module what it exports, of a class or an object what it declares. */
export function memberOrigin(source: SymbolSource, origin: Origin, member: string): Origin | undefined {
  if (origin.kind === 'module') return originOf(source, origin.path, member);
  const place = source.place({ path: origin.path, name: `${origin.name}.${member}` });
  return place && { kind: 'symbol', ...place };
}

function ownOrigin(source: SymbolSource, path: string, name: string, seen: Set<string>): Origin | undefined {
  const signals = source.signals(path);
  const renamed = signals?.exportedAs.find((one) => one.name === name || (name === 'default' && isWholeModule(one.name)));
  if (renamed) return localOrigin(source, path, renamed.local, seen);
  const isExported = signals?.declarations.some((one) => one.name === name && one.container === undefined && one.exported);
  const place = isExported === true ? source.place({ path, name }) : undefined;
  return place && { kind: 'symbol', ...place };
}

function localOrigin(source: SymbolSource, path: string, local: string, seen: Set<string>): Origin | undefined {
  const place = source.place({ path, name: local });
  if (place) return { kind: 'symbol', ...place };
  return imported(source, path, local, undefined, (target, name) => follow(source, target, name, seen));
}

function wholeOrigin(source: SymbolSource, path: string, seen: Set<string>): Origin | undefined {
  const whole = source.signals(path)?.exportedAs.find((one) => isWholeModule(one.name));
  if (whole) return localOrigin(source, path, whole.local, seen);
  const place = source.place({ path, name: 'module.exports' }) ?? source.place({ path, name: 'export=' });
  return place && { kind: 'symbol', ...place };
}

/** What is exported again by its name goes before what a star brings. */
function reExportedOrigin(source: SymbolSource, path: string, name: string, seen: Set<string>): Origin | undefined {
  const stars: string[] = [];
  let isNamed = false;
  for (const one of source.imports(path)) {
    if (one.kind !== 'export') continue;
    for (const [taken, outside] of pairsOf(one)) {
      if (outside !== name && outside !== '*') continue;
      isNamed ||= outside === name;
      const target = source.resolve(path, one.specifier);
      if (target === undefined) continue;
      if (outside === '*') stars.push(target);
      else {
        const found: Origin | undefined = taken === '*' ? { kind: 'module', path: target } : follow(source, target, taken, seen);
        if (found) return found;
      }
    }
  }
  if (isNamed || name === 'default') return undefined;
  for (const target of stars) {
    const found = follow(source, target, name, seen);
    if (found) return found;
  }
  return undefined;
}
