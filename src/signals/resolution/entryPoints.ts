import { exports as exportTargets, imports as importTargets } from 'resolve.exports';
import { stringIn, type Fields } from './configuration.ts';
import type { WorkspacePackage } from './packages.ts';

/** What a package offers for `./sub` ('' for the package itself), best first: paths from its folder. What is broken offers nothing. */
export function entryPoints({ manifest, name = '' }: WorkspacePackage, sub: string, conditions: readonly string[]): string[] {
  const offered =
    manifest['exports'] === undefined ? [] : targetsOf(exportTargets, manifest, name, sub === '' ? '.' : `./${sub}`, conditions);
  return sub === '' ? distinct([...offered, ...legacyEntries(manifest)]) : offered;
}

/** Where `#x` leads inside the package that says so: paths from its folder, or names of other packages. */
export const innerTargets = ({ manifest, name = '' }: WorkspacePackage, specifier: string, conditions: readonly string[]): string[] =>
  manifest['imports'] === undefined ? [] : targetsOf(importTargets, manifest, name, specifier, conditions);

/** From sources to built files, as they are in the end the same module. */
const conditionSets = [['source', 'development', 'types', 'import'], ['types', 'require'], ['import'], ['require'], ['browser', 'import']];

type Resolve = typeof exportTargets | typeof importTargets;

function targetsOf(resolve: Resolve, manifest: Fields, name: string, target: string, own: readonly string[]): string[] {
  return distinct(
    conditionSets.flatMap((conditions) => {
      try {
        return resolve({ ...manifest, name }, target, { unsafe: true, conditions: [...own, ...conditions] }) ?? [];
      } catch {
        return []; // the package does not offer it under these conditions
      }
    }),
  );
}

const legacyFields = ['source', 'types', 'typings', 'module', 'main', 'browser'];

const legacyEntries = (manifest: Fields): string[] => legacyFields.flatMap((field) => stringIn(manifest[field]) ?? []);

const distinct = (all: readonly string[]): string[] => [...new Set(all)];
