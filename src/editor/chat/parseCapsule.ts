import type { Message } from '../../broker/block.ts';
import type { Window } from '../../broker/budget.ts';
import type { LayerAccount } from '../../broker/ledger.ts';
import { layers } from '../../broker/layers.ts';
import type { BlockTrace, ModelIdentity, ShapingTrace, ToolCallTrace, Trace } from '../../broker/trace.ts';
import type { BlockText, Pressure } from '../../broker/turn.ts';
import type { Assembled, CacheUse, PackedFile } from '../../engine/api.ts';
import type { LoopSummary, ShapingState } from '../../history/loop/shapingState.ts';
import { isThreadMessage } from '../../history/threadEvent.ts';
import type { ShownPair } from '../../history/thread.ts';
import type { SavedLoop, SavedShaping, TurnCapsule } from './capsule.ts';
import type { SavedRound } from './savedRounds.ts';
import type { Served } from './servedUsage.ts';
import type { Thread } from './turnMetadata.ts';

type Check = (value: unknown) => boolean;
/** A check for every field: a field that is new has to have one. */
type Fields<Value> = { readonly [Name in keyof Value]-?: Check };

const isText: Check = (value) => typeof value === 'string';
const isCount: Check = (value) => Number.isSafeInteger(value);
const isFigure: Check = (value) => Number.isFinite(value);
const isFlag: Check = (value) => typeof value === 'boolean';
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isAnything: Check = () => true;
const listOf =
  (holds: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every((item) => holds(item));
const absentOr =
  (holds: Check): Check =>
  (value) =>
    value === undefined || holds(value);
const oneOf =
  (...names: readonly string[]): Check =>
  (value) =>
    names.some((name) => name === value);
const having =
  <Value>(fields: Fields<Value>): Check =>
  (value) =>
    isRecord(value) && Object.entries<Check>(fields).every(([name, holds]) => holds(value[name]));

const isRange: Check = (value) => Array.isArray(value) && value.length === 2 && value.every(isCount);
const isModel = having<ModelIdentity>({ id: isText, vendor: isText, family: isText });
const isUsage = having<Served>({ input: isCount, output: isCount, cached: absentOr(isCount) });
const isMessage = having<Message>({ role: oneOf('system', 'user', 'assistant'), content: isText });
const isPair = having<ShownPair>({ request: isText, response: isText, turn: absentOr(isText) });

const isThread = having<Thread>({ session: isText, pairs: listOf(isPair), head: absentOr(isText), previousHash: absentOr(isText) });

const isToolCall = having<ToolCallTrace>({
  name: isText,
  tokens: isCount,
  shaped: absentOr(oneOf('capped', 'cleared', 'removed', 'summarised')),
});

const isShaping = having<ShapingTrace>({
  request: isCount,
  what: oneOf('cap', 'clear', 'remove', 'summarise'),
  count: isCount,
  before: isCount,
  after: isCount,
  how: absentOr(oneOf('model', 'fallback')),
  usage: absentOr(isUsage),
});

const isBlock = having<BlockTrace>({
  name: isText,
  layer: oneOf(...layers),
  priority: isFigure,
  mandatory: isText,
  pinned: isFlag,
  tokens: isCount,
  originalTokens: isCount,
  source: isText,
  position: isText,
  admitted: isFlag,
  version: isText,
  items: having<BlockTrace['items']>({ sent: isCount, collected: isCount }),
  textHash: isText,
  reason: isText,
  limit: absentOr(isText),
  files: absentOr(listOf(isRecord)),
});

const isAccount = having<LayerAccount>({ reserved: isFigure, lent: isFigure, spent: isFigure });

const isTrace = having<Trace>({
  id: isText,
  session: isText,
  command: isText,
  request: isText,
  model: isModel,
  window: having<Window>({ tokens: isFigure, kind: oneOf('input', 'total'), source: isText }),
  budget: isFigure,
  reserve: isFigure,
  margin: isFigure,
  estimator: having<Trace['estimator']>({ name: isText, approximate: isFlag }),
  blocks: listOf(isBlock),
  admitted: listOf(isText),
  admittedTotal: isCount,
  dropped: listOf(isRecord),
  memoryTokens: isCount,
  memoryIds: listOf(isText),
  messageOverhead: isCount,
  layers: (value) => isRecord(value) && layers.every((layer) => isAccount(value[layer])),
  projection: absentOr(isRecord),
  ranking: listOf(isRecord),
  degraded: listOf(isText),
  compaction: listOf(isRecord),
  shaping: listOf(isShaping),
  shapingInForce: absentOr(isRecord),
  steering: listOf(isAnything),
  toolCalls: listOf(isToolCall),
  usage: absentOr(isRecord),
  calibration: absentOr(isRecord),
  redactions: listOf(isAnything),
  indexVersion: isText,
  contextHash: isText,
  previousHash: absentOr(isText),
  excluded: listOf(isText),
});

const isAssembled = having<Assembled>({
  kind: oneOf('assembled'),
  messages: listOf(isMessage),
  blocks: listOf(having<BlockText>({ name: isText, sent: isText, whole: absentOr(isText), beside: absentOr(isText) })),
  trace: isTrace,
  pressure: having<Pressure>({ fixed: isFigure, summary: isFigure, history: isFigure }),
  files: listOf(
    having<PackedFile>({
      path: isText,
      detail: absentOr(isText),
      tokens: isCount,
      rank: isFigure,
      ranges: listOf(isRange),
      why: isText,
    }),
  ),
  cache: having<CacheUse>({ hits: isCount, misses: isCount }),
});

const saidOfKind: Readonly<Record<string, Check>> = {
  text: having({ text: isText }),
  call: having({ id: isText, name: isText, input: isAnything }),
  data: having({ mimeType: isText, base64: isText }),
  thinking: isAnything,
};
const isSaid: Check = (value) => isRecord(value) && isText(value['kind']) && saidOfKind[String(value['kind'])]?.(value) === true;
/** Each result belongs to the call at its place, and is what a message of the thread holds. */
const isRound: Check = (value) => {
  const holds = having<SavedRound>({
    said: listOf(isSaid),
    results: listOf((result) => isRecord(result) && isFlag(result['isFailure'])),
  });
  if (!holds(value)) return false;
  const { said, results } = value as SavedRound;
  const calls = said.flatMap((part) => (part.kind === 'call' ? [part.id] : []));
  return isThreadMessage({ role: 'user', content: '', toolResults: results }) && results.every(({ id }, place) => id === calls[place]);
};
const isPending: Check = (value) => isRound(value) && (value as SavedRound).said.some(({ kind }) => kind === 'call');

const isState = having<ShapingState>({
  seen: isCount,
  cleared: isCount,
  removed: isCount,
  summary: absentOr(having<LoopSummary>({ rounds: isCount, pairs: isCount, text: isText })),
  isWithoutModel: isFlag,
});

const isLoop = having<SavedLoop>({
  text: isText,
  messages: listOf(isThreadMessage),
  rounds: listOf(isRound),
  reply: isPending,
  called: listOf(isToolCall),
  served: absentOr(isUsage),
  isRetried: isFlag,
  shaping: having<SavedShaping>({
    state: isState,
    events: listOf(isShaping),
    degraded: listOf((value) => Array.isArray(value) && value.length === 2 && value.every(isText)),
    calls: listOf(isToolCall),
    request: isCount,
    isForced: isFlag,
  }),
});

const isCapsule = having<TurnCapsule>({
  asked: having<TurnCapsule['asked']>({ command: isText, prompt: isText }),
  thread: isThread,
  assembled: isAssembled,
  tools: listOf(isText),
  loop: isLoop,
});

/** A capsule as it was kept; undefined for what is none. */
export const parseCapsule = (value: unknown): TurnCapsule | undefined => (isCapsule(value) ? (value as TurnCapsule) : undefined);
