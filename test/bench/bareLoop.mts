import fs from 'node:fs';
import { ts } from 'ts-morph';

/** What everything is measured against: read, parse without parents, walk and do nothing. */
export function bareLoop(files: readonly string[]): void {
  for (const file of files) bareParse(file, fs.readFileSync(file, 'utf8'));
}

export function bareParse(file: string, text: string): void {
  const open: ts.Node[] = [ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false)];
  for (let node = open.pop(); node !== undefined; node = open.pop()) ts.forEachChild(node, (child) => void open.push(child));
}
