// One piece of work in a process of its own; prints its CPU in milliseconds, loading left out, and the process's peak memory in megabytes.
// usage: node --import tsx alone.mts WORK FOLDER STATE
import fs from 'node:fs';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { Project, ts } from 'ts-morph';
import { Encoding } from '../../src/tokens/encoding.ts';
import { openEngine } from '../unit/engine/workspaceFixture.ts';
import { bareLoop, codeFiles } from './corpus.mts';

const [, , work = '', folder = '', state = ''] = process.argv;

async function index(): Promise<void> {
  const engine = await openEngine(folder, { state });
  await engine.index();
  await engine.dispose();
}

const works: Readonly<Record<string, () => unknown>> = {
  bare: () => {
    bareLoop(codeFiles(folder));
  },
  index,
  indexAndCount: async () => {
    await index();
    const encoding = new Encoding(o200k);
    for (const file of codeFiles(folder)) encoding.count(fs.readFileSync(file, 'utf8'));
  },
  wrapped: () => {
    const project = new Project({ compilerOptions: { allowJs: true, target: ts.ScriptTarget.Latest }, skipFileDependencyResolution: true });
    for (const file of codeFiles(folder)) project.addSourceFileAtPath(file).forEachDescendant(() => undefined);
  },
};

const start = process.cpuUsage();
await works[work]?.();
const { user, system } = process.cpuUsage(start);
console.log(JSON.stringify({ cpuMs: (user + system) / 1_000, peakMb: process.resourceUsage().maxRSS / 1_024 }));
