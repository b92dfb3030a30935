import path from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { run } from './cli/run.ts';
import { WorkerEngine } from './engine/workerEngine.ts';

// Whoever reads the answer may stop early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') process.stderr.write(`context-broker: ${error.message}\n`);
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});

// What is said beside the answer is not worth losing it.
process.stderr.on('error', () => undefined);

// Whose death rejects the call that is under way, which says it.
const engine = new WorkerEngine(path.join(__dirname, 'engine.js'), () => undefined);

void run(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  isWatched: process.stderr.isTTY,
  cwd: process.cwd(),
  env: process.env,
  now: () => new Date(),
  manifest,
  engine,
}).then(async (code) => {
  process.exitCode = code;
  await engine.dispose();
});
