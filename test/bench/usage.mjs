// Preloaded: every process that is started with it appends what it used to the file that BENCH_USAGE names.
import fs from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env.BENCH_USAGE;
if (isMainThread && file !== undefined) {
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    fs.appendFileSync(file, `${JSON.stringify({ cpuMs: (userCPUTime + systemCPUTime) / 1_000, peakMb: maxRSS / 1_024 })}\n`);
  });
}
