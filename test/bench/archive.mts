// The history archive as the editor sees it: the engine in its worker, its round trip included, on 10,000 events.
import fs from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import path from 'node:path';
import { WorkerEngine } from '../../src/engine/workerEngine.ts';
import { withEventId, type CompactionEvent, type ThreadMessage, type TurnEvent } from '../../src/history/threadEvent.ts';
import { temporaryFolder } from '../unit/engine/workspaceFixture.ts';

const chats = 500;
const compactionsEach = 20;
const turnsEach = 3;
const files = 4;
const rounds = 5;
const words = 'the books of this shop and who buys them, in Çanakkale or "elsewhere": const price = total / count;\n'.split(' ');

/** Of the issue, in milliseconds. */
const bounds = { tree: 200, search: 300, thread: 50 };
/** Timers are this coarse. */
const resolutionMs = 5;

let seed = 7;
const random = (below: number): number => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0) % below;
const text = (count: number): string => Array.from({ length: count }, () => words[random(words.length)]).join(' ');

/** Writes what compactions of so many chats leave, all chats growing side by side. */
function writeArchive(state: string): void {
  fs.mkdirSync(path.join(state, 'threads'), { recursive: true });
  const records = Array.from({ length: chats }, (): string[] => []);
  const perFile = (chats * compactionsEach) / files;
  let lines: string[] = [];
  for (let n = 0; n < chats * compactionsEach; n++) {
    const [chat, time] = [n % chats, new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString()];
    const turns = Array.from({ length: turnsEach }, () => turnOf(time));
    const messages = turns.flatMap(({ id, messages: said }) => said.map((message) => ({ turn: id, ...message })));
    lines.push(JSON.stringify({ timestamp: time, session: `chat-${String(chat)}`, source: 'automatic compaction', messages }));
    records[chat]?.push(...turns.map((turn) => JSON.stringify(turn)), JSON.stringify(compactionOf(turns, time, n)));
    if (lines.length < perFile) continue;
    const isLast = n === chats * compactionsEach - 1;
    const name = isLast ? 'history_archive.jsonl' : `history_archive-${time.replaceAll(':', '-')}-1-0000.jsonl`;
    fs.writeFileSync(path.join(state, name), `${lines.join('\n')}\n`);
    lines = [];
  }
  for (const [chat, events] of records.entries())
    fs.writeFileSync(path.join(state, `threads/chat-${String(chat)}.jsonl`), `${events.join('\n')}\n`);
}

function turnOf(time: string): TurnEvent {
  const request = text(50);
  const messages: ThreadMessage[] = [
    { role: 'user', content: request },
    { role: 'assistant', content: text(200) },
  ];
  const model = { id: 'model', vendor: 'bench', family: 'bench' };
  return withEventId<TurnEvent>({ kind: 'turn', time, command: '', request, model, messages, complete: true });
}

const compactionOf = (turns: readonly TurnEvent[], time: string, n: number): CompactionEvent =>
  withEventId<CompactionEvent>({
    ...{ kind: 'compaction', time, turns: turns.map(({ id }) => id), summary: 'Short.', how: 'fallback', kept: 5 },
    ...{ before: 18_402 + n, after: 3_120, archive: [] },
  });

interface Measured {
  readonly ms: number;
  /** The longest time for which this thread was held up. */
  readonly held: number;
}

/** The most of some rounds: a bound holds for every one. */
async function most(times: number, work: (round: number) => Promise<unknown>): Promise<Measured> {
  const measured: Measured = { ms: 0, held: 0 };
  for (let round = 0; round < times; round++) {
    const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
    histogram.enable();
    const start = performance.now();
    await work(round);
    const ms = performance.now() - start;
    await new Promise((resolve) => setTimeout(resolve, 4 * resolutionMs));
    histogram.disable();
    Object.assign(measured, { ms: Math.max(measured.ms, ms), held: Math.max(measured.held, histogram.max / 1e6 - resolutionMs) });
  }
  return measured;
}

async function opened(state: string): Promise<WorkerEngine> {
  const engine = new WorkerEngine(path.resolve('dist/engine.js'), (error) => {
    throw error;
  });
  await engine.open({ roots: [], exclude: [], tracesTag: 'traces', traceId: '', maxFileKilobytes: 1_024, state });
  await engine.turns(0); // the worker has loaded
  return engine;
}

function say(what: string, { ms, held }: Measured, bar: number, reference: number): void {
  const isOk = ms <= bar && held <= bounds.thread;
  if (!isOk) process.exitCode = 1;
  const ratio = `${(ms / reference).toFixed(1)} times reading the files`;
  console.log(
    `  ${what}: ${ms.toFixed(0)} ms (at most ${String(bar)}), ${ratio}, main thread held up ${held.toFixed(0)} ms (at most ${String(bounds.thread)}): ${isOk ? 'ok' : 'MISSED'}`,
  );
}

const state = temporaryFolder();
writeArchive(state);
const paths = fs.readdirSync(state).filter((name) => name.endsWith('.jsonl'));
const read = (): number => paths.reduce((sum, name) => sum + fs.readFileSync(path.join(state, name)).length, 0);
const bytes = read();
const started = performance.now();
for (let round = 0; round < rounds; round++) read();
const reference = (performance.now() - started) / rounds;
console.log(
  `  ${String(chats * compactionsEach)} events of ${String(chats)} chats, ${(bytes / 1_048_576).toFixed(0)} MB, read in ${reference.toFixed(0)} ms`,
);

/** What the view asks for when it is opened: the first page of chats, and what is under the latest. */
const tree = async (engine: WorkerEngine): Promise<void> => {
  const { sessions } = await engine.archivedSessions({ limit: 50 });
  await engine.archivedSpans(sessions[0]?.session ?? '');
};

const alive = setInterval(() => undefined, 1_000); // workers alone would not keep the process
const engines = await Promise.all(Array.from({ length: rounds }, () => opened(state)));
const engineOf = (round: number): WorkerEngine => engines[round] ?? (engines[0] as WorkerEngine);
say('tree, the first time', await most(rounds, (round) => tree(engineOf(round))), bounds.tree, reference);
const checked = await most(rounds, (round) => engineOf(round).checkArchive());
console.log(`  every line looked into, after that: ${checked.ms.toFixed(0)} ms, main thread held up ${checked.held.toFixed(0)} ms`);
say('tree, again', await most(rounds, () => tree(engineOf(0))), bounds.tree, reference);
const archive = path.join(state, 'history_archive.jsonl');
const [line = ''] = fs.readFileSync(archive, 'utf8').split('\n', 1);
const appended = await most(rounds, () => {
  fs.appendFileSync(archive, `${line}\n`);
  return tree(engineOf(0));
});
say('tree, after an event was appended', appended, bounds.tree, reference);
for (const wanted of ['the', 'nowhere to be found', 'çanakkale or "ELSEWHERE"', 'role', 'e'])
  say(`search for ${wanted}`, await most(rounds, () => engineOf(0).searchArchive({ text: wanted, limit: 100 })), bounds.search, reference);
await Promise.all(engines.map((engine) => engine.dispose()));
clearInterval(alive);
