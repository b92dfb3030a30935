import fs from 'node:fs';

const newline = 0x0a;

/**
 * Appends one object as a line of JSON to a file that is open to read and append. Throws what the file system throws, also where only a part of
 * the line could be written: the next line closes that part off.
 */
export function appendLine(descriptor: number, record: object): void {
  const line = `${JSON.stringify(record)}\n`;
  const { size } = fs.fstatSync(descriptor);
  write(descriptor, isTorn(descriptor, size) ? `\n${line}` : line);
  // Another process may have been killed in the middle of its line after we had looked: then ours hangs on to it.
  if (!standsAlone(descriptor, line, size)) write(descriptor, `\n${line}`);
}

/** In one write, so that two windows do not tear each other's lines. */
function write(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  const written = fs.writeSync(descriptor, bytes);
  if (written < bytes.length)
    throw new Error(`only ${String(written)} of ${String(bytes.length)} bytes could be written: the disk is full`);
}

function isTorn(descriptor: number, size: number): boolean {
  const last = Buffer.alloc(1);
  return size > 0 && fs.readSync(descriptor, last, 0, 1, size - 1) === 1 && last[0] !== newline;
}

/** Whether the line stands at the start of a line somewhere behind `from`, where the file ended before it was written. */
function standsAlone(descriptor: number, line: string, from: number): boolean {
  const start = Math.max(0, from - 1);
  const added = Buffer.alloc(fs.fstatSync(descriptor).size - start);
  fs.readSync(descriptor, added, 0, added.length, start);
  const text = Buffer.from(line);
  const at = (place: number): boolean => place >= 0 && (start + place === 0 || added[place - 1] === newline);
  for (let place = added.indexOf(text); place !== -1; place = added.indexOf(text, place + 1)) if (at(place)) return true;
  return false;
}
