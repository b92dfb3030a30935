import { formsOf, segmentsOf } from './block.ts';
import { isWhole, itemsLeft, tokensOf, type Choice } from './choice.ts';
import { messageOverhead } from './render.ts';
import { memoryContributors } from './table.ts';
import { hashOf, withId, type BlockTrace, type FileInBlock, type Trace } from './trace.ts';
import type { TokenCounter } from './tokens.ts';
import type { BlockText, Outcome, Turn } from './turn.ts';

export function blockTexts({ choices }: Outcome): BlockText[] {
  return choices.map((choice) => {
    const { measured } = choice;
    const sent = textOf(choice);
    const whole = segmentsOf(measured.block, measured.whole.selection).join('');
    return {
      name: measured.block.name,
      sent,
      ...(whole === sent ? {} : { whole }),
      ...(measured.block.beside === undefined ? {} : { beside: measured.block.beside }),
    };
  });
}

const textOf = ({ measured, version }: Choice): string =>
  version === undefined ? '' : segmentsOf(measured.block, version.selection).join('');

export function traceOf<Request>(turn: Turn<Request>, outcome: Outcome): Trace {
  const { choices, messages, budget, ledger, projection } = outcome;
  const blocks = choices.map((choice) => blockTrace(choice, turn.counter));
  const admitted = blocks.filter((block) => block.admitted);
  const dropped = blocks.filter((block) => !block.admitted);
  const memory = admitted.filter(({ name }) => memoryContributors.has(name));
  return withId({
    session: turn.session,
    command: turn.command,
    request: turn.text,
    model: turn.model,
    window: turn.window,
    ...budget,
    estimator: { name: turn.counter.name, approximate: turn.counter.approximate },
    blocks,
    admitted: admitted.map(({ name }) => name),
    admittedTotal: total(admitted),
    dropped: dropped.map(({ name, originalTokens, priority, reason }) => ({ name, tokens: originalTokens, priority, reason })),
    memoryTokens: total(memory),
    memoryIds: [],
    messageOverhead: messages.length * messageOverhead,
    layers: ledger.accounts(),
    ...(projection === undefined ? {} : { projection }),
    ranking: turn.ranking,
    degraded: outcome.degraded,
    compaction: turn.compaction ?? [],
    shaping: [],
    steering: [],
    toolCalls: [],
    redactions: [],
    indexVersion: turn.indexVersion,
    contextHash: hashOf([messages, choices.map(({ measured }) => measured.block.beside ?? '')]),
    ...(turn.previousHash === undefined ? {} : { previousHash: turn.previousHash }),
    excluded: [...turn.settings.excluded].sort(),
  });
}

const total = (blocks: readonly BlockTrace[]): number => blocks.reduce((sum, { tokens }) => sum + tokens, 0);

function blockTrace(choice: Choice, counter: TokenCounter): BlockTrace {
  const { measured, limit, why } = choice;
  const isOut = choice.version === undefined;
  const { name, layer, priority, mandatory, pinned, source, position, reason } = measured.block;
  const files = filesOf(choice, counter);
  const outcome = { ...(limit === undefined ? {} : { limit }), ...(files.length === 0 ? {} : { files }) };
  return {
    name,
    layer,
    priority,
    mandatory,
    pinned,
    tokens: tokensOf(choice),
    originalTokens: measured.whole.tokens,
    source,
    position,
    admitted: !isOut,
    version: versionName(choice),
    items: sentItems(choice),
    textHash: hashOf([textOf(choice), measured.block.beside ?? '']),
    reason: why === undefined ? reason : `${isOut ? 'left out' : 'cut'}: ${why}`,
    ...outcome,
  };
}

function sentItems(choice: Choice): BlockTrace['items'] {
  const { left, of } = itemsLeft(choice);
  return { sent: left, collected: of };
}

function versionName(choice: Choice): string {
  if (choice.version === undefined) return 'none';
  if (isWhole(choice)) return 'whole';
  const { left, of } = itemsLeft(choice);
  const shortened = choice.version.selection.filter((form) => form !== undefined && form > 0).length;
  return left === of ? `all ${String(of)} items, ${String(shortened)} shortened` : `${String(left)} of ${String(of)} items`;
}

function filesOf({ measured, version }: Choice, counter: TokenCounter): FileInBlock[] {
  if (version === undefined) return [];
  const forms = formsOf(measured.block, version.selection);
  return measured.block.items.flatMap(({ path }, index) => {
    const form = forms[index];
    if (path === undefined || form === undefined) return [];
    return [{ path, detail: form.name, tokens: counter.count(form.text), ranges: form.ranges ?? [] }];
  });
}
