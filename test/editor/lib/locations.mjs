// Where things are. Nothing here needs an installed package.
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const editorRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
export const projectRoot = path.resolve(editorRoot, '../..');

/** Results, screenshots and logs of test runs. */
export const outDir = path.join(projectRoot, 'out');
/** What `npm start` keeps between runs, and whatever @vscode/test-electron downloads. */
export const stateDir = path.join(projectRoot, '.vscode-test');

/** The in-browser editor comes with a Node of its own, new enough for node:sqlite; that Node exists for these two. */
export const browserEditorRuns = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch);

export const editorNode = path.join(editorRoot, `node_modules/node-linux-${process.arch}/bin/node`);
export const vscodeDir = path.join(editorRoot, 'node_modules/code-server/lib/vscode');
export const serverMain = path.join(vscodeDir, 'out/server-main.js');
