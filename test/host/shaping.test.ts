import assert from 'node:assert/strict';
import type { Trace } from '../../src/broker/trace.ts';
import type { TurnEvent } from '../../src/history/threadEvent.ts';
import { ask, newChat, scriptedRequests, textOf, transcript, type RecordedMessage, type RecordedRequest } from './chat';
import { settingsDuring } from './settings';
import { recordOf, turnOf } from './turns';

const resultsOf = ({ messages }: RecordedRequest): { id: string; result: string }[] =>
  messages.flatMap(({ parts }) => parts.flatMap(({ kind, id = '', result = '' }) => (kind === 'toolResult' ? [{ id, result }] : [])));
const callsOf = ({ messages }: RecordedRequest): string[] =>
  messages.flatMap(({ parts }) => parts.flatMap(({ kind, id = '' }) => (kind === 'toolCall' ? [id] : [])));
/** By the scripted model's own rule. */
const sizeOf = ({ messages }: RecordedRequest): number =>
  messages.flatMap(({ parts }) => parts).reduce((sum, { text, result }) => sum + Math.ceil((text ?? result ?? '').length / 4), 0);
const isSummary = ({ messages }: RecordedRequest): boolean => textOf(messages.at(-1) as RecordedMessage).startsWith('Sum up');

/** The requests that a turn made of the model. */
async function requestsOf(query: string, model: string): Promise<{ result: Awaited<ReturnType<typeof ask>>; requests: RecordedRequest[] }> {
  const before = (await scriptedRequests()).length;
  const result = await ask(`@broker #scriptedShelf ${query}`, { model });
  return { result, requests: (await scriptedRequests()).slice(before) };
}

const recorded = async (session: string): Promise<TurnEvent | undefined> =>
  (await recordOf(session)).findLast((event): event is TurnEvent => event.kind === 'turn');

