// The engine in its worker, in a process of its own; prints the CPU of its work and of the whole process in milliseconds, and its peak
// memory in megabytes.
// usage: node alone.cjs WORK FOLDER STATE
import fs from 'node:fs';
import path from 'node:path';
import { WorkerEngine } from '../../src/engine/workerEngine.ts';
import manifest from '../../package.json' with { type: 'json' };
import { codeFiles } from './codeFiles.mts';

const [, , work = '', folder = '', state = ''] = process.argv;

/** The defaults of the manifest; more of the engine in this thread would count as its memory. */
const properties = Object.assign({}, ...manifest.contributes.configuration.map((one) => one.properties)) as Record<
  string,
  { default: string }
>;
const defaultOf = (name: string): string => properties[`contextBroker.${name}`]?.default ?? '';

const engine = new WorkerEngine(path.resolve('dist/engine.js'), (error) => {
  throw error;
});

async function index(): Promise<void> {
  const [tracesTag, traceId] = [defaultOf('signals.tracesTag'), defaultOf('signals.tracesId')];
  const maxFileKilobytes = Number(defaultOf('index.maxFileKilobytes'));
  await engine.open({ roots: [{ name: path.basename(folder), path: folder }], exclude: [], tracesTag, traceId, maxFileKilobytes, state });
  await engine.index();
}

/** Texts cross to the worker some at a time. */
const filesAtOnce = 50;

async function indexAndCount(): Promise<void> {
  await index();
  const files = codeFiles(folder);
  for (let at = 0; at < files.length; at += filesAtOnce) {
    const texts = files.slice(at, at + filesAtOnce).map((file) => fs.readFileSync(file, 'utf8'));
    await engine.count(texts, 'o200k_base');
  }
}

const works: Readonly<Record<string, () => unknown>> = {
  index,
  indexAndCount,
};

async function main(): Promise<void> {
  const alive = setInterval(() => undefined, 1_000); // the worker alone would not keep the process
  await engine.turns(0); // the worker has loaded
  const start = process.cpuUsage();
  await works[work]?.();
  const { user, system } = process.cpuUsage(start);
  const whole = process.cpuUsage();
  const wholeCpuMs = (whole.user + whole.system) / 1_000;
  console.log(JSON.stringify({ cpuMs: (user + system) / 1_000, wholeCpuMs, peakMb: process.resourceUsage().maxRSS / 1_024 }));
  await engine.dispose();
  clearInterval(alive);
}

void main();
