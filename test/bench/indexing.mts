// The index against its references; ratios with their bars. usage: node --import tsx indexing.mts FOLDER...
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { WorkspaceIndex } from '../../src/engine/workspaceIndex.ts';
import { extractSignals } from '../../src/signals/extractSignals.ts';
import { openEngine, settings, temporaryFolder } from '../unit/engine/workspaceFixture.ts';
import { bareLoop, bareParse, codeFiles } from './corpus.mts';

interface Usage {
  readonly cpuMs: number;
  readonly peakMb: number;
}

const aloneBundle = path.resolve('out/bench/alone.cjs');
const rounds = 3;
const manyFiles = 1_000;

/** Milliseconds of CPU, the least of some rounds: what runs beside us only ever adds. */
async function cpu(work: () => unknown, times = rounds): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < times; round++) {
    const start = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

function say(what: string, ours: number, reference: number, bar: number, unit = 'ms CPU'): void {
  const ratio = ours / reference;
  const verdict = ratio <= bar ? 'ok' : 'MISSED';
  const figures = `${ours.toFixed(unit === 'ms CPU' && ours < 100 ? 1 : 0)} against ${reference.toFixed(0)} ${unit}`;
  console.log(`  ${what}: ${ratio.toFixed(3)} times (${figures}); at most ${String(bar)}: ${verdict}`);
}

function alone(work: string, folder: string, state: string): Usage {
  const args = [aloneBundle, work, folder, state];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${work}: ${stderr}`);
  return JSON.parse(stdout) as Usage;
}

/** Its workers may be threads or processes: CPU is that of all, memory that of the largest. */
function repomix(folder: string): Usage {
  const entry = path.resolve('node_modules/repomix/bin/repomix.cjs');
  if (!fs.existsSync(entry)) throw new Error('repomix is missing: npm install');
  const out = temporaryFolder();
  const usage = path.join(out, 'usage.jsonl');
  const include = '**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}';
  const args = [entry, '--compress', '--quiet', '--no-default-patterns', '--no-gitignore', '--no-security-check', '--include', include];
  const { status, stderr } = spawnSync(process.execPath, [...args, '--output', path.join(out, 'packed.xml'), folder], {
    encoding: 'utf8',
    env: { ...process.env, BENCH_USAGE: usage, NODE_OPTIONS: `--import=${path.resolve('test/bench/usage.mjs')}` },
  });
  if (status !== 0) throw new Error(`repomix: ${stderr}`);
  const all = fs
    .readFileSync(usage, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Usage);
  return { cpuMs: all.reduce((sum, { cpuMs }) => sum + cpuMs, 0), peakMb: Math.max(...all.map(({ peakMb }) => peakMb)) };
}

/** Some files of middle to great size, each changed by a line, read, stored and searchable again. */
async function edits(folder: string, files: readonly string[]): Promise<readonly (readonly [ours: number, bare: number])[]> {
  const copy = temporaryFolder();
  fs.cpSync(folder, copy, { recursive: true, filter: (file) => !file.includes(`${folder}/node_modules`) });
  const { tracesTag, traceId, maxFileKilobytes } = settings();
  const state = temporaryFolder();
  const index = new WorkspaceIndex({ roots: [{ name: 'copy', path: copy }], exclude: [], tracesTag, traceId, maxFileKilobytes, state });
  await index.ready();
  const bySize = [...files].map((file) => ({ file, size: fs.statSync(file).size })).sort((a, b) => a.size - b.size);
  const chosen = [0.5, 0.75, 0.9, 0.95, 0.98, 0.99, 1 - 1e-9].map((share) => bySize[Math.floor(share * bySize.length)]?.file ?? '');
  const pairs: [number, number][] = [];
  for (const original of chosen) {
    const file = path.join(copy, path.relative(folder, original));
    const text = fs.readFileSync(file, 'utf8');
    let count = 0;
    const next = (): string => `${text}\n// edit ${String(count++)}\n`;
    const write = await cpu(() => {
      fs.writeFileSync(file, next());
    }, 15);
    const all = await cpu(() => {
      fs.writeFileSync(file, next());
      index.update([{ path: file }]);
    }, 15);
    pairs.push([
      all - write,
      await cpu(() => {
        bareParse(file, fs.readFileSync(file, 'utf8'));
      }, 15),
    ]);
  }
  index.close();
  return pairs;
}

await build({
  entryPoints: [path.resolve('test/bench/alone.mts')],
  outfile: aloneBundle,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  logLevel: 'warning',
});

for (const folder of process.argv.slice(2).map((one) => path.resolve(one))) {
  const files = codeFiles(folder);
  console.log(`${path.basename(folder)}, ${String(files.length)} code files`);
  const bare = await cpu(() => {
    bareLoop(files);
  });
  const signals = await cpu(() => {
    for (const file of files) extractSignals(file, fs.readFileSync(file, 'utf8'));
  });
  const cold = await cpu(async () => {
    const engine = await openEngine(folder, { state: temporaryFolder() });
    await engine.index();
    await engine.dispose();
  });
  say('signals against reading, parsing and an empty walk', signals, bare, 1.3);
  say('cold index with full text, stored, against the same', cold, bare, 1.7);
  const pairs = await edits(folder, files);
  const middle = pairs.toSorted((a, b) => a[0] / a[1] - b[0] / b[1])[Math.floor(pairs.length / 2)] ?? [0, 1];
  say('one-file edit against a bare reparse, the median of some files', middle[0], middle[1], 1.5);
  const state = temporaryFolder();
  const first = alone('index', folder, state);
  const warm = alone('index', folder, state);
  say('warm start against the cold one, processes of their own', warm.cpuMs, first.cpuMs, 0.02);
  console.log(
    `  peak memory of the cold index: ${first.peakMb.toFixed(0)} MB; of the bare loop ${alone('bare', folder, '').peakMb.toFixed(0)} MB`,
  );
  if (files.length > manyFiles) {
    const wrapped = alone('wrapped', folder, '');
    say('cold index against ts-morph with wrapped nodes', first.cpuMs, wrapped.cpuMs, 1 / 4);
    say('its memory against the same', first.peakMb, wrapped.peakMb, 1 / 5, 'MB');
  }
  const counted = alone('indexAndCount', folder, temporaryFolder());
  const packed = repomix(folder);
  say('cold index and exact tokens against repomix --compress', counted.cpuMs, packed.cpuMs, 0.75);
  say('its memory against the same', counted.peakMb, packed.peakMb, 0.6, 'MB');
}
