import { foldersAround, insideRoot } from './workspaceRoot.ts';

/** What is asked of a package.json; anything else in it is left alone. */
export interface PackageManifest {
  readonly path: string;
  /** Ends with a slash, or is ''. */
  readonly folder: string;
  readonly values: Readonly<Record<string, unknown>>;
}

interface ManifestFiles {
  readonly roots: readonly string[];
  text(path: string): string | undefined;
}

const mostCharacters = 1_048_576;

/** The package manifests that hold for a file, the nearest first; without a file those of the first root. What cannot be parsed is left out, with a note. */
export function manifestsFor(files: ManifestFiles, path: string | undefined): { manifests: PackageManifest[]; degraded: string[] } {
  const { root, inside } = path === undefined ? { root: files.roots[0] ?? '', inside: '' } : insideRoot(path, files.roots);
  const degraded: string[] = [];
  const manifests = foldersAround(inside).flatMap((folder): PackageManifest[] => {
    const file = `${root}${folder}package.json`;
    const text = files.text(file);
    if (text === undefined) return [];
    const values = parseObject(text);
    if (values !== undefined) return [{ path: file, folder: root + folder, values }];
    degraded.push(`${file} cannot be parsed`);
    return [];
  });
  return { manifests, degraded };
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.length > mostCharacters) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** A field that is an object; empty where it is none. */
export function objectIn(values: Readonly<Record<string, unknown>>, name: string): Readonly<Record<string, unknown>> {
  const value = values[name];
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** A field that is text; undefined where it is none, or blank. */
export function textIn(values: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
