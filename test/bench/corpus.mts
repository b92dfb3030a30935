import fs from 'node:fs';
import path from 'node:path';
import { ts } from 'ts-morph';
import { isCode } from '../../src/signals/fileKind.ts';

export const codeFiles = (folder: string): string[] =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => isCode(file) && !file.includes('node_modules') && fs.statSync(path.join(folder, file)).isFile())
    .map((file) => path.join(folder, file));

/** What everything is measured against: read, parse without parents, walk and do nothing. */
export function bareLoop(files: readonly string[]): void {
  for (const file of files) bareParse(file, fs.readFileSync(file, 'utf8'));
}

export function bareParse(file: string, text: string): void {
  const open: ts.Node[] = [ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false)];
  for (let node = open.pop(); node !== undefined; node = open.pop()) ts.forEachChild(node, (child) => void open.push(child));
}
