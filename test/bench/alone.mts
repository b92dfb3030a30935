// One piece of work in a process of its own; prints its CPU in milliseconds, loading left out, and the process's peak memory in megabytes.
// usage: node alone.cjs WORK FOLDER STATE, bundled as the engine itself is
import fs from 'node:fs';
import { Project, ts } from 'ts-morph';
import { createCounter } from '../../src/tokens/counter.ts';
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
    const counter = await createCounter('o200k_base');
    for (const file of codeFiles(folder)) counter.count(fs.readFileSync(file, 'utf8'));
  },
  wrapped: () => {
    const project = new Project({ compilerOptions: { allowJs: true, target: ts.ScriptTarget.Latest }, skipFileDependencyResolution: true });
    for (const file of codeFiles(folder)) project.addSourceFileAtPath(file).forEachDescendant(() => undefined);
  },
};

async function main(): Promise<void> {
  const start = process.cpuUsage();
  await works[work]?.();
  const { user, system } = process.cpuUsage(start);
  console.log(JSON.stringify({ cpuMs: (user + system) / 1_000, peakMb: process.resourceUsage().maxRSS / 1_024 }));
}

void main();
