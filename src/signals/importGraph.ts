import type { CodeIndex } from './codeIndex.ts';
import { importsOf } from './importsOf.ts';

/** Which files import which, both ways. Paths are workspace-relative. */
export interface ImportGraph {
  readonly imports: ReadonlyMap<string, readonly string[]>;
  readonly importers: ReadonlyMap<string, readonly string[]>;
}

/** Finds the file that an import means. */
export interface Resolver {
  resolve(from: string, specifier: string): string | undefined;
}

/** Configuration that is nested beyond any stack leads nowhere. */
function resolved(resolver: Resolver, from: string, specifier: string): string | undefined {
  try {
    return resolver.resolve(from, specifier);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Resolves the imports of all files; a file that imports itself is no edge. */
export function importGraph(index: Pick<CodeIndex, 'files' | 'get'>, resolver: Resolver): ImportGraph {
  const imports = new Map<string, string[]>();
  const importers = new Map<string, string[]>();
  for (const file of index.files) {
    const targets = new Set<string>();
    for (const { specifier } of importsOf(file)) {
      const target = resolved(resolver, file.path, specifier);
      if (target !== undefined && target !== file.path && index.get(target) !== undefined) targets.add(target);
    }
    imports.set(file.path, [...targets]);
    for (const target of targets) {
      const list = importers.get(target);
      if (list === undefined) importers.set(target, [file.path]);
      else list.push(file.path);
    }
  }
  return { imports, importers };
}
