// The steps of npm test, in the order in which they run.
import path from 'node:path';
import { browserEditorRuns, projectRoot } from '../editor/lib/locations.mjs';

const bin = (file) => path.join(projectRoot, 'node_modules', file);
const minutes = 60_000;

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} title
 * @property {string[][]} commands arguments of Node, one list a program
 * @property {boolean} [suite] writes a report of its tests; without one, or with an empty one, it has failed
 * @property {boolean} [sqlite] needs a Node with SQLite, and gets one
 * @property {boolean} [editor] needs the in-browser editor and Chromium where those run
 * @property {string[]} [neededBy] runs with these as well
 * @property {string} [skip] why it does not run here
 * @property {number} limitMs
 */

/** @type {Step[]} */
export const steps = [
  {
    name: 'types',
    title: 'Type check (tsc)',
    commands: [
      [bin('typescript/bin/tsc'), '--noEmit'],
      [bin('typescript/bin/tsc'), '--noEmit', '-p', 'src/webview'],
    ],
    limitMs: 5 * minutes,
  },
  {
    name: 'lint',
    title: 'Lint and format (eslint, prettier)',
    commands: [
      [bin('eslint/bin/eslint.js'), '.'],
      [bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.'],
    ],
    limitMs: 5 * minutes,
  },
  {
    name: 'unit',
    title: 'Unit tests (mocha)',
    commands: [[bin('mocha/bin/mocha.js'), '--import=tsx', ...mochaOptions(20_000), 'test/unit/**/*.test.ts']],
    suite: true,
    sqlite: true,
    limitMs: 10 * minutes,
  },
  { name: 'build', title: 'Build (esbuild)', commands: [['esbuild.mjs']], neededBy: ['host', 'ui'], limitMs: 2 * minutes },
  {
    name: 'host',
    title: 'Host tests (mocha in the extension host of a real VS Code)',
    commands: [['test/host/run.mjs']],
    suite: true,
    editor: true,
    limitMs: 10 * minutes,
  },
  {
    name: 'ui',
    title: 'UI tests (a real VS Code in Chromium)',
    commands: [[bin('mocha/bin/mocha.js'), '--exit', ...mochaOptions(60_000), 'test/ui/**/*.test.mjs']],
    suite: true,
    editor: true,
    ...(browserEditorRuns
      ? {}
      : {
          skip: `UI tests drive the in-browser VS Code, which runs on Linux x64 and arm64 only; this is ${process.platform} ${process.arch}.`,
        }),
    limitMs: 15 * minutes,
  },
];

function mochaOptions(timeoutMs) {
  return ['--reporter', path.join(projectRoot, 'test/report.cjs'), '--timeout', String(timeoutMs), '--slow', '5000'];
}
