import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { getSystemErrorMap } from 'node:util';

/** Writes a file, readable by its owner alone, that is there whole or not at all. Throws in words where it cannot be written; nothing is left then. */
export function writeWhole(file: string, text: string): void {
  const target = linkedFile(file);
  const part = path.join(path.dirname(target), `.${randomUUID()}.part`); // a name that no file of the user's has
  try {
    if (fs.statSync(target, { throwIfNoEntry: false })?.isFile() === false) throw new Error('it is not a file');
    fs.writeFileSync(part, text, { mode: 0o600, flag: 'wx' });
    fs.renameSync(part, target);
  } catch (error) {
    fs.rmSync(part, { force: true });
    throw new Error(`${file} cannot be written: ${reasonOf(error)}`, { cause: error });
  }
}

/** Where a link leads to a file, that file is written. */
function linkedFile(file: string): string {
  try {
    return fs.realpathSync.native(file);
  } catch {
    return file; // there is none yet
  }
}

/** Without the name of the file that nobody knows. */
function reasonOf(error: unknown): string {
  const { errno = 0, message } = error as NodeJS.ErrnoException;
  return getSystemErrorMap().get(errno)?.[1] ?? message;
}
