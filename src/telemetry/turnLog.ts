import fs from 'node:fs';
import path from 'node:path';

const current = 'traces.jsonl';
const rotated = /^traces-[\w.-]+\.jsonl$/u;

/** The file is set aside beyond this size, in bytes. */
const rotateAt = 8 * 1_048_576;
const keptFiles = 3;

/**
 * One JSON line a turn, appended in one write, so that two windows do not tear each other's lines. A line torn by a kill is closed off
 * by the next one. Full files are renamed under a name of their own and the oldest removed.
 * Throws what the file system throws: the caller decides what a lost record costs.
 */
export function appendTurn(folder: string, record: object): void {
  makeFolder(folder);
  const file = path.join(folder, current);
  const descriptor = fs.openSync(file, 'a+', 0o600);
  try {
    const { size } = fs.fstatSync(descriptor);
    const last = Buffer.alloc(1);
    const torn = size > 0 && fs.readSync(descriptor, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a;
    fs.writeSync(descriptor, `${torn ? '\n' : ''}${JSON.stringify(record)}\n`);
    if (size > rotateAt) rotate(folder, file);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** For its owner alone. Level by level: where a file system takes no folders, Node's recursive way tries for ever. */
export function makeFolder(folder: string): void {
  if (fs.existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // another window was faster
  }
}

function rotate(folder: string, file: string): void {
  if (fs.statSync(file).size <= rotateAt) return; // another window was faster
  const name = `traces-${new Date().toISOString().replaceAll(':', '-')}-${String(process.pid)}.jsonl`;
  fs.renameSync(file, path.join(folder, name));
  for (const old of rotatedFiles(folder).slice(keptFiles)) fs.rmSync(path.join(folder, old), { force: true });
}

/** Newest first: their names sort by time. */
const rotatedFiles = (folder: string): string[] =>
  fs
    .readdirSync(folder)
    .filter((name) => rotated.test(name))
    .sort()
    .reverse();

/** Reads records newest first until `limit` are found. Blank, torn and malformed lines are skipped, as are records that `parse` refuses. */
export function readTurns<Turn>(folder: string, limit: number, parse: (value: unknown) => Turn | undefined): Turn[] {
  const turns: Turn[] = [];
  if (!fs.existsSync(folder)) return turns;
  for (const name of [current, ...rotatedFiles(folder)]) {
    const lines = readLines(path.join(folder, name));
    for (let at = lines.length - 1; at >= 0 && turns.length < limit; at--) {
      const turn = parseLine(lines[at] ?? '', parse);
      if (turn !== undefined) turns.push(turn);
    }
  }
  return turns;
}

function readLines(file: string): string[] {
  try {
    return fs.readFileSync(file, 'utf8').split('\n');
  } catch {
    return []; // not there yet, or just rotated away
  }
}

function parseLine<Turn>(line: string, parse: (value: unknown) => Turn | undefined): Turn | undefined {
  if (line.trim() === '') return undefined;
  try {
    return parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}
