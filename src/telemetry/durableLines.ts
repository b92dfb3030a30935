import fs from 'node:fs';
import path from 'node:path';
import { appendLine } from './appendLine.ts';
import { makeFolder } from './jsonLines.ts';

/** Appends one object as a line of JSON and returns once it is on disk. Throws where it cannot be written whole. */
export function appendDurably(file: string, record: object): void {
  const folder = path.dirname(file);
  makeFolder(folder);
  const isNew = !fs.existsSync(file);
  const descriptor = fs.openSync(file, 'a+', 0o600);
  try {
    appendLine(descriptor, record);
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
  if (isNew) syncFolder(folder);
}

/** A new file is only found again after a power cut when its folder is on disk too. Not every system can do this. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = fs.openSync(folder, 'r');
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}
