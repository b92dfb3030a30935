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

/** Whether this Node has a `node:sqlite` that the index can use; an older one has none, or one without `setReturnArrays`. */
export const hasSqlite = ([major, minor]) => major >= 24 || (major === 22 && minor >= 16);

const ownVersion = process.versions.node.split('.').map(Number);
/** The Node for what needs SQLite: this one, else that of the in-browser editor, which is installed first. */
export const sqliteNode = hasSqlite(ownVersion) || !browserEditorRuns ? process.execPath : editorNode;
export const sqliteMissing = sqliteNode === process.execPath && !hasSqlite(ownVersion);
