import { messageOverhead } from '../../broker/render.ts';
import type { TokenCounter } from '../../broker/tokens.ts';
import { cappedResult, flatTokens } from './cappedResult.ts';
import { cutText } from './cutText.ts';
import type { GivenResult, GivenView, LoopGroup, SaidPart, SaidView, ViewMessage } from './loopGroup.ts';

/** One way to send a group. */
export interface GroupForm {
  readonly messages: readonly ViewMessage[];
  readonly tokens: number;
}

/** A call of a group. */
export interface CallForm {
  readonly name: string;
  /** Of its result, within the cap. */
  readonly tokens: number;
  /** About what the cap left out of its result, and of its arguments where it was refused. */
  readonly leftOut: number;
  /** What clearing its result gains; 0 where it cannot be cleared. */
  readonly clearGain: number;
}

/** A round of the loop in every form it can be sent in, from the largest to the smallest. */
export interface GroupForms {
  readonly capped: GroupForm;
  /** Without old output of tools. */
  readonly cleared: GroupForm;
  /** Without its calls and results: what the model said beside them, and with it what only its provider reads. */
  readonly removed: GroupForm;
  readonly calls: readonly CallForm[];
  readonly text: string;
  /** Of the model's own message. */
  readonly saidTokens: number;
}

interface SaidForm {
  readonly part: SaidPart;
  readonly view: SaidView;
  readonly tokens: number;
  readonly leftOut: number;
}

interface ResultForm {
  readonly id: string;
  readonly capped: GivenView;
  readonly cleared: GivenView;
  readonly call: CallForm;
}

/** `most`: tokens of one result. A call without a result and a result without a call are in no form. */
export function groupForms({ said, given }: LoopGroup, place: number, most: number, counter: TokenCounter): GroupForms {
  const outcomes = new Map(given.map((result) => [result.id, result]));
  const parts = said.flatMap((part, at) => {
    const isOrphan = part.kind === 'call' && !outcomes.has(part.id);
    return isOrphan
      ? []
      : [saidForm(part, at, part.kind === 'call' && outcomes.get(part.id)?.isFailure === true ? most : Infinity, counter)];
  });
  const called = new Map(parts.flatMap(({ part, leftOut }) => (part.kind === 'call' ? [[part.id, leftOut] as const] : [])));
  const results = given.flatMap((result, at) =>
    called.has(result.id) ? [resultForm(result, at, called.get(result.id) ?? 0, most, counter)] : [],
  );
  const text = said.map((part) => (part.kind === 'text' ? part.text : '')).join('');
  return {
    capped: whole(place, parts, results, 'capped'),
    cleared: whole(place, parts, results, 'cleared'),
    removed: message(place, text.trim() === '' ? [] : parts.filter(({ part }) => part.kind !== 'call')),
    calls: results.map(({ call }) => call),
    text,
    saidTokens: message(place, parts).tokens,
  };
}

function saidForm(part: SaidPart, at: number, most: number, counter: TokenCounter): SaidForm {
  const base = { part, view: { part: at }, leftOut: 0 };
  if (part.kind === 'text') return { ...base, tokens: counter.count(part.text) };
  if (part.kind === 'provider') return { ...base, tokens: flatTokens(part.bytes) };
  const input = (JSON.stringify(part.input) as string | undefined) ?? '';
  const name = counter.count(part.name);
  const { text, leftOut } = cutText(input, most, counter);
  const tokens = counter.count(text);
  if (leftOut === 0) return { ...base, tokens: name + tokens };
  return { part, view: { part: at, input: { rejected: text } }, tokens: name + tokens, leftOut: Math.ceil(leftOut / 4) };
}

/** Output of a call that failed is never cleared: errors are what must not be tried again. */
function resultForm(result: GivenResult, at: number, leftOutOfCall: number, most: number, counter: TokenCounter): ResultForm {
  const { parts, tokens, leftOut } = cappedResult(result, most, counter);
  const instead = `[${String(tokens)} tokens of earlier output cleared. Call ${result.name} again if they matter.]`;
  const clearGain = result.isFailure ? 0 : Math.max(0, tokens - counter.count(instead));
  const capped = { result: at, parts };
  return {
    id: result.id,
    capped,
    cleared: clearGain === 0 ? capped : { result: at, parts: [{ text: instead }] },
    call: { name: result.name, tokens, leftOut: leftOut + leftOutOfCall, clearGain },
  };
}

function whole(place: number, parts: readonly SaidForm[], results: readonly ResultForm[], how: 'capped' | 'cleared'): GroupForm {
  const said = message(place, parts);
  if (results.length === 0) return said;
  const given = results.map(({ call }) => call.tokens - (how === 'cleared' ? call.clearGain : 0));
  const view: ViewMessage = { kind: 'given', group: place, results: results.map((one) => one[how]) };
  return { messages: [...said.messages, view], tokens: said.tokens + sumOf(given) + messageOverhead };
}

function message(place: number, parts: readonly SaidForm[]): GroupForm {
  if (parts.length === 0) return { messages: [], tokens: 0 };
  const view: ViewMessage = { kind: 'said', group: place, parts: parts.map((part) => part.view) };
  return { messages: [view], tokens: messageOverhead + sumOf(parts.map(({ tokens }) => tokens)) };
}

const sumOf = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0);
