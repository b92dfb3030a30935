import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { TurnCapsule } from '../../src/editor/chat/capsule.ts';
import type { TurnRecord } from '../../src/engine/api.ts';
import type { Session } from '../../src/session/session.ts';
import { ask, lastRequest, newChat, scriptedRequests, textsOf, transcript, until } from './chat';
import { settingsDuring } from './settings';
import { linesOf, recordedTurns, stateFolder, turnOf } from './turns';

type Snapshot = Session<TurnCapsule> & { readonly id: string };

const folder = async (): Promise<string> => path.join(await stateFolder(), 'sessions');

/** Every snapshot of a session, oldest first. */
async function snapshotsOf(id: string): Promise<Snapshot[]> {
  const lines = fs.readFileSync(path.join(await folder(), `${id}.jsonl`), 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Snapshot);
}

/** The latest snapshot of a session that waits for an approval. */
async function waiting(): Promise<Snapshot | undefined> {
  const names = fs.readdirSync(await folder()).map((name) => name.replace(/\.jsonl$/u, ''));
  const all = await Promise.all(names.map(async (name) => (await snapshotsOf(name)).at(-1)));
  return all.find((snapshot) => snapshot?.phase === 'awaitingEvent');
}

const sessionOf = ({ metadata }: Awaited<ReturnType<typeof ask>>): string => metadata?.session ?? '';

/** As a person would who presses "Allow" every time; the tests before may have left it on. */
async function allowTools(on: boolean): Promise<void> {
  await vscode.commands.executeCommand('setContext', 'vscode.chat.tools.global.autoApprove.testMode', on);
  await vscode.workspace
    .getConfiguration('chat')
    .update('tools.global.autoApprove', on ? true : undefined, vscode.ConfigurationTarget.Global);
}

describe('the session of a chat', () => {
  beforeEach(newChat);

  it('is kept before each step, and counts for its life', async () => {
    await ask('@broker one');
    const result = await ask('@broker #scriptedStock CALL scripted_stock {"title":"Emma"}', { model: 'tools' });
    const snapshots = await snapshotsOf(sessionOf(result));
    assert.deepEqual(
      snapshots.map(({ phase }) => phase),
      ['idle', 'provider', 'done', 'idle', 'provider', 'tool', 'provider', 'done'],
    );
    const { turns, steps, turnSteps, usage, queued } = snapshots.at(-1) as Snapshot;
    assert.deepEqual([turns, steps, turnSteps, queued], [2, 3, 2, []]);
    assert.ok(usage.input > 100 && usage.output > 0 && usage.estimated);
    const turn = await turnOf(result);
    assert.deepEqual(turn.session, { turns, steps, usage, phase: 'done' });
  });

  it('ends as the turn did: an error, a cancelled turn, too many rounds of tools', async () => {
    const last = async (result: Awaited<ReturnType<typeof ask>>): Promise<unknown[]> => {
      const snapshot = (await snapshotsOf(sessionOf(result))).at(-1);
      return [snapshot?.phase, snapshot?.reason];
    };
    assert.deepEqual(await last(await ask('@broker quota', { model: 'failing' })), ['error', undefined]);
    await settingsDuring({ 'chat.toolRounds': 0 }, async () => {
      const result = await ask('@broker #scriptedStock CALL scripted_stock {"title":"Emma"}', { model: 'tools' });
      assert.deepEqual(await last(result), ['done', undefined]);
    });
    await settingsDuring({ 'chat.toolRounds': 1 }, async () => {
      const result = await ask('@broker #scriptedStock CALL and CALL and CALL', { model: 'tools' });
      assert.equal((await last(result))[0], 'done'); // without tools in its last round the model answers
    });
    const before = (await recordedTurns()).length;
    const running = ask('@broker 200 chunks', { model: 'slow' });
    await until(async () => /chunk 2/u.test(await transcript()), 'the answer did not begin');
    await vscode.commands.executeCommand('workbench.action.chat.cancel');
    await running.catch(() => undefined);
    await until(async () => (await recordedTurns()).length > before, 'the turn was not recorded');
    const session = (await recordedTurns()).at(-1)?.session;
    assert.deepEqual([session?.phase, session?.reason], ['stopped', 'cancelled']);
  });

  for (const [setting, reason, says] of [
    ['session.maxSteps', 'step', /Stopped: this chat has called a model 1 times, and 1 are its limit \(session\.maxSteps\)/u],
    ['session.maxTokens', 'token', /Stopped: this chat has used ~?[\d,]+ tokens, and 1 are its limit \(session\.maxTokens\)/u],
  ] as const) {
    it(`asks no model any more once ${setting} is used up, says so and keeps the reason`, async () => {
      await settingsDuring({ [setting]: 1 }, async () => {
        await ask('@broker one');
        const asked = (await scriptedRequests()).length;
        const result = await ask('@broker two');
        assert.equal((await scriptedRequests()).length, asked);
        assert.match(await transcript(), says);
        const { trace, session } = await turnOf(result);
        assert.ok(trace.degraded.includes(`stopped: ${reason}`));
        assert.deepEqual([session?.phase, session?.reason], ['stopped', reason]);
      });
      assert.match((await ask('@broker three')).metadata?.answer ?? '', /ECHO three/u);
    });
  }

  it('counts what a model took for a summary', async () => {
    let result = await ask('@broker question 0', { model: 'summary' });
    for (let n = 1; n <= 7; n++)
      result = await ask(`@broker question ${String(n)} ${'about the books of this shop '.repeat(20)}`, { model: 'summary' });
    const before = (await snapshotsOf(sessionOf(result))).at(-1) as Snapshot;
    await ask('@broker /compact', { model: 'summary' });
    assert.match(await transcript(), /gave way to a summary, the last/u);
    const { steps, turns, phase, usage } = (await snapshotsOf(sessionOf(result))).at(-1) as Snapshot;
    assert.deepEqual([steps, turns, phase], [before.steps + 1, before.turns, 'done']);
    assert.ok(usage.input > before.usage.input + 500 && usage.output > before.usage.output);
  });

  it('asks no model for a summary either once it has used up its limit', async () => {
    for (let n = 1; n <= 7; n++) await ask(`@broker question ${String(n)} ${'about the books of this shop '.repeat(20)}`);
    const asked = (await scriptedRequests()).length;
    await settingsDuring({ 'session.maxSteps': 0 }, async () => {
      await ask('@broker /compact', { model: 'summary' });
    });
    assert.equal((await scriptedRequests()).length, asked);
    assert.match(await transcript(), /gave way to a summary, written without a model/u);
  });

  it('that cannot be kept costs the turn a line of its trace', async () => {
    const where = await folder();
    const aside = `${where}-aside`;
    fs.renameSync(where, aside);
    fs.writeFileSync(where, '');
    try {
      const result = await ask('@broker one');
      assert.match(result.metadata?.answer ?? '', /ECHO one/u);
      assert.match((await turnOf(result)).trace.degraded.join('\n'), /session: .*(?:EEXIST|ENOTDIR)/u);
    } finally {
      fs.rmSync(where);
      fs.renameSync(aside, where);
    }
  });
});

