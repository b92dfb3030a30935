import fs from 'node:fs';
import path from 'node:path';
import { isCode } from '../../src/signals/fileKind.ts';

export const codeFiles = (folder: string): string[] =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => isCode(file) && !file.includes('node_modules') && fs.statSync(path.join(folder, file)).isFile())
    .map((file) => path.join(folder, file));
