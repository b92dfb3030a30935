import fs from 'node:fs';

export type FileText = { readonly text: string } | { readonly problem: string };

/** Reads a text file: without BOM, with plain line breaks. Never throws: a problem is a phrase that follows a file name. `known`: its size, which saves looking. */
export function readFileText(absolute: string, mostBytes: number, known?: number): FileText {
  try {
    const size = known ?? sizeOf(absolute);
    if (size === undefined) return { problem: 'is not a file' };
    if (size > mostBytes) return { problem: `is larger than ${String(Math.round(mostBytes / 1_048_576))} MB` };
    return { text: plainText(fs.readFileSync(absolute, 'utf8')) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return {
      problem:
        code === 'ENOENT' ? 'does not exist' : code === 'EACCES' || code === 'EPERM' ? 'may not be read' : `could not be read: ${message}`,
    };
  }
}

/** The editor and the parser take a lone carriage return as a line break, too. */
export function plainText(text: string): string {
  const clean = text.startsWith('\uFEFF') ? text.slice(1) : text;
  return clean.includes('\r') ? clean.replace(/\r\n?/gu, '\n') : clean;
}

/** Throws where there is nothing; undefined for what is no file. */
function sizeOf(absolute: string): number | undefined {
  const stat = fs.statSync(absolute);
  return stat.isFile() ? stat.size : undefined;
}

const mayBeMissing = { throwIfNoEntry: false } as const;

/** Undefined where there is no file: reading it will say why. */
export function statOf(absolute: string): fs.Stats | undefined {
  try {
    const stat = fs.statSync(absolute, mayBeMissing);
    return stat?.isFile() === true ? stat : undefined;
  } catch {
    return undefined;
  }
}
