import manifest from '../package.json' with { type: 'json' };
import { run } from './cli/run.ts';

void run(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  cwd: process.cwd(),
  env: process.env,
  now: () => new Date(),
  manifest,
}).then((code) => {
  process.exitCode = code;
});
