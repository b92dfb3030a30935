import fs from 'node:fs';
import path from 'node:path';
import { CodeIndex } from '../../../src/signals/codeIndex.ts';
import { isCode } from '../../../src/signals/fileKind.ts';
import { ModuleResolver } from '../../../src/signals/resolution/moduleResolver.ts';

export type Texts = Readonly<Record<string, string>>;

/** The code of a folder, by paths relative to it. */
export function folderTexts(folder: string, accepts: (file: string) => boolean = () => true): Texts {
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => file.split(path.sep).join('/'));
  const wanted = files.filter((file) => isCode(file) && accepts(file)).sort();
  return Object.fromEntries(wanted.map((file) => [file, fs.readFileSync(path.join(folder, file), 'utf8')]));
}

export function indexOf(texts: Texts): CodeIndex {
  const index = new CodeIndex({ tracesTag: 'traces', traceId: '' });
  for (const [file, text] of Object.entries(texts)) index.put(file, { text });
  return index;
}

export const resolverOf = (texts: Texts): ModuleResolver =>
  new ModuleResolver({ paths: Object.keys(texts).sort(), text: (file) => texts[file] });
