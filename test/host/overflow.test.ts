import assert from 'node:assert/strict';
import type { ArchiveEvent } from '../../src/history/archiveEvent.ts';
import type { TurnEvent } from '../../src/history/threadEvent.ts';
import { ask, newChat, scriptedRequests, textsOf, transcript, type RecordedRequest } from './chat';
import { settingsDuring } from './settings';
import { linesOf, recordOf, turnOf } from './turns';

const isSummary = (request: RecordedRequest): boolean => textsOf(request).at(-1)?.startsWith('Sum up') === true;
const sizeOf = (request: RecordedRequest): number => JSON.stringify(request.messages).length;

async function asked(query: string, model: string): Promise<{ result: Awaited<ReturnType<typeof ask>>; requests: RecordedRequest[] }> {
  const before = (await scriptedRequests()).length;
  const result = await ask(`@broker #scriptedShelf ${query}`, { model });
  return { result, requests: (await scriptedRequests()).slice(before).filter((request) => !isSummary(request)) };
}

const lastTurn = async (session = ''): Promise<TurnEvent | undefined> =>
  (await recordOf(session)).findLast((event): event is TurnEvent => event.kind === 'turn');

describe('a request that the model calls too long', () => {
  beforeEach(newChat);

  it('has the chat compacted, though it is far from the threshold, and is made once more', async () => {
    for (const n of [1, 2, 3]) await ask(`@broker question ${String(n)} ${'about the books of this shop '.repeat(30)}`);
    const { result, requests } = await asked('what now? overflow', 'overflow-once');
    assert.equal(result.errorDetails, undefined);
    assert.equal(result.metadata?.answer, 'DONE 0');
    assert.equal(requests.length, 2);
    assert.ok(sizeOf(requests[1] as RecordedRequest) < sizeOf(requests[0] as RecordedRequest));
    const { trace } = await turnOf(result);
    assert.equal(trace.compaction.length, 1);
    assert.equal(trace.compaction[0]?.kept, 1);
    assert.match(trace.degraded.join('\n'), /^contextOverflow: asked once more with less: prompt is too long: 214290 tokens/mu);
    assert.match(
      await transcript(),
      /said that the request was too long, and was asked once more with less[^]*|Compacted: 2 earlier turns/u,
    );
    const archived = (await linesOf<ArchiveEvent>('history_archive.jsonl')).filter(({ session }) => session === result.metadata?.session);
    assert.deepEqual(
      archived.map(({ source }) => source),
      ['context overflow'],
    );
  });

  it('in the middle of the tool loop goes on with less, and no call is made twice', async () => {
    await settingsDuring({ 'chat.toolRounds': 20 }, async () => {
      const { result, requests } = await asked('READ 6 x 700 overflow after 4', 'overflow-once');
      assert.match(result.metadata?.answer ?? '', /^Step 1\. Step 2\. Step 3\. Step 4\. Step 5\. Step 6\. DONE 6$/u);
      assert.equal(requests.length, 8);
      assert.ok(sizeOf(requests[5] as RecordedRequest) < sizeOf(requests[4] as RecordedRequest));
      const { trace } = await turnOf(result);
      assert.equal(trace.toolCalls.length, 6);
      assert.ok(
        trace.shaping.some(({ request, what }) => request === 6 && what !== 'cap'),
        JSON.stringify(trace.shaping),
      );
      const turn = await lastTurn(result.metadata?.session);
      assert.equal(turn?.messages.flatMap(({ toolResults = [] }) => toolResults).length, 6);
    });
  });

  it('twice ends the turn, with the reason, and with what came until then', async () => {
    const { result, requests } = await asked('READ 5 x 20 overflow after 2', 'overflow-always');
    assert.equal(requests.length, 4);
    assert.match(result.errorDetails?.message ?? '', /says that the request is too long for it: prompt is too long[^]*larger window/u);
    const { trace } = await turnOf(result);
    assert.ok(trace.degraded.includes('model: contextOverflow'));
    assert.match(trace.degraded.join('\n'), /^stopped: context: .*prompt is too long/mu);
    assert.equal(result.metadata?.answer, 'Step 1. Step 2. ');
    const turn = await lastTurn(result.metadata.session);
    assert.ok(turn);
    assert.equal(turn.complete, false);
    assert.deepEqual(
      turn.messages.map(({ role, toolCalls = [], toolResults = [] }) => [role, toolCalls.length, toolResults.length]),
      [
        ['user', 0, 0],
        ['assistant', 1, 0],
        ['user', 0, 1],
        ['assistant', 1, 0],
        ['user', 0, 1],
      ],
    );
    assert.equal((await ask('@broker and now?')).errorDetails, undefined);
  });

  it('ends the turn at once where compaction is off', async () => {
    await settingsDuring({ 'history.compaction': 'off' }, async () => {
      const { result, requests } = await asked('what now? overflow while off', 'overflow-once');
      assert.equal(requests.length, 1);
      assert.match(result.errorDetails?.message ?? '', /too long for it/u);
      assert.match((await turnOf(result)).trace.degraded.join('\n'), /^stopped: context: /mu);
    });
  });
});
