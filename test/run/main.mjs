// Installs what is missing, runs the steps one after the other, whatever became of the one before, and sums up.
import { parseArgs } from 'node:util';
import { browserEditorRuns, editorNode, sqliteNode } from '../editor/lib/locations.mjs';
import { ensureChromium, ensureEditor, ensurePackages, say, SetupError } from '../editor/lib/steps.mjs';
import { runStep } from './runStep.mjs';
import { steps } from './steps.mjs';
import { printSummary } from './summary.mjs';

/** @param {string[]} args */
export async function main(args) {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { grep: { type: 'string' } } });
  const unknown = positionals.find((name) => !steps.some((step) => step.name === name));
  if (unknown) throw new Error(`No such step: ${unknown}. There are ${steps.map(({ name }) => name).join(', ')}.`);
  const chosen = steps.filter(({ name, neededBy = [] }) => {
    return positionals.length === 0 || positionals.includes(name) || neededBy.some((other) => positionals.includes(other));
  });
  const signal = whenStopped();
  const results = (await prepare(chosen)) ?? (await runAll(chosen, { grep: values.grep, signal }));
  process.exitCode = printSummary(results) && !signal.aborted ? 0 : 1;
}

/** @returns {Promise<import('./runStep.mjs').Result[] | undefined>} results only if it failed */
async function prepare(chosen) {
  const started = Date.now();
  try {
    await ensurePackages();
    if (sqliteNode === editorNode && chosen.some(({ sqlite }) => sqlite)) await ensureEditor();
    if (browserEditorRuns && chosen.some(({ editor }) => editor)) {
      await ensureEditor();
      await ensureChromium();
    }
    return undefined;
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error);
    return [{ name: 'install', passed: 0, failed: 1, skipped: 0, ms: Date.now() - started, note: 'could not install what the tests need' }];
  }
}

async function runAll(chosen, options) {
  const results = [];
  for (const step of chosen) {
    if (options.signal.aborted) break;
    say(step.title);
    const result = await runStep(step, options);
    if (result.note) console.log(result.note);
    results.push(result);
  }
  return results;
}

function whenStopped() {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => stop.abort());
  return stop.signal;
}