// The tool is one that no other test has allowed: VS Code asks no more after that.
describe('a turn that waits for an approval', () => {
  /** The turn as it was kept while it waited; the one in this window is given up. */
  let kept: Snapshot;

  beforeEach(async () => {
    await newChat();
    await allowTools(false);
    await ask('@broker before that');
    await ask('@broker #fileSignals what is sold? THINK CALL contextBroker_fileSignals {"file":"src/price.ts"}', { model: 'tools' }); // ends when somebody is asked
    await until(async () => (await waiting()) !== undefined, 'nothing waits');
    kept = (await waiting()) as Snapshot;
    const before = (await recordedTurns()).length;
    await vscode.commands.executeCommand('workbench.action.chat.cancel');
    await until(async () => (await recordedTurns()).length > before, 'the turn goes on');
    assert.deepEqual(await waiting(), kept, 'cancelling gave it up: so would a window that closes');
    await over();
  });

  /** What is on disk when a window is killed in the middle of it. */
  const killed = async (snapshot: Snapshot = kept): Promise<void> => {
    fs.appendFileSync(path.join(await folder(), `${kept.id}.jsonl`), `${JSON.stringify(snapshot)}\n`);
  };

  afterEach(() => over());

  async function over(): Promise<void> {
    const ended = { ...kept, phase: 'stopped', reason: 'cancelled', capsule: undefined };
    fs.appendFileSync(path.join(await folder(), `${kept.id}.jsonl`), `${JSON.stringify(ended)}\n`);
  }

  it('keeps its prompt, its ledger and its counts', async () => {
    const { capsule } = kept;
    assert.ok(capsule);
    assert.deepEqual(
      capsule.assembled.messages.map(({ content }) => content),
      textsOf(await lastRequest()),
    );
    const { layers, admittedTotal, blocks } = capsule.assembled.trace;
    const spent = Object.values(layers).reduce((sum, layer) => sum + layer.spent, 0);
    assert.ok(spent === admittedTotal && blocks.length > 3);
    assert.deepEqual(capsule.tools, ['contextBroker_fileSignals']);
  });

  it('is given up when something else is asked, and that is said', async () => {
    await killed();
    const result = await ask('@broker something else');
    assert.equal(sessionOf(result), kept.id);
    assert.match(await transcript(), /An earlier turn of this chat waited for your approval\. It was given up/u);
    assert.equal(await waiting(), undefined);
    await newChat();
    await ask('@broker /resume', { model: 'tools' });
    assert.match(await transcript(), /Nothing waits for you/u);
  });

  it('goes on with its own model alone', async () => {
    await killed();
    await newChat();
    const result = await ask('@broker /resume', { model: 'echo' });
    assert.match(result.errorDetails?.message ?? '', /was begun with scripted\/tools\. Choose this model/u);
    assert.equal((await waiting())?.id, kept.id);
  });

  it('is given up where its record is damaged, and kept where its tool is gone', async () => {
    const { capsule } = kept;
    assert.ok(capsule);
    const withReply = (said: readonly object[]): Promise<void> =>
      killed({ ...kept, capsule: { ...capsule, loop: { ...capsule.loop, reply: { said, results: [] } } } as TurnCapsule });
    await withReply([{ kind: 'call', id: 'call-1', name: 'tool_of_yesterday', input: {} }]);
    await newChat();
    const gone = await ask('@broker /resume', { model: 'tools' });
    assert.match(gone.errorDetails?.message ?? '', /called tool_of_yesterday, which is not there any more/u);
    assert.equal((await waiting())?.id, kept.id);
    const { shaping } = capsule.loop;
    const damages: readonly object[] = [
      { ...capsule, loop: { ...capsule.loop, reply: { said: [{ kind: 'nonsense' }], results: [] } } },
      { ...capsule, loop: { ...capsule.loop, shaping: { ...shaping, events: undefined } } },
      { ...capsule, assembled: { ...capsule.assembled, trace: { ...capsule.assembled.trace, admitted: undefined } } },
      { ...capsule, tools: [1, 2] },
    ];
    for (const damage of damages) {
      await killed({ ...kept, capsule: damage as TurnCapsule });
      await newChat();
      const damaged = await ask('@broker /resume', { model: 'tools' });
      assert.match(damaged.errorDetails?.message ?? '', /its record is damaged\. It was given up/u);
      assert.equal(await waiting(), undefined);
    }
  });

  it('is offered to a chat with turns of its own in words alone', async () => {
    await killed();
    await newChat();
    await ask('@broker one');
    await ask('@broker /resume', { model: 'tools' });
    assert.match(
      await transcript(),
      /Nothing waits in this chat\. A turn waits in another chat: “#fileSignals what is sold\?[^”]*”\. Ask \/resume in a new chat/u,
    );
    assert.equal((await waiting())?.id, kept.id);
  });

  it('goes on with the identical context, and asks for the approval again', async () => {
    const first = await lastRequest();
    const asked = (await scriptedRequests()).length;
    await killed();
    await newChat();
    const before = (await snapshotsOf(kept.id)).length;
    await ask('@broker /resume', { model: 'tools' }); // ends when somebody is asked
    assert.equal((await scriptedRequests()).length, asked, 'it went on unasked');
    await until(async () => /Going on with “#fileSignals what is sold\?/u.test(await transcript()), 'it was not said');
    await vscode.commands.executeCommand('workbench.action.chat.acceptTool');
    await until(async () => /RESULT /u.test(await transcript()), 'the turn did not go on');
    await until(async () => (await snapshotsOf(kept.id)).at(-1)?.phase === 'done', 'it did not end');
    assert.deepEqual(
      (await snapshotsOf(kept.id)).slice(before).map(({ phase, capsule }) => [phase, capsule !== undefined]),
      [
        ['awaitingEvent', true], // on disk until the turn has gone past it
        ['provider', false],
        ['done', false],
      ],
    );
    const request = (await scriptedRequests())[asked];
    assert.ok(request);
    assert.equal((await scriptedRequests()).length, asked + 1);
    assert.equal(JSON.stringify(request.messages.slice(0, first.messages.length)), JSON.stringify(first.messages));
    assert.deepEqual(request.tools, first.tools);
    const kinds = request.messages.at(-2)?.parts.map(({ kind }) => kind) ?? [];
    assert.ok(kinds.includes('thinking') && kinds.includes('data') && kinds.at(-1) === 'toolCall', kinds.join());
    const { contextHash } = kept.capsule?.assembled.trace ?? {};
    const recorded = async (): Promise<TurnRecord | undefined> =>
      (await recordedTurns()).find(({ trace, session }) => trace.contextHash === contextHash && session?.phase === 'done');
    await until(async () => (await recorded()) !== undefined, 'the turn with this context was not recorded');
    const { session } = (await recorded()) ?? {};
    assert.deepEqual([session?.turns, session?.steps], [2, 3]);
    const thread = fs.readFileSync(path.join(await stateFolder(), 'threads', `${kept.id}.jsonl`), 'utf8');
    assert.match(thread.trim().split('\n').at(-1) ?? '', /"request":"#fileSignals what is sold\?[^]*"toolResults"[^]*RESULT /u);
  });
});

// Each of them with a tool of its own, for the same reason.
describe('a turn that waits for an approval in this window', () => {
  let live: Snapshot | undefined;

  beforeEach(async () => {
    live = undefined;
    await newChat();
    await allowTools(false);
  });

  afterEach(async () => {
    if (live === undefined) return;
    const ended = { ...live, phase: 'stopped', reason: 'cancelled', capsule: undefined };
    fs.appendFileSync(path.join(await folder(), `${live.id}.jsonl`), `${JSON.stringify(ended)}\n`);
  });

  const asking = async (request: string): Promise<Snapshot> => {
    await ask(`@broker ${request}`, { model: 'tools' }); // ends when somebody is asked
    await until(async () => (await waiting()) !== undefined, 'nothing waits');
    const found = (await waiting()) as Snapshot;
    live = found;
    return found;
  };

  it('ends without its tool and without another request where somebody else has gone on with it', async () => {
    const { id } = await asking('#completeTask tick it CALL contextBroker_completeTask {"task":"sell more"}');
    const runs = (await linesOf('approvals.jsonl')).length;
    const asked = (await scriptedRequests()).length;
    const turns = (await recordedTurns()).length;
    fs.appendFileSync(path.join(await folder(), `${id}.jsonl`), `${JSON.stringify({ ...live, run: 'another window' })}\n`);
    const { length } = await snapshotsOf(id);
    await vscode.commands.executeCommand('workbench.action.chat.acceptTool');
    await until(async () => (await recordedTurns()).length > turns, 'the turn did not end');
    const { trace } = (await recordedTurns()).at(-1) as TurnRecord;
    assert.ok(trace.degraded.includes('session: the turn goes on elsewhere'), trace.degraded.join('\n'));
    assert.equal((await scriptedRequests()).length, asked);
    assert.equal((await snapshotsOf(id)).length, length, 'it wrote over the other');
    assert.equal((await linesOf('approvals.jsonl')).length, runs, 'the tool was run');
    const thread = path.join(await stateFolder(), 'threads', `${id}.jsonl`);
    assert.equal(fs.existsSync(thread), false, 'the thread forks');
  });

  it('is left to its own chat: no other one goes on with it', async () => {
    const kept = await asking('#lastTrace what was sent? CALL contextBroker_lastTrace {}');
    await newChat();
    await ask('@broker /resume', { model: 'tools' });
    assert.match(await transcript(), /That turn still waits in its own chat: “#lastTrace what was sent\?/u);
    assert.deepEqual(await waiting(), kept);
  });

  it('goes on after a compaction that came in the meantime, with its summary', async () => {
    for (let n = 1; n <= 7; n++) await ask(`@broker question ${String(n)} ${'about the books of this shop '.repeat(20)}`);
    const { id } = await asking('#symbolCallers what is sold? CALL contextBroker_symbolCallers {"name":"price"}');
    const turns = (await recordedTurns()).length;
    await vscode.commands.executeCommand('workbench.action.chat.cancel');
    await until(async () => (await recordedTurns()).length > turns, 'the turn goes on');
    await ask('@broker /compact', { model: 'summary' });
    assert.match(await transcript(), /gave way to a summary/u);
    await ask('@broker /resume', { model: 'tools' });
    await vscode.commands.executeCommand('workbench.action.chat.acceptTool');
    await until(async () => (await snapshotsOf(id)).at(-1)?.phase === 'done', 'it did not end');
    await until(async () => (await recordedTurns()).length > turns + 1, 'it was not recorded');
    const { trace } = await turnOf(await ask('@broker and then?'));
    assert.equal(trace.session, id);
    assert.ok(trace.admitted.includes('threadSummary'), trace.admitted.join());
    assert.match(textsOf(await lastRequest()).join('\n'), /what is sold\?/u);
  });
});
