import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { getSystemErrorMap } from 'node:util';

/** Writes a file, readable by its owner alone, that is there whole or not at all. Throws in words where it cannot be written; nothing is left then. */
export function writeWhole(file: string, text: string): void {
  const part = `${file}.${randomUUID()}.part`; // a name that no file of the user's has
  try {
    fs.writeFileSync(part, text, { mode: 0o600, flag: 'wx' });
    fs.renameSync(part, file);
  } catch (error) {
    fs.rmSync(part, { force: true });
    throw new Error(`${file} cannot be written: ${reasonOf(error)}`, { cause: error });
  }
}

/** Without the name of the file that nobody knows. */
function reasonOf(error: unknown): string {
  const { errno = 0, message } = error as NodeJS.ErrnoException;
  return getSystemErrorMap().get(errno)?.[1] ?? message;
}
