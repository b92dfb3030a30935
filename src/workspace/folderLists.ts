import fs from 'node:fs';

/** What the ignore rules left in of a folder when it was listed. */
export interface FolderList {
  /** Its root and the way to it from there: another root may have other rules for the same folder. */
  readonly place: string;
  /** As `FolderMark` gives it. */
  readonly mark: string;
  /** The key of the rules that held inside. */
  readonly rules: string;
  /** Whether some of these rules come from ignore files of its own. */
  readonly hasRules: boolean;
  /** From the root, a line each. */
  readonly files: string;
  readonly folders: string;
}

export type FolderLists = ReadonlyMap<string, FolderList>;

/** A folder as it is now. */
export interface FolderMark {
  /** Another one wherever an entry came, went or got another name, and for every other folder. */
  readonly text: string;
  /** When that was last, in milliseconds. */
  readonly changed: number;
}

/** A folder that changed just now may change again without its time showing it; on FAT that takes two seconds. */
const youngMs = 3_000;
/** FAT and exFAT have no finer times than that, and need not change those of a folder with its entries. */
const coarseMs = 10;
/** File systems that a program provides: nothing is known of their times. */
const fuse = 0x65735546;

/** By the time that no program can set. Undefined where it tells nothing: on another device than `device`, or by a coarse clock. */
export function markOf(directory: string, device: number): FolderMark | undefined {
  try {
    const { dev, ino, ctimeMs } = fs.statSync(directory);
    return dev === device && isFine(ctimeMs) ? { text: `${String(ino)} ${String(ctimeMs)}`, changed: ctimeMs } : undefined;
  } catch {
    return undefined; // listing it will say why
  }
}

export const isFine = (time: number): boolean => time % coarseMs !== 0;

export const isSettled = ({ changed }: FolderMark): boolean => Math.abs(Date.now() - changed) > youngMs;

/** The device of `root`; undefined where the times of its folders mean nothing. */
export function deviceOf(root: string): number | undefined {
  try {
    return fs.statfsSync(root).type === fuse ? undefined : fs.statSync(root).dev;
  } catch {
    return undefined;
  }
}
