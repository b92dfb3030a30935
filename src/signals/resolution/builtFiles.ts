import type { FileFinder } from './fileFinder.ts';
import type { WorkspacePackage } from './packages.ts';
import { insideOf, within } from './places.ts';
import type { ProjectConfig } from './projectConfig.ts';

/** Where sources stand in a package, by custom. */
const sourceFolders = ['src', 'source', 'lib'];
const built = /(?:\.d)?\.[cm]?[jt]sx?$/u;
/** `dist/esm/types/index.d.ts`: folders that only the build has. */
const mostBuiltFolders = 3;

/** The source that a built file, which is not there, was made from: as the package's configuration says, else by custom. */
export function sourceOfBuilt(
  file: string,
  { folder }: WorkspacePackage,
  configs: readonly ProjectConfig[],
  finder: FileFinder,
): string | undefined {
  const stem = file.replace(built, '');
  return configured(stem, configs, finder) ?? customary(stem, folder, finder);
}

function configured(stem: string, configs: readonly ProjectConfig[], finder: FileFinder): string | undefined {
  for (const { folder, rootDir, outDirs } of configs) {
    for (const outDir of outDirs) {
      const inside = insideOf(outDir, stem);
      if (inside === undefined) continue;
      const roots = rootDir === undefined ? [...sourceFolders.map((one) => within(folder, one)), folder] : [rootDir];
      const found = firstFile(roots, inside, finder);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function customary(stem: string, folder: string, finder: FileFinder): string | undefined {
  const steps = insideOf(folder, stem)?.split('/') ?? [];
  for (let left = 0; left <= Math.min(mostBuiltFolders, steps.length - 1); left++) {
    const roots = left === 0 ? sourceFolders : [...sourceFolders, ''];
    const places = roots.map((root) => (root === '' ? folder : within(folder, root)));
    const found = firstFile(places, steps.slice(left).join('/'), finder);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A package whose entry is nowhere to be found most likely begins here. */
export function customaryEntry({ folder, name = '' }: WorkspacePackage, finder: FileFinder): string | undefined {
  const own = name.slice(name.lastIndexOf('/') + 1);
  return (
    firstFile([...sourceFolders.map((one) => within(folder, one)), folder], 'index', finder) ??
    firstFile([within(folder, 'src')], 'main', finder) ??
    (own === '' ? undefined : firstFile([within(folder, 'src'), folder], own, finder))
  );
}

function firstFile(folders: readonly string[], inside: string, finder: FileFinder): string | undefined {
  for (const folder of folders) {
    const found = finder.file(within(folder, inside)) ?? finder.index(within(folder, inside));
    if (found !== undefined) return found;
  }
  return undefined;
}
