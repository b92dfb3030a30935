import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runCommand, type CommandOutput } from '../../../src/editor/contributed/runCommand.ts';

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'context-broker-')));
const script = (text: string): string => {
  const file = path.join(folder, `${String(fs.readdirSync(folder).length)}.cjs`);
  fs.writeFileSync(file, text);
  return `"${process.execPath}" "${file}"`;
};
const run = (
  command: string,
  limits: { time?: number; characters?: number } = {},
  signal = new AbortController().signal,
): Promise<CommandOutput> => runCommand(command, folder, { time: 20_000, characters: 1_000, ...limits }, signal);

describe('a command of the settings', () => {
  after(() => {
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('gives what it writes, in the folder it runs in, without colours', async () => {
    const command = script("console.log('\\u001b[31mred\\u001b[0m\\r\\n' + process.cwd()); console.error('not this')");
    assert.deepEqual(await run(command), { text: `red\n${folder}`, code: 0 });
  });

  it('that fails with something to say is heard, with its code', async () => {
    assert.deepEqual(await run(script("console.log('2 tests failed'); process.exitCode = 3")), { text: '2 tests failed', code: 3 });
  });

  it('that fails without is told, with its first complaint', async () => {
    const output = await run(script("console.error('no such thing\\nat all'); process.exitCode = 2"));
    assert.deepEqual(output, { problem: 'ended with code 2: no such thing' });
  });

  it('that does not exist is told', async () => {
    const output = await run('no-such-command-anywhere');
    assert.match('problem' in output ? output.problem : '', /^ended with code \d+: .*no-such-command-anywhere/u);
  });

  it('in a folder that is gone is told', async () => {
    const output = await runCommand('echo', path.join(folder, 'gone'), { time: 20_000, characters: 10 }, new AbortController().signal);
    assert.match('problem' in output ? output.problem : '', /^could not be run: /u);
  });

  it('that floods is stopped', async () => {
    const output = await run(script("setInterval(() => console.log('x'.repeat(500)), 1)"));
    assert.deepEqual(output, { problem: 'gave more than 1000 characters' });
  });

  it('that hangs is killed at the limit with all it started', async () => {
    const mark = path.join(folder, 'alive');
    const child = `require('fs').appendFileSync(${JSON.stringify(mark)}, 'x')`;
    const start = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(`setInterval(() => { ${child} }, 20)`)}], { stdio: 'ignore' })`;
    const output = await run(script(`${start}; setInterval(() => {}, 1000)`), { time: 2_000 });
    assert.deepEqual(output, { problem: 'took longer than 2000 ms' });
    assert.ok(fs.existsSync(mark), 'the grandchild never ran: this would prove nothing');
    await sleep(200);
    const size = fs.statSync(mark).size;
    await sleep(200);
    assert.equal(fs.statSync(mark).size, size, 'what it started lives on');
  }).timeout(10_000);

  it('is killed when the turn is cancelled, and not begun after', async () => {
    const abort = new AbortController();
    const running = run(script('setInterval(() => {}, 1000)'), {}, abort.signal);
    abort.abort();
    assert.deepEqual(await running, { problem: 'was cancelled' });
    assert.deepEqual(await run('echo', {}, abort.signal), { problem: 'was cancelled' });
  });
});
