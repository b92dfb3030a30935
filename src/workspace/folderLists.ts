import fs from 'node:fs';

/** What the ignore rules left in of a folder when it was listed. */
export interface FolderList {
  /** Of the folder; absolute. */
  readonly path: string;
  /** When the folder last changed, in milliseconds: it does whenever an entry comes, goes or gets another name. */
  readonly changed: number;
  /** The key of the rules that held inside. */
  readonly rules: string;
  /** Whether some of these rules come from ignore files of its own. */
  readonly hasRules: boolean;
  /** From the root, a line each. */
  readonly files: string;
  readonly folders: string;
}

export type FolderLists = ReadonlyMap<string, FolderList>;

/** A folder that changed just now may change again without its time showing it; on FAT that takes two seconds. */
const youngMs = 3_000;
/** FAT and exFAT have no finer times than that, and need not change those of a folder with its entries. */
const coarseMs = 10;
/** File systems that a program provides: nothing is known of their times. */
const fuse = 0x65735546;

/** When a folder last changed, in milliseconds, by the time that no program can set; undefined where there is none that tells. */
export function changeOf(directory: string): number | undefined {
  const changed = fs.statSync(directory, { throwIfNoEntry: false })?.ctimeMs ?? 0;
  return isFine(changed) ? changed : undefined;
}

export const isFine = (changed: number): boolean => changed % coarseMs !== 0;

export const isSettled = (changed: number): boolean => Math.abs(Date.now() - changed) > youngMs;

/** Whether the times of folders mean anything below `root`. */
export function keepsTimes(root: string): boolean {
  try {
    return fs.statfsSync(root).type !== fuse;
  } catch {
    return false;
  }
}
