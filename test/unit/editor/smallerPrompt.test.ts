import assert from 'node:assert/strict';
import type { Assembled, AssembleRequest, AssembleResult } from '../../../src/engine/api.ts';
import { smallerPrompt } from '../../../src/editor/chat/smallerPrompt.ts';
import type { CompactionOutcome } from '../../../src/editor/chat/compactor.ts';

const window = { tokens: 10_000, kind: 'input', source: 'the model' } as const;
const assembled = (tokens: number, budget = 9_500): Assembled =>
  ({ kind: 'assembled', trace: { window, budget, admittedTotal: tokens, messageOverhead: 12 } }) as unknown as Assembled;
const tooMuch = { kind: 'ContextOverflowError' } as unknown as AssembleResult;
const request = { degraded: [], settings: { history: { target: 60, threshold: 80, keptTurns: 5 } } } as unknown as AssembleRequest;
const nothing: CompactionOutcome = { kind: 'refused', what: 'nothing', reason: 'no turns', isNews: false };
const compacted = { kind: 'compacted', head: 'new head' } as unknown as CompactionOutcome;

/** What came of it, and what was asked of the ports. */
async function tried(
  sent: number,
  outcome: CompactionOutcome,
  ...results: readonly AssembleResult[]
): Promise<{ result: Assembled | undefined; requests: AssembleRequest[]; kept: number | undefined }> {
  const requests: AssembleRequest[] = [];
  let kept: number | undefined;
  const result = await smallerPrompt(request, assembled(sent), 'prompt is too long', {
    assemble: (again) => {
      requests.push(again);
      return Promise.resolve(results[requests.length - 1] ?? tooMuch);
    },
    compact: ({ settings }) => {
      kept = settings.history.keptTurns;
      return Promise.resolve(outcome);
    },
  });
  return { result, requests, kept };
}

describe('a prompt that was too long', () => {
  it('is assembled from the compacted chat, where that is enough', async () => {
    const { result, requests, kept } = await tried(9_000, compacted, assembled(5_000));
    assert.equal(result?.trace.admittedTotal, 5_000);
    assert.deepEqual(
      requests.map(({ head, window: smaller }) => [head, smaller]),
      [['new head', undefined]],
    );
    assert.equal(kept, 1);
    assert.match(requests[0]?.degraded.join() ?? '', /^contextOverflow: asked once more with less: prompt is too long$/u);
  });

  for (const [what, sent, tokens] of [
    ['within the target', 9_400, 6_000],
    ['clearly smaller than it was', 4_788, 3_789],
  ] as const) {
    it(`is else assembled as for a smaller window: ${what}`, async () => {
      const { result, requests } = await tried(sent, nothing, assembled(sent), assembled(3_000));
      assert.equal(result?.trace.admittedTotal, 3_000);
      assert.deepEqual(requests[1]?.window, { tokens, kind: 'input', source: 'us: 10000 were too many' });
    });
  }

  it('stays as it is where what must go in is more than that', async () => {
    assert.equal((await tried(9_000, nothing, assembled(9_000), tooMuch)).result?.trace.admittedTotal, 9_000);
  });

  it('is none where nothing can be assembled', async () => {
    assert.equal((await tried(9_000, nothing, tooMuch, tooMuch)).result, undefined);
  });

  it('says why the chat could not be compacted', async () => {
    const refusal: CompactionOutcome = { kind: 'refused', what: 'historyArchive', reason: 'the disk is full', isNews: true };
    const { requests } = await tried(9_000, refusal, assembled(5_000));
    assert.ok(requests[0]?.degraded.includes('historyArchive: the disk is full'));
  });
});
