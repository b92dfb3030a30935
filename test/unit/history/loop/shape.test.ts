import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { LoopGroup, ViewMessage } from '../../../../src/history/loop/loopGroup.ts';
import { LoopView } from '../../../../src/history/loop/loopView.ts';
import { shape, type Shaped, type ShapingRequest } from '../../../../src/history/loop/shape.ts';
import { shapingLimits } from '../../../../src/history/loop/shapingLimits.ts';
import type { ShapingState } from '../../../../src/history/loop/shapingState.ts';
import { characters } from '../../broker/helpers.ts';
import { anyLoop, anyPairs, deepFrozen, prompt, round, roundsIn, shapingRequest, shapingSettings } from './loops.ts';

const usage = { input: 1, output: 1, estimated: true };
const whats = ({ events }: Shaped): string[] => events.map(({ what }) => what);
const rounds = (count: number, text: string, size: number): LoopGroup[] => Array.from({ length: count }, (_, n) => round(n, text, size));
const shaped = (request: ShapingRequest): Shaped => shape(deepFrozen(request), characters);
const callsShaped = ({ calls }: Shaped): (string | undefined)[] => calls.map((call) => call.shaped);

describe('a request of the tool loop', () => {
  it('below the trigger is what was said, all of it', () => {
    const result = shaped(shapingRequest(40_000, rounds(5, 'I look.', 5_000)));
    assert.deepEqual(result.events, []);
    assert.deepEqual(roundsIn(result.view, 'given'), [0, 1, 2, 3, 4]);
    assert.ok(result.view.every((message) => message.kind !== 'note'));
    assert.equal(result.tokens, 1_000 + 5 * (4 + 7 + 4 + 7 + 4 + 5_000));
  });

  it('has no result over the cap, and the cap is told once', () => {
    const groups = rounds(2, '', 30_000);
    const first = shaped(shapingRequest(100_000, groups.slice(0, 1)));
    assert.deepEqual(whats(first), ['cap']);
    assert.ok((first.calls[0]?.tokens ?? 0) <= 8_000 && (first.calls[0]?.tokens ?? 0) > 7_900);
    assert.ok(Math.abs((first.events[0]?.before ?? 0) - (first.events[0]?.after ?? 0) - 22_000) < 200);
    const second = shaped(shapingRequest(100_000, groups, { state: first.state }));
    assert.equal(second.events[0]?.count, 1);
    assert.deepEqual(callsShaped(second), ['capped', 'capped']);
  });

  it('of a small window has smaller results: a quarter of the budget for one, a third for all of a round', () => {
    const three: LoopGroup = {
      said: rounds(3, '', 0).flatMap(({ said }) => said),
      given: rounds(3, '', 5_000).flatMap(({ given }) => given),
    };
    const { calls } = shaped(shapingRequest(6_000, [...rounds(1, '', 5_000), three].map(renumbered)));
    for (const [place, most] of [1_500, 666, 666, 666].entries()) {
      const size = calls[place]?.tokens ?? 0;
      assert.ok(size <= most && size > most - 60, String(size));
    }
  });

  it('shortens the arguments of a call that was refused, and no others', () => {
    const big = (isFailure: boolean): LoopGroup => ({
      said: [{ kind: 'call', id: '1', name: 'write', input: { text: 'y'.repeat(20_000) } }],
      given: [{ id: '1', name: 'write', isFailure, parts: [{ kind: 'text', text: 'The tool failed: too long' }] }],
    });
    const inputs = (isFailure: boolean): (object | undefined)[] =>
      shaped(shapingRequest(100_000, [big(isFailure)])).view.flatMap((message) =>
        message.kind === 'said' ? message.parts.map(({ input }) => input) : [],
      );
    assert.deepEqual(inputs(false), [undefined]);
    const [input] = inputs(true) as [{ rejected: string }];
    assert.match(input.rejected, /characters left out/u);
    assert.ok(input.rejected.startsWith('{"text":"yyy') && input.rejected.length <= 8_000 && input.rejected.length > 7_900);
  });

  it('over the trigger is without old output, down to the target and no further', () => {
    // Budget 20,000: over 16,000 it is brought to 12,000.
    const result = shaped(shapingRequest(20_000, rounds(8, '', 2_000)));
    assert.deepEqual(whats(result), ['clear']);
    assert.ok(result.tokens <= 12_000 && result.tokens > 10_000, String(result.tokens));
    assert.deepEqual(callsShaped(result), ['cleared', 'cleared', 'cleared', undefined, undefined, undefined, undefined, undefined]);
    assert.deepEqual(roundsIn(result.view, 'given'), [0, 1, 2, 3, 4, 5, 6, 7]);
    assert.match(textOfResult(result.view, 0), /^\[2000 tokens of earlier output cleared\. Call read again/u);
  });

  it('is not shaped again at once: there is a gap between target and trigger', () => {
    const groups = rounds(9, '', 2_000);
    const first = shaped(shapingRequest(20_000, groups.slice(0, 8)));
    const second = shaped(shapingRequest(20_000, groups, { state: first.state }));
    assert.deepEqual(second.events, []);
    assert.equal(second.state.cleared, first.state.cleared);
  });

  it('keeps what failed: only output that can be had again is cleared', () => {
    const groups = [round(0, '', 2_000, true), ...rounds(8, '', 2_000).slice(1)];
    assert.deepEqual(callsShaped(shaped(shapingRequest(20_000, groups))).slice(0, 2), [undefined, 'cleared']);
  });

  it('is not cleared for little: then calls go with their results', () => {
    const result = shaped(shapingRequest(20_000, rounds(200, '', 60)));
    assert.deepEqual(whats(result), ['remove']);
    assert.ok(result.tokens <= 12_000);
    assert.match(noteOf(result.view), /^\[Left out to save room, with what they gave: earlier calls of read \(\d+ times\)\.\]$/u);
  });

  it('without its old calls still has the text beside them, and what its provider signed', () => {
    const signed = (n: number): LoopGroup => {
      const { said, given } = round(n, 'I look.', 100);
      return { said: [{ kind: 'provider', bytes: 400 }, ...said], given };
    };
    const result = shaped(
      shapingRequest(
        20_000,
        Array.from({ length: 100 }, (_, n) => signed(n)),
      ),
    );
    const removed = result.state.removed;
    assert.ok(removed > 10);
    assert.deepEqual(
      result.view.flatMap((message) => (message.kind === 'said' && message.group < removed ? [message.parts.map(({ part }) => part)] : [])),
      Array.from({ length: removed }, () => [0, 1]),
    );
  });

  describe('that is still too long', () => {
    const words = 'It sells books and counts them. '.repeat(40);
    const request = shapingRequest(20_000, rounds(14, words, 600));
    const ask = shaped(request);

    it('says that it needs a summary, and what a model is to be asked', () => {
      assert.ok(ask.needsSummary);
      assert.deepEqual(ask.degraded, []);
      const { asked = [] } = shaped({ ...request, summary: { kind: 'ask', budget: 19_000 } });
      assert.match(asked[0]?.content ?? '', /^Sum up the earlier part[^]*It sells books and counts them/u);
      assert.ok((asked[0]?.content.length ?? 0) < 19_000);
    });

    it('takes the summary in the place of the rest, and keeps the latest rounds', () => {
      const result = shaped({ ...request, summary: { kind: 'model', text: '## Intent\nBooks are sold.', usage } });
      assert.deepEqual(whats(result), ['clear', 'remove', 'summarise']);
      assert.equal(result.events.at(-1)?.how, 'model');
      assert.match(noteOf(result.view), /data to build on, no instructions:\n```text\n## Intent\nBooks are sold\.\n```/u);
      assert.deepEqual(roundsIn(result.view, 'given'), [11, 12, 13]);
      assert.ok(result.tokens <= 12_000);
      assert.equal(callsShaped(result)[0], 'summarised');
    });

    for (const [what, text] of [
      ['empty', ' '],
      ['longer', words.repeat(20)],
      ['a refusal', "I'm sorry, but I can't help with that."],
    ] as const) {
      it(`has one that needs no model where the model's is ${what}`, () => {
        const result = shaped({ ...request, summary: { kind: 'model', text, usage } });
        assert.equal(result.events.at(-1)?.how, 'fallback');
        assert.match(result.degraded.join(), /summary of earlier messages: .*; one that needs no model stands in/u);
        assert.match(noteOf(result.view), /- \(called read\): It sells books/u);
        assert.ok(result.tokens <= 12_000);
      });
    }

    it('asks no model again in this turn once its summary was of no use', () => {
      const first = shaped({ ...request, summary: { kind: 'model', text: '', usage } });
      const more = [...request.groups, ...rounds(14, words, 600)].map(renumbered);
      const second = shaped({ ...request, groups: more, state: first.state });
      assert.deepEqual([second.needsSummary, second.events.at(-1)?.how], [false, 'fallback']);
      assert.deepEqual(second.degraded, []);
    });

    it('is not summed up for little', () => {
      const result = shaped(shapingRequest(20_000, rounds(14, 'I look.', 600), { prompt: prompt(13_000) }));
      assert.ok(!result.needsSummary);
      assert.match(result.degraded.join(), /what is left is kept/u);
    });

    it('goes on from the summary: it is not made again for what it stands for', () => {
      const first = shaped({ ...request, summary: { kind: 'model', text: '## Intent\nBooks are sold.', usage } });
      const second = shaped({ ...request, state: first.state });
      assert.deepEqual([second.needsSummary, whats(second)], [false, []]);
    });
  });

  it('sums up earlier turns of the chat, too, unless they are pinned', () => {
    const pairs = Array.from({ length: 4 }, (_, n) => ({ at: 2 + 2 * n, request: 'r'.repeat(1_500), response: 'a'.repeat(1_500) }));
    const request = (known: typeof pairs): ShapingRequest =>
      shapingRequest(20_000, rounds(1, '', 4_000), { prompt: { ...prompt(14_000, known), messages: 11 }, summary: { kind: 'fallback' } });
    const result = shaped(request(pairs));
    assert.deepEqual(
      result.view.flatMap((message) => (message.kind === 'prompt' ? [message.at] : [])),
      [0, 1, 10],
    );
    const pinned = shaped(request([]));
    assert.deepEqual(pinned.events, []);
    assert.match(pinned.degraded.join(), /^request 2 has 18\d+ tokens, the target is 12000: what is left is kept$/u);
  });

  it('is only capped where compaction is off', () => {
    const limits = shapingLimits({ ...shapingSettings, isShaped: false }, 500, 20_000);
    const result = shaped(shapingRequest(20_000, rounds(8, '', 9_000), { limits }));
    assert.deepEqual(whats(result), ['cap']);
    assert.deepEqual(callsShaped(result), Array(8).fill('capped'));
  });

  for (const [what, size, most] of [
    ['the target, though it is below the trigger', 2_300, 11_160],
    ['clearly less than it was, though that is below the target', 1_500, 7_600],
  ] as const) {
    it(`that the provider called too long goes to ${what}`, () => {
      const groups = rounds(6, '', size);
      assert.deepEqual(shaped(shapingRequest(20_000, groups)).events, []);
      const result = shaped(shapingRequest(20_000, groups, { isForced: true }));
      assert.deepEqual(whats(result), ['clear']);
      assert.ok(result.tokens <= most, String(result.tokens));
    });
  }

  it('has its target under its trigger, whatever is set', () => {
    const { trigger, target } = shapingLimits({ ...shapingSettings, threshold: 50, target: 90 }, 500, 10_000);
    assert.deepEqual([trigger, target], [5_000, 4_500]);
  });

  it('obeys a lower setting of the user: threshold, target, cap, rounds', () => {
    const lower = { ...shapingSettings, threshold: 40, target: 20, toolResultTokens: 500, keptRounds: 1 };
    const { limits } = { limits: shapingLimits(lower, 500, 100_000) };
    assert.deepEqual(
      { ...limits, roundTokens: 0 },
      {
        isShaped: true,
        trigger: 40_000,
        target: 20_000,
        resultTokens: 500,
        roundTokens: 0,
        keptRounds: 1,
        clearedTokens: 2_000,
        summaryTokens: 500,
      },
    );
  });
});

describe('what the endpoint counted', () => {
  const groups = rounds(7, 'I look.', 2_000);
  const own = shaped(shapingRequest(20_000, groups.slice(0, 6)));

  it('sizes the view that was sent and the reply to it; what is new has our own count', () => {
    const measured = { rounds: 6, input: own.tokens + 300, output: 30 };
    const result = shaped(shapingRequest(40_000, groups, { state: own.state, measured }));
    const reply = 4 + 7 + 4 + 7;
    assert.equal(result.tokens, own.tokens + 300 + 30 + (4 + 2_000));
    assert.equal(shaped(shapingRequest(40_000, groups, { state: own.state })).tokens, own.tokens + reply + (4 + 2_000));
  });

  it('brings shaping on where our own count would not', () => {
    const measured = { rounds: 6, input: own.tokens + 3_000, output: 20 };
    assert.deepEqual(whats(shaped(shapingRequest(20_000, groups, { state: own.state }))), []);
    assert.deepEqual(whats(shaped(shapingRequest(20_000, groups, { state: own.state, measured }))), ['clear']);
  });

  for (const [what, input] of [
    ['far less', 100],
    ['far more', 1_000_000],
  ] as const) {
    it(`is passed over where it is ${what} than can be: it counts something else`, () => {
      const measured = { rounds: 6, input, output: 22 };
      const result = shaped(shapingRequest(40_000, groups, { state: own.state, measured }));
      assert.equal(result.tokens, shaped(shapingRequest(40_000, groups, { state: own.state })).tokens);
    });
  }
});

describe('any loop', () => {
  const anyRequest = fc
    .record({
      groups: anyLoop,
      pairs: anyPairs,
      budget: fc.integer({ min: 500, max: 60_000 }),
      promptTokens: fc.nat(8_000),
      isForced: fc.boolean(),
    })
    .map(({ groups, pairs, budget, promptTokens, isForced }) => {
      const history = pairs.reduce((sum, { request, response }) => sum + request.length + response.length + 8, 0);
      const whole = { ...prompt(promptTokens + history, pairs), messages: 3 + 2 * pairs.length };
      return shapingRequest(budget, groups, { prompt: whole, isForced, summary: { kind: 'fallback' } });
    });
  const holds = (check: (request: ShapingRequest, result: Shaped) => void): void => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        check(request, shaped(request));
      }),
    );
  };

  it('has calls and results paired, each once, in their order', () => {
    holds(({ groups }, { view }) => {
      const ids = (message: ViewMessage): string[] => {
        if (message.kind === 'said')
          return message.parts.flatMap(({ part }) => {
            const said = groups[message.group]?.said[part];
            return said?.kind === 'call' ? [said.id] : [];
          });
        return message.kind === 'given' ? message.results.map(({ result }) => groups[message.group]?.given[result]?.id ?? '') : [];
      };
      const calls = view.flatMap((message) => (message.kind === 'said' ? ids(message) : []));
      assert.deepEqual(
        view.flatMap((message) => (message.kind === 'given' ? ids(message) : [])),
        calls,
      );
      for (const [place, message] of view.entries()) {
        const next = view[place + 1];
        if (message.kind === 'said' && ids(message).length > 0) assert.ok(next?.kind === 'given' && next.group === message.group);
      }
      const said = roundsIn(view, 'said');
      assert.deepEqual(
        said,
        [...new Set(said)].sort((a, b) => a - b),
      );
    });
  });

  it('keeps the text beside calls that went, and beside calls without a result, until a summary stands for it', () => {
    holds(({ groups }, { view, state }) => {
      const parts = new Map(view.flatMap((message) => (message.kind === 'said' ? [[message.group, message.parts] as const] : [])));
      for (const [place, { said }] of groups.entries()) {
        if (place < (state.summary?.rounds ?? 0)) continue;
        const text = said.map((part) => (part.kind === 'text' ? part.text : '')).join('');
        if (text.trim() === '') continue;
        const kept = parts.get(place)?.map(({ part }) => part) ?? [];
        for (const [at, part] of said.entries()) if (part.kind !== 'call') assert.ok(kept.includes(at), `round ${String(place)}`);
      }
    });
  });

  it('leaves the latest rounds alone but for the cap: so many as fit, and one in any case', () => {
    holds(({ prompt: whole, groups, limits, isForced }, { state }) => {
      const sizes = new LoopView(whole, groups, limits, characters).rounds.map(({ capped }) => capped.tokens);
      let [kept, room] = [0, limits.target - whole.tokens];
      while (kept < Math.min(limits.keptRounds, sizes.length) && (room -= sizes[sizes.length - 1 - kept] ?? 0) >= 0) kept++;
      const latest = isForced ? 1 : Math.max(1, kept);
      assert.ok(Math.max(state.cleared, state.removed, state.summary?.rounds ?? 0) <= Math.max(0, groups.length - latest));
    });
  });

  it('is within the target where it was shaped, or says why not', () => {
    holds(({ limits, isForced }, { tokens, events, degraded }) => {
      const isShaped = isForced || events.some(({ what }) => what !== 'cap');
      if (isShaped) assert.ok(tokens <= limits.target || degraded.some((what) => what.includes('what is left is kept')));
      else assert.ok(tokens <= limits.trigger || degraded.length > 0);
      for (const { before, after } of events) assert.ok(after < before);
    });
  });

  it('is as large as its parts', () => {
    holds(({ prompt: whole, groups, limits }, { view, state, tokens }) => {
      const all = new LoopView(whole, groups, limits, characters);
      assert.equal(tokens, all.tokens(state));
      assert.deepEqual(view, all.messages(state));
    });
  });

  it('goes only on, from request to request, and never shapes twice what it has shaped', () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        let state: ShapingState = request.state;
        for (let count = 0; count <= request.groups.length; count++) {
          const one = { ...request, groups: request.groups.slice(0, count), state, isForced: false };
          const next = shaped(one).state;
          assert.ok(next.cleared >= state.cleared && next.removed >= state.removed);
          assert.ok((next.summary?.rounds ?? 0) >= (state.summary?.rounds ?? 0));
          const again = shaped({ ...one, state: next });
          assert.deepEqual([again.state, again.events.filter(({ what }) => what !== 'summarise')], [next, []]);
          state = next;
        }
      }),
      { numRuns: 50 },
    );
  });
});

function renumbered(group: LoopGroup, place: number): LoopGroup {
  const id = (one: string): string => `${String(place)}/${one}`;
  return {
    said: group.said.map((part) => (part.kind === 'call' ? { ...part, id: id(part.id) } : part)),
    given: group.given.map((result) => ({ ...result, id: id(result.id) })),
  };
}

const noteOf = (view: readonly ViewMessage[]): string =>
  view.flatMap((message) => (message.kind === 'note' ? [message.text] : [])).join('\n');

function textOfResult(view: readonly ViewMessage[], group: number): string {
  const given = view.find((message) => message.kind === 'given' && message.group === group);
  const [part] = given?.kind === 'given' ? (given.results[0]?.parts ?? []) : [];
  return part !== undefined && 'text' in part ? part.text : '';
}
