import path from 'node:path';
import type { CodeIndex, IndexedFile } from './codeIndex.ts';

/** Which files import which, both ways. Paths are workspace-relative. */
export interface ImportGraph {
  readonly imports: ReadonlyMap<string, readonly string[]>;
  readonly importers: ReadonlyMap<string, readonly string[]>;
}

const extensions = [
  '',
  '.ts',
  '.tsx',
  '.mts',
  '.cts',
  '.js',
  '.jsx',
  '.mjs',
  '.cjs',
  '.d.ts',
  '/index.ts',
  '/index.tsx',
  '/index.js',
  '/index.mts',
];

/** Resolves relative imports: with or without extension, folders with an index file, `.js` written for `.ts`. */
export function importGraph(index: CodeIndex): ImportGraph {
  const imports = new Map<string, string[]>();
  const importers = new Map<string, string[]>();
  for (const file of index.files) {
    const targets = new Set(
      file.imports.map(({ specifier }) => resolveImport(index, file, specifier)).filter((target) => target !== undefined),
    );
    targets.delete(file.path);
    imports.set(file.path, [...targets]);
    for (const target of targets) {
      const list = importers.get(target);
      if (list === undefined) importers.set(target, [file.path]);
      else list.push(file.path);
    }
  }
  return { imports, importers };
}

function resolveImport(index: CodeIndex, from: IndexedFile, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const base = path.posix.join(path.posix.dirname(from.path), specifier);
  const candidates = [base, base.replace(/\.([cm]?)jsx?$/u, '.$1ts'), base.replace(/\.jsx?$/u, '.tsx')];
  for (const candidate of candidates) {
    for (const extension of extensions) if (index.get(candidate + extension) !== undefined) return candidate + extension;
  }
  return undefined;
}
