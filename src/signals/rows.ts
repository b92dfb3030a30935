import type { FolderList } from '../workspace/folderLists.ts';
import type { FileHead } from './fileStore.ts';
import type { SqlValue } from './sqlite.ts';

/** Of the query `heads`. By place: taking a row apart in order would make an object for each of its values. */
export function headOf(row: SqlValue[]): FileHead {
  const { 1: path, 2: mtime, 3: size, 4: hash, 5: lines, 6: generated, 7: problem, 8: pathWords, 9: nameWords, 10: bodyWords } = row;
  return {
    path: String(path),
    hash: String(hash),
    lines: Number(lines),
    generated: generated === 1,
    lengths: { path: Number(pathWords), names: Number(nameWords), body: Number(bodyWords) },
    problem: typeof problem === 'string' ? problem : undefined,
    stamp: typeof mtime === 'number' && typeof size === 'number' ? { mtime, size } : undefined,
  };
}

/** For the queries `insertFile` and `updateFile`. */
export const headRow = ({ path, stamp, hash, lines, generated, problem, lengths }: FileHead, imports: string): SqlValue[] => [
  stamp?.mtime ?? null,
  stamp?.size ?? null,
  hash,
  lines,
  Number(generated),
  problem ?? null,
  lengths.path,
  lengths.names,
  lengths.body,
  imports,
  path,
];

/** Of the query `folders`. */
export function folderOf([place, mark, rules, hasRules, files, folders]: SqlValue[]): FolderList {
  return {
    place: String(place),
    mark: String(mark),
    rules: String(rules),
    hasRules: hasRules === 1,
    files: String(files),
    folders: String(folders),
  };
}

/** For the query `putFolder`. */
export const folderRow = ({ place, mark, rules, hasRules, files, folders }: FolderList): SqlValue[] => [
  place,
  mark,
  rules,
  Number(hasRules),
  files,
  folders,
];