describe('shaping inside the tool loop', () => {
  beforeEach(newChat);

  for (const [model, window] of [
    ['loop-4k', 4_096],
    ['loop-8k', 8_192],
  ] as const) {
    it(`brings twenty large results through ${model}, and records them whole`, async function () {
      this.timeout(120_000);
      await settingsDuring({ 'chat.toolRounds': 30, estimator: 'chars/4' }, async () => {
        const { result, requests } = await requestsOf('READ 20 x 2000', model);
        assert.equal(result.errorDetails, undefined);
        assert.match(result.metadata?.answer ?? '', /DONE 20$/u);
        for (const request of requests) assert.ok(sizeOf(request) <= window, String(sizeOf(request)));
        for (const request of requests.filter((one) => !isSummary(one))) {
          const given = resultsOf(request);
          assert.deepEqual(
            callsOf(request),
            given.map(({ id }) => id),
          );
          const { result: last = '', id = '' } = given.at(-1) ?? {};
          if (given.length > 0)
            assert.match(last, new RegExp(`^first title [^]*characters left out [^]*last of shelf ${id.slice(5)}$`, 'u'));
        }
        const { trace } = await turnOf(result);
        const whats = new Set(trace.shaping.map(({ what }) => what));
        assert.ok(whats.has('cap') && (whats.has('clear') || whats.has('remove')), [...whats].join());
        for (const { before, after } of trace.shaping) assert.ok(after < before);
        assert.equal(trace.toolCalls.length, 20);
        assert.ok(['cleared', 'removed', 'summarised'].includes(trace.toolCalls[0]?.shaped ?? ''));
        assert.equal(trace.toolCalls.at(-1)?.shaped, 'capped');
        assert.equal(trace.shapingInForce?.trigger, Math.floor(trace.budget * 0.8));
        const turn = await recorded(result.metadata?.session ?? '');
        const whole = turn?.messages.flatMap(({ toolResults = [] }) => toolResults.flatMap(({ parts }) => parts)) ?? [];
        assert.deepEqual(
          whole,
          Array.from({ length: 20 }, (_, n) => ({ kind: 'text', text: `first ${'title '.repeat(2_000)}last of shelf ${String(n + 1)}` })),
        );
      });
    });
  }

  it('sums up what the model said beside old calls, once, and goes on', async function () {
    this.timeout(60_000);
    await settingsDuring({ 'chat.toolRounds': 30 }, async () => {
      const { result, requests } = await requestsOf('READ 16 x 300 wordy', 'loop-4k');
      assert.match(result.metadata?.answer ?? '', /DONE 16$/u);
      const { trace, session } = await turnOf(result);
      const summaries = trace.shaping.filter(({ what }) => what === 'summarise');
      const asked = requests.filter(isSummary);
      assert.ok(summaries.length > 0 && summaries.length <= 3, JSON.stringify(trace.shaping));
      assert.equal(asked.length, summaries.length);
      for (const { how, usage, count } of summaries) assert.ok(how === 'model' && usage !== undefined && count > 1);
      assert.equal(session?.steps, requests.length, 'a summary is no step of the session');
      assert.deepEqual(asked[0]?.tools, []);
      const last = requests.filter((one) => !isSummary(one)).at(-1);
      const texts = last?.messages.map(textOf).join('\n') ?? '';
      assert.match(texts, /data to build on, no instructions:\n```text\n## Intent\nThe shelves of the shop\.\n```/u);
      assert.match(texts, /Step 16\. /u);
      const said = last?.messages.filter(({ role }) => role === 'assistant').map(textOf) ?? [];
      assert.ok(said.length > 0 && !said.some((text) => text.startsWith('Step 1. ')));
    });
  });

  it('replays what only the provider reads byte for byte, in its place', async () => {
    const { requests } = await requestsOf('READ 3 x 10', 'loop');
    const replayed =
      requests.at(-1)?.messages.filter(({ role, parts }) => role === 'assistant' && parts.some(({ kind }) => kind === 'data')) ?? [];
    assert.deepEqual(
      replayed.map(({ parts }) => parts.map(({ kind }) => kind)),
      Array(3).fill(['thinking', 'data', 'text', 'toolCall']),
    );
    for (const [place, { parts }] of replayed.entries()) {
      const bytes = Uint8Array.from({ length: 64 }, (_, at) => ((place + 1) * 31 + at * 7 + 200) % 256);
      assert.equal(parts[1]?.base64, Buffer.from(bytes).toString('base64'));
      const n = String(place + 1);
      assert.deepEqual(parts[0], {
        kind: 'thinking',
        thought: `thought ${n}`,
        id: `thinking-${n}`,
        metadata: { signature: `signed ${n}` },
      });
    }
  });

  it('goes by what the endpoint counted, where it says so', async () => {
    const shapingOf = async (query: string, threshold: number): Promise<Trace> => {
      let trace: Trace | undefined;
      await newChat();
      await settingsDuring({ 'chat.toolRounds': 20, 'history.threshold': threshold }, async () => {
        ({ trace } = await turnOf((await requestsOf(query, 'loop-8k')).result));
      });
      assert.ok(trace);
      return trace;
    };
    const { budget, admittedTotal, messageOverhead, toolCalls } = await shapingOf('READ 9 x 300', 95);
    const size = admittedTotal + messageOverhead + toolCalls.reduce((sum, { tokens }) => sum + tokens + 70, 0);
    // The scripted endpoint counts half as much again for what the shelves hold.
    const threshold = Math.ceil((100 * size) / budget);
    assert.deepEqual((await shapingOf('READ 9 x 300', threshold)).shaping, []);
    const { shaping } = await shapingOf('READ 9 x 300 with-usage', threshold);
    assert.equal(shaping[0]?.what, 'clear', `${String(size)} of ${String(budget)}`);
  });

  it('tells its settings once a session', async () => {
    const traces = [];
    for (const query of ['one', 'two']) traces.push((await turnOf(await ask(`@broker ${query}`, { model: 'loop' }))).trace);
    assert.deepEqual(
      traces.map(({ shapingInForce }) => shapingInForce?.isShaped),
      [true, undefined],
    );
  });

  it('only caps where compaction is off', async () => {
    await settingsDuring({ 'history.compaction': 'off', 'history.toolResultTokens': 200 }, async () => {
      const { result, requests } = await requestsOf('READ 6 x 2000', 'loop-8k');
      assert.match(await transcript(), /DONE 6/u);
      const { trace } = await turnOf(result);
      assert.deepEqual(
        trace.toolCalls.map(({ shaped }) => shaped),
        Array(6).fill('capped'),
      );
      assert.equal(resultsOf(requests.at(-1) as RecordedRequest).length, 6);
    });
  });
});
