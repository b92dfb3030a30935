// Ratios of the engine against references measured in the same run, CPU time of this process alone.
import fs from 'node:fs';
import path from 'node:path';
import { Tiktoken } from 'js-tiktoken/lite';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { extractSignals } from '../../src/signals/extractSignals.ts';
import { Encoding } from '../../src/tokens/encoding.ts';
import { openEngine, request, temporaryFolder } from '../unit/engine/workspaceFixture.ts';
import { codeFiles } from './codeFiles.mts';

const folder = path.resolve(process.argv[2] ?? '.');
const rounds = 3;

/** Milliseconds of CPU, the least of some rounds: what is measured beside us only ever adds. */
async function cpu(work: () => unknown): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < rounds; round++) {
    const start = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

const ratio = (ours: number, reference: number): string =>
  `${(ours / reference).toFixed(2)} times (${ours.toFixed(0)} against ${reference.toFixed(0)} ms CPU)`;
const say = (text: string): void => {
  console.log(`  ${text}`);
};

const bound = (what: string, value: number, bar: number): string =>
  `${value.toFixed(0)} ms ${what} (at most ${String(bar)}: ${value <= bar ? 'ok' : 'MISSED'})`;

const files = codeFiles(folder);
const askings = [
  (name: string) => `why does ${name} fail after one attempt?`,
  (name: string) => `where are ${spaced(name)} handled`,
  (name: string, place: string) => `add a timeout to ${name} in ${place}`,
  (name: string, place: string) => `the ${spaced(place)} should say more when the type of \`${name}\` is wrong`,
];
const spaced = (name: string): string => name.replace(/([a-z])([A-Z])/gu, '$1 $2').toLowerCase();
const turns = 40;

/** Questions about what the folder declares, evenly over its files. */
function questionsAbout(all: readonly string[]): string[] {
  const questions: string[] = [];
  for (let at = 0; questions.length < turns && at < all.length; at++) {
    const file = all[Math.floor((at * all.length) / (2 * turns)) % all.length] ?? '';
    const { declarations } = extractSignals(file, fs.readFileSync(file, 'utf8'));
    const name = declarations.find(({ exported }) => exported)?.name;
    const asking = askings[questions.length % askings.length];
    if (name !== undefined && asking !== undefined) questions.push(asking(name, path.parse(file).name));
  }
  return questions;
}

async function assembly(workspace: string): Promise<void> {
  const all = codeFiles(workspace);
  const engine = await openEngine(workspace, { state: temporaryFolder() });
  await engine.index();
  await engine.assemble(request('warm up'));
  const latencies: number[] = [];
  const questions = questionsAbout(all);
  for (const question of questions) {
    const started = performance.now();
    await engine.assemble(request(question));
    latencies.push(performance.now() - started);
  }
  await engine.dispose();
  latencies.sort((a, b) => a - b);
  const at = (share: number): number => latencies[Math.floor(share * (latencies.length - 1))] ?? 0;
  say(
    `a turn on ${String(all.length)} files: ${bound('median', at(0.5), 150)}, ${bound('p95', at(0.95), 400)}, ${String(questions.length)} turns`,
  );
}

await assembly(folder);
await assembly(path.resolve('node_modules/viem'));

const [encoding, oracle] = [new Encoding(o200k), new Tiktoken(o200k)];
const texts = files.slice(0, 200).map((file) => fs.readFileSync(file, 'utf8'));
const counting = await cpu(() => texts.map((text) => encoding.count(text)));
const reference = await cpu(() => texts.map((text) => oracle.encode(text, [], []).length));
say(`counting tokens of ${String(texts.length)} files against js-tiktoken: ${ratio(counting, reference)}`);
const loading = await cpu(() => new Encoding(o200k));
say(`loading the encoding against js-tiktoken: ${ratio(loading, await cpu(() => new Tiktoken(o200k)))}`);
const awkward: Record<string, string> = {
  'a megabyte in one line': 'const a=[1];'.repeat(83_334),
  'a megabyte of one letter': 'a'.repeat(1_000_000),
  'a megabyte of blanks': ' '.repeat(1_000_000),
  'a megabyte of Chinese': '中'.repeat(333_334),
  'a megabyte of random letters': Array.from({ length: 1_000_000 }, (_, at_) =>
    String.fromCharCode(97 + ((Math.imul(at_, 2_654_435_761) >>> 7) % 26)),
  ).join(''),
  '<|endoftext|>, a megabyte of it': '<|endoftext|>'.repeat(76_924),
  'a megabyte of lone surrogates': '\ud800'.repeat(333_334),
};
for (const [title, text] of Object.entries(awkward)) {
  const started = performance.now();
  const count = encoding.count(text);
  say(`${title}: ${String(count)} tokens counted in ${(performance.now() - started).toFixed(0)} ms`);
}
