import fs from 'node:fs';

/** What is done with a file while it is open, so that all of it is done with the same one; undefined where there is none of this name any more. */
export function withFile<Result>(file: string, flags: 'r' | 'r+', work: (descriptor: number) => Result): Result | undefined {
  let descriptor: number;
  try {
    descriptor = fs.openSync(file, flags);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return work(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}
