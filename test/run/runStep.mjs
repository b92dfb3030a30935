// Runs one step and judges it: a suite by the report it leaves, and by its exit code as well.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { outDir, projectRoot, sqliteMissing, sqliteNode } from '../editor/lib/locations.mjs';

/** @typedef {{ name: string, passed: number, failed: number, skipped: number, ms: number, note?: string }} Result */

/**
 * @param {import('./steps.mjs').Step} step
 * @param {{ grep?: string, signal: AbortSignal }} options
 * @returns {Promise<Result>}
 */
export async function runStep(step, { grep, signal }) {
  const { name, commands, suite, sqlite, skip, limitMs } = step;
  if (skip) return { name, passed: 0, failed: 0, skipped: 1, ms: 0, note: skip };
  if (sqlite && sqliteMissing) {
    const note = `it needs Node 22.16, or 24, for SQLite; this is ${process.versions.node}`;
    return { name, passed: 0, failed: 1, skipped: 0, ms: 0, note };
  }
  const report = path.join(outDir, `report/${name}.json`);
  fs.rmSync(report, { force: true });
  const started = Date.now();
  const problems = [];
  for (const args of commands) {
    const problem = await runNode(suite && grep ? [...args, '--grep', grep] : args, {
      node: sqlite ? sqliteNode : process.execPath,
      report,
      limitMs,
      signal,
    });
    if (problem) problems.push(problem);
  }
  return { name, ms: Date.now() - started, ...(suite ? judgeSuite(report, problems) : judgeCheck(problems)) };
}

function judgeCheck(problems) {
  return { passed: 0, failed: problems.length, skipped: 0, ...(problems.length > 0 ? { note: problems.join('; ') } : {}) };
}

function judgeSuite(report, problems) {
  const tests = fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, 'utf8')).tests : [];
  const count = (state) => tests.filter((test) => test.state === state).length;
  const counts = { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
  const note = tests.length === 0 ? 'it ran no tests' : problems.length > 0 && counts.failed === 0 ? problems.join('; ') : undefined;
  return note ? { ...counts, failed: counts.failed + 1, note } : counts;
}

/** @returns {Promise<string | undefined>} what went wrong */
async function runNode(args, { node, report, limitMs, signal }) {
  const child = spawn(node, args, {
    cwd: projectRoot,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, TEST_REPORT: report },
    signal, // aborted, it gets a SIGTERM and cleans up behind itself
  });
  child.on('error', () => {}); // 'close' follows, and says the same
  const timers = [setTimeout(() => child.kill('SIGTERM'), limitMs), setTimeout(() => child.kill('SIGKILL'), limitMs + 15_000)];
  const started = Date.now();
  const [code, killedBy] = await new Promise((resolve) => child.once('close', (...end) => resolve(end)));
  timers.forEach(clearTimeout);
  const program = path.basename(args[0] ?? '');
  if (Date.now() - started >= limitMs) return `${program} had no end after ${limitMs / 60_000} minutes`;
  return code === 0 ? undefined : `${program} ended with ${killedBy ?? `code ${code}`}`;
}
