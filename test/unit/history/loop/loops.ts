// Rounds of a tool loop as the shaping tests need them.
import fc from 'fast-check';
import type { GivenPart, LoopGroup, SaidPart, ViewMessage } from '../../../../src/history/loop/loopGroup.ts';
import type { LoopPrompt } from '../../../../src/history/loop/loopView.ts';
import type { ShapingRequest } from '../../../../src/history/loop/shape.ts';
import { shapingLimits, type ShapingSettings } from '../../../../src/history/loop/shapingLimits.ts';
import { unshaped } from '../../../../src/history/loop/shapingState.ts';

export const shapingSettings: ShapingSettings = {
  isShaped: true,
  threshold: 80,
  target: 60,
  toolResultTokens: 8_000,
  keptRounds: 3,
  clearedTokens: 2_000,
};

/** A round with one call: what the model says beside it, and how long its result is. */
export const round = (n: number, text: string, size: number, isFailure = false): LoopGroup => ({
  said: [...(text === '' ? [] : [{ kind: 'text' as const, text }]), { kind: 'call', id: `call-${String(n)}`, name: 'read', input: { n } }],
  given: [{ id: `call-${String(n)}`, name: 'read', isFailure, parts: [{ kind: 'text', text: 'x'.repeat(size) }] }],
});

export const prompt = (tokens: number, pairs: LoopPrompt['pairs'] = []): LoopPrompt => ({ tokens, messages: 3 + 2 * pairs.length, pairs });

export const shapingRequest = (budget: number, groups: readonly LoopGroup[], more: Partial<ShapingRequest> = {}): ShapingRequest => ({
  prompt: prompt(1_000),
  groups,
  state: unshaped,
  limits: shapingLimits(shapingSettings, 500, budget),
  request: groups.length + 1,
  isForced: false,
  ...more,
});

export function deepFrozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const one of Object.values(value)) deepFrozen(one);
  }
  return value;
}

export const roundsIn = (view: readonly ViewMessage[], kind: 'said' | 'given'): number[] =>
  view.flatMap((message) => (message.kind === kind ? [message.group] : []));

const anyText = (most: number): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.tuple(fc.constantFrom('words of the shop ', '🎉', '\ud83d'), fc.nat(most)).map(([unit, count]) => unit.repeat(count)),
  );

const anyGiven: fc.Arbitrary<GivenPart> = fc.oneof(
  { weight: 6, arbitrary: anyText(300).map((text): GivenPart => ({ kind: 'text', text })) },
  { weight: 1, arbitrary: fc.nat(100_000).map((bytes): GivenPart => ({ kind: 'data', mimeType: 'image/png', bytes })) },
  { weight: 1, arbitrary: fc.json().map((text): GivenPart => ({ kind: 'other', text })) },
);

/** With orphans: calls that nothing answered, and results of no call. */
const anyRound = (place: number): fc.Arbitrary<LoopGroup> => {
  const call = fc.record({
    isAnswered: fc.boolean(),
    isFailure: fc.boolean(),
    parts: fc.array(anyGiven, { maxLength: 3 }),
    input: anyText(200),
  });
  const other = fc.oneof(
    anyText(40).map((text): SaidPart => ({ kind: 'text', text })),
    fc.nat(5_000).map((bytes): SaidPart => ({ kind: 'provider', bytes })),
  );
  return fc.tuple(fc.array(other, { maxLength: 3 }), fc.array(call, { maxLength: 3 }), fc.boolean()).map(([beside, calls, isStray]) => ({
    said: [
      ...beside,
      ...calls.map(({ input }, at): SaidPart => ({ kind: 'call', id: `${String(place)}-${String(at)}`, name: 'tool', input })),
    ],
    given: [
      ...calls.flatMap(({ isAnswered, isFailure, parts }, at) =>
        isAnswered ? [{ id: `${String(place)}-${String(at)}`, name: 'tool', isFailure, parts }] : [],
      ),
      ...(isStray ? [{ id: 'stray', name: 'tool', isFailure: false, parts: [{ kind: 'text' as const, text: 'of no call' }] }] : []),
    ],
  }));
};

export const anyLoop = fc
  .integer({ min: 0, max: 12 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, place) => anyRound(place))));

export const anyPairs: fc.Arbitrary<LoopPrompt['pairs']> = fc
  .array(fc.tuple(anyText(60), anyText(60)), { maxLength: 4 })
  .map((pairs) => pairs.map(([request, response], place) => ({ at: 2 + 2 * place, request, response })));
