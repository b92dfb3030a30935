// The index against its references; ratios with their bars. usage: node --import tsx indexing.mts FOLDER...
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { WorkspaceIndex } from '../../src/engine/workspaceIndex.ts';
import { extractSignals } from '../../src/signals/extractSignals.ts';
import { openEngine, settings, temporaryFolder } from '../unit/engine/workspaceFixture.ts';
import { bareLoop, bareParse } from './bareLoop.mts';
import { codeFiles } from './codeFiles.mts';

interface Usage {
  /** Of the work, loading left out. */
  readonly cpuMs: number;
  /** Of the process from its start. */
  readonly wholeCpuMs?: number;
  readonly peakMb: number;
}

const none: Usage = { cpuMs: NaN, peakMb: NaN };
const bundles = path.resolve('out/bench');
/** Each thing is measured so often, by turns with what it is measured against: what runs beside us only ever adds. */
const rounds = 6;
/** Files that are measured together: of a short piece the least time is hardly disturbed. */
const piece = 25;
/** Processes are slower than that to measure. */
const processes = 3;
const manyFiles = 1_000;

/** Milliseconds of CPU of each work, the least of some rounds in which all take turns. */
async function cpu(works: readonly (() => unknown)[], times = rounds): Promise<number[]> {
  const least = works.map(() => Infinity);
  for (let round = 0; round < times; round++) {
    for (const [place, work] of works.entries()) {
      const start = process.cpuUsage();
      await work();
      const { user, system } = process.cpuUsage(start);
      least[place] = Math.min(least[place] ?? Infinity, (user + system) / 1_000);
    }
  }
  return least;
}

/** The same for work on files, piece by piece. */
async function cpuOfFiles(files: readonly string[], works: readonly ((files: readonly string[]) => unknown)[]): Promise<number[]> {
  const sums = works.map(() => 0);
  const pieces = Array.from({ length: Math.ceil(files.length / piece) }, (_, place) => files.slice(place * piece, (place + 1) * piece));
  const least = pieces.map(() => works.map(() => Infinity));
  for (let round = 0; round < rounds; round++) {
    for (const [place, some] of pieces.entries()) {
      const times = await cpu(
        works.map((work) => () => work(some)),
        1,
      );
      least[place] = times.map((time, which) => Math.min(time, least[place]?.[which] ?? Infinity));
    }
  }
  for (const times of least) for (const [which, time] of times.entries()) sums[which] = (sums[which] ?? 0) + time;
  return sums;
}

function say(what: string, ours: number, reference: number, bar: number, unit = 'ms CPU'): void {
  const ratio = ours / reference;
  const verdict = ratio <= bar ? 'ok' : 'MISSED';
  const figures = `${ours.toFixed(unit === 'ms CPU' && ours < 100 ? 1 : 0)} against ${reference.toFixed(0)} ${unit}`;
  console.log(`  ${what}: ${ratio.toFixed(3)} times (${figures}); at most ${String(bar)}: ${verdict}`);
}

