import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { run } from '../../../src/cli/run.ts';
import { LocalEngine } from '../../../src/engine/localEngine.ts';
import { HistoryArchive } from '../../../src/engine/historyArchive.ts';
import type { ArchiveEvent } from '../../../src/history/archiveEvent.ts';
import { temporaryFolder } from '../engine/workspaceFixture.ts';

async function archive(state: string, ...args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', ''];
  const terminal = {
    out: (text: string) => (out += text),
    err: (text: string) => (err += text),
    cwd: state,
    env: {},
    now: () => new Date(0),
    manifest,
    engine: new LocalEngine(),
  };
  const code = await run(['archive', ...args, '--state', state], terminal);
  return { code, out, err };
}

const event = (n: number, answer: string): ArchiveEvent => ({
  timestamp: `2026-01-01T00:00:0${String(n)}Z`,
  session: 'chat',
  source: '/compact',
  messages: [
    { turn: 'a', role: 'user', content: `question ${String(n)}\nof the shop` },
    { turn: 'a', role: 'assistant', content: '', toolCalls: [{ id: '1', name: 'stock', input: { title: 'Emma' } }] },
    { turn: 'a', role: 'user', content: '', toolResults: [{ id: '1', name: 'stock', parts: [{ kind: 'text', text: answer }] }] },
    { turn: 'a', role: 'assistant', content: answer },
  ],
});

function written(): { state: string; ids: string[] } {
  const state = temporaryFolder();
  const archived = new HistoryArchive(state);
  return { state, ids: [archived.append(event(1, 'Four copies.')), archived.append(event(2, 'Çok güzel, none.'))] };
}

describe('the command line’s archive', () => {
  it('lists events, oldest first, one line each', async () => {
    const { state, ids } = written();
    const { code, out } = await archive(state, 'list');
    assert.equal(code, 0);
    assert.deepEqual(out.split('\n'), [
      `${ids[0] ?? ''}  2026-01-01T00:00:01Z  chat  1 turn, /compact: question 1 of the shop`,
      `${ids[1] ?? ''}  2026-01-01T00:00:02Z  chat  1 turn, /compact: question 2 of the shop`,
      '',
    ]);
  });

  it('shows one in full, with calls and results', async () => {
    const { state, ids } = written();
    const { code, out } = await archive(state, 'show', ids[0] ?? '');
    assert.equal(code, 0);
    assert.match(
      out,
      /^# Archived 2026-01-01T00:00:01Z[^]*## User\n\nquestion 1\nof the shop\n[^]*Tool call stock[^]*"title": "Emma"[^]*Four copies\./u,
    );
    assert.equal((await archive(state, 'show', 'nobody')).code, 1);
  });

  it('finds a text whatever its case, tool results included, and says how often', async () => {
    const { state, ids } = written();
    const { code, out } = await archive(state, 'search', 'four', 'COPIES');
    assert.equal(code, 0);
    assert.match(out, new RegExp(`^${ids[0] ?? ''}  [^\\n]*: 2 × …[^\\n]*Four copies\\.[^\\n]*…\\n$`, 'u'));
    assert.match((await archive(state, 'search', 'çok')).out, /2 × …/u);
    const err = 'context-broker: nothing in the archive says nowhere\n';
    assert.deepEqual(await archive(state, 'search', 'nowhere'), { code: 1, out: '', err });
  });

  it('exports all of it, as text and as the very events', async () => {
    const { state, ids } = written();
    assert.equal((await archive(state, 'export')).out.split('# Archived ').length, 3);
    const { out } = await archive(state, 'export', '--format', 'json');
    assert.deepEqual(JSON.parse(out), [
      { id: ids[0], ...event(1, 'Four copies.') },
      { id: ids[1], ...event(2, 'Çok güzel, none.') },
    ]);
  });

  it('skips what cannot be read, repairs half a surrogate pair, and counts both', async () => {
    const { state } = written();
    fs.appendFileSync(path.join(state, 'history_archive.jsonl'), `${JSON.stringify(event(3, 'half \ud83d'))}\nnonsense\n{"half`);
    const { out, err } = await archive(state, 'list');
    assert.equal(out.split('\n').length, 4);
    assert.match(err, /2 lines of the archive could not be read\n[^]*1 line of the archive had to be repaired\n/u);
  });

  it('reads on beside a file that cannot be read, and names it', async () => {
    const { state } = written();
    const name = 'history_archive-2026-01-01T00-00-00.000Z-1-0000.jsonl';
    fs.mkdirSync(path.join(state, name));
    const { out, err } = await archive(state, 'list');
    assert.deepEqual([out.split('\n').length, err], [3, `context-broker: ${name} could not be read\n`]);
  });

  it('of a folder without any is empty, and says so to whoever looks', async () => {
    const state = temporaryFolder();
    assert.deepEqual(await archive(state, 'list'), { code: 0, out: '', err: `context-broker: nothing is archived in ${state}\n` });
  });

  it('reads the first line of a file that an editor saved with a byte order mark', async () => {
    const { state } = written();
    const file = path.join(state, 'history_archive.jsonl');
    fs.writeFileSync(file, `\ufeff${fs.readFileSync(file, 'utf8')}`);
    const { out, err } = await archive(state, 'list');
    assert.deepEqual([out.split('\n').length, err], [3, '']);
  });

  it('lets no archived text steer the terminal; what is exported is as it was said', async () => {
    const state = temporaryFolder();
    const said = 'a\u001b[31mred\u001b]0;title\u0007\u009b2J\u007f\r\tend';
    const id = new HistoryArchive(state).append({
      ...event(1, said),
      source: '\u001b[2J',
      messages: [{ turn: 'a', role: 'user', content: said }],
    });
    for (const args of [['list'], ['show', id], ['search', 'red']]) {
      const { out } = await archive(state, ...args);
      assert.match(out, /a\[31mred\]0;title2J\s?end/u);
      assert.doesNotMatch(out, /[^\P{Cc}\n\t]/u);
    }
    assert.ok((await archive(state, 'export')).out.includes(said));
    const [shown] = JSON.parse((await archive(state, 'show', id, '--format', 'json')).out) as ArchiveEvent[];
    assert.equal(shown?.messages[0]?.content, said);
  });

  it('finds what tools were asked as it was said, quoted and escaped or not', async () => {
    const state = temporaryFolder();
    const input = { text: 'he said "hello" in C:\\dir\nand left' };
    const messages = [{ turn: 'a', role: 'assistant', content: '', toolCalls: [{ id: '1', name: 'note', input }] }] as const;
    new HistoryArchive(state).append({ ...event(1, ''), messages });
    for (const text of ['he said "hello" in c:\\DIR', 'he said \\"hello\\" in C:\\\\dir', '{"text":"he', 'dir\nand']) {
      const { code, out } = await archive(state, 'search', text);
      assert.deepEqual([code, out.includes('1 × …')], [0, true], text);
    }
  });

  for (const [args, message] of [
    [[], /list, show ID, search TEXT or export/u],
    [['burn'], /list, show ID, search TEXT or export/u],
    [['show'], /wants an ID/u],
    [['search'], /wants a TEXT/u],
    [['list', 'me'], /takes options alone/u],
  ] as const) {
    it(`says what is wrong with "archive ${args.join(' ')}"`, async () => {
      const { code, err } = await archive(temporaryFolder(), ...args);
      assert.equal(code, 2);
      assert.match(err, message);
    });
  }
});