function alone(work: 'index' | 'indexAndCount' | 'signals' | 'bare' | 'wrapped', folder: string, state = ''): Usage {
  const entry = work === 'signals' ? work : state === '' ? 'reference' : 'alone';
  const args = [path.join(bundles, `${entry}.cjs`), work, folder, state];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${work}: ${stderr}`);
  return JSON.parse(stdout) as Usage;
}

/** What is done once in a process: the least of some processes, by turns. */
function byTurns(...works: readonly (() => Usage)[]): Usage[] {
  const least = works.map((): Usage => ({ cpuMs: Infinity, peakMb: Infinity }));
  for (let round = 0; round < processes; round++) {
    for (const [place, work] of works.entries()) {
      const { cpuMs, wholeCpuMs = cpuMs, peakMb } = work();
      const known = least[place] ?? none;
      least[place] = {
        cpuMs: Math.min(known.cpuMs, cpuMs),
        wholeCpuMs: Math.min(known.wholeCpuMs ?? Infinity, wholeCpuMs),
        peakMb: Math.min(known.peakMb, peakMb),
      };
    }
  }
  return least;
}

/** Its workers may be threads or processes: CPU is that of all, memory that of the largest. */
function repomix(folder: string): Usage & { readonly files: number } {
  const entry = path.resolve('node_modules/repomix/bin/repomix.cjs');
  if (!fs.existsSync(entry)) throw new Error('repomix is missing: npm install');
  const out = temporaryFolder();
  const usage = path.join(out, 'usage.jsonl');
  const include = '**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}';
  // Its defaults, the security check among them, except what would leave out files that we read.
  const args = [entry, '--compress', '--quiet', '--no-default-patterns', '--no-gitignore', '--include', include];
  const packed = path.join(out, 'packed.xml');
  const { status, stderr } = spawnSync(process.execPath, [...args, '--output', packed, folder], {
    encoding: 'utf8',
    env: { ...process.env, BENCH_USAGE: usage, NODE_OPTIONS: `--import=${path.resolve('test/bench/usage.mjs')}` },
  });
  if (status !== 0) throw new Error(`repomix: ${stderr}`);
  const all = fs
    .readFileSync(usage, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Usage);
  const files = fs.readFileSync(packed, 'utf8').match(/^<file path="/gmu)?.length ?? 0;
  return { cpuMs: all.reduce((sum, { cpuMs }) => sum + cpuMs, 0), peakMb: Math.max(...all.map(({ peakMb }) => peakMb)), files };
}

/** Some files of middle to great size, each changed by a line, read, stored and searchable again. */
async function edits(folder: string, files: readonly string[]): Promise<readonly (readonly [ours: number, bare: number])[]> {
  const copy = temporaryFolder();
  fs.cpSync(folder, copy, { recursive: true, filter: (file) => !file.includes(`${folder}/node_modules`) });
  const { tracesTag, traceId, maxFileKilobytes } = settings();
  const state = temporaryFolder();
  const index = new WorkspaceIndex({ roots: [{ name: 'copy', path: copy }], exclude: [], tracesTag, traceId, maxFileKilobytes, state });
  await index.ready();
  const isRead = (file: string): boolean => index.code.get(path.relative(folder, file).split(path.sep).join('/'))?.problem === undefined;
  const bySize = files
    .filter(isRead)
    .map((file) => ({ file, size: fs.statSync(file).size }))
    .sort((a, b) => a.size - b.size);
  const chosen = [0.5, 0.75, 0.9, 0.95, 0.98, 0.99, 1 - 1e-9].map((share) => bySize[Math.floor(share * bySize.length)]?.file ?? '');
  const pairs: [number, number][] = [];
  let count = 0;
  for (const original of chosen) {
    const file = path.join(copy, path.relative(folder, original));
    const text = fs.readFileSync(file, 'utf8');
    const write = (): void => {
      fs.writeFileSync(file, `${text}\nexport const edit${String(++count)} = ${String(count)};\n`);
    };
    const [written = 0, all = 0, bare = 0] = await cpu(
      [
        write,
        () => {
          write();
          index.update([{ path: file }]);
        },
        () => {
          bareParse(file, fs.readFileSync(file, 'utf8'));
        },
      ],
      15,
    );
    index.update([{ path: file }]);
    if (index.code.declaring(`edit${String(count)}`).length !== 1) throw new Error(`the last edit of ${file} is not found`);
    pairs.push([all - written, bare]);
  }
  index.close();
  return pairs;
}

for (const folder of process.argv.slice(2).map((one) => path.resolve(one))) {
  const files = codeFiles(folder);
  console.log(`${path.basename(folder)}, ${String(files.length)} code files`);
  const [bareByPieces = 0, signalsByPieces = 0] = await cpuOfFiles(files, [
    bareLoop,
    (some) => {
      for (const file of some) extractSignals(file, fs.readFileSync(file, 'utf8'));
    },
  ]);
  const state = temporaryFolder();
  alone('index', folder, state);
  const [bare = none, signals = none, cold = none, warm = none] = byTurns(
    () => alone('bare', folder),
    () => alone('signals', folder),
    () => alone('index', folder, temporaryFolder()),
    () => alone('index', folder, state),
  );
  const [bareAgain = 0, coldAgain = 0] = await cpu([
    () => {
      bareLoop(files);
    },
    async () => {
      const engine = await openEngine(folder, { state: temporaryFolder() });
      await engine.index();
      await engine.dispose();
    },
  ]);
  say('signals against reading, parsing and an empty walk, each in a process of its own', signals.cpuMs, bare.cpuMs, 1.3);
  say('the same in a process that has done it before', signalsByPieces, bareByPieces, 1.3);
  say('cold index with full text, stored, against the same', cold.cpuMs, bare.cpuMs, 1.7);
  console.log(`  the same in a process that has done it before: ${(coldAgain / bareAgain).toFixed(3)} times`);
  const pairs = await edits(folder, files);
  const middle = pairs.toSorted((a, b) => a[0] / a[1] - b[0] / b[1])[Math.floor(pairs.length / 2)] ?? [0, 1];
  say('one-file edit against a bare reparse, the median of some files', middle[0], middle[1], 1.5);
  say('warm start against the cold one', warm.cpuMs, cold.cpuMs, 0.02);
  console.log(`  peak memory of the cold index: ${cold.peakMb.toFixed(0)} MB; of the bare loop ${bare.peakMb.toFixed(0)} MB`);
  if (files.length > manyFiles) {
    const wrapped = alone('wrapped', folder);
    say('cold index against a ts-morph project, getDescendants() of every file', cold.cpuMs, wrapped.cpuMs, 1 / 4);
    say('its memory against the same', cold.peakMb, wrapped.peakMb, 1 / 5, 'MB');
  }
  let packedFiles = 0;
  const [counted = none, packed = none] = byTurns(
    () => alone('indexAndCount', folder, temporaryFolder()),
    () => {
      const { files: all, ...usage } = repomix(folder);
      packedFiles = all;
      return usage;
    },
  );
  console.log(`  repomix packed ${String(packedFiles)} files, its security check included; counted were ${String(files.length)}`);
  say('cold index and exact tokens against repomix --compress, whole processes', counted.wholeCpuMs ?? NaN, packed.cpuMs, 0.75);
  say('its memory against the same', counted.peakMb, packed.peakMb, 0.6, 'MB');
}
