import * as vscode from 'vscode';
import type { BlockTrace, CompactionTrace, Trace } from '../../broker/trace.ts';
import { layers } from '../../broker/layers.ts';
import type { TurnSummary } from '../../engine/api.ts';
import { commandIds, offlineVendor } from '../ids.ts';
import { compactionNote } from '../chat/compactionNote.ts';
import { changesBetween } from '../../broker/changes.ts';
import { changedText } from '../../broker/changesText.ts';
import { blockNodes, excludedNodes } from './blockNodes.ts';
import { sessionNode } from './sessionNode.ts';
import { shapingNodes } from './shapingNodes.ts';
import type { TraceFilter } from './traceFilter.ts';
import { traceNode, type Chosen, type TraceNode } from './traceNode.ts';
import { formatTokens, percent, plural, sentTokens, shortTokens } from './format.ts';

/** How a turn is shown. */
export interface Shown {
  readonly chosen: Chosen;
  readonly filter: TraceFilter;
  readonly isNewest: boolean;
  readonly isPreview: boolean;
  /** The turn of the same chat before. */
  readonly before: () => Trace | undefined;
  /** Earlier turns of the same model that were held against another count, the latest first. */
  readonly calibrated: () => readonly Trace[];
}

/** A turn with everything under it. The newest is open. */
export function turnNode({ trace, timestamp, elapsedMs, cache, session }: TurnSummary, shown: Shown): TraceNode {
  const { isNewest, isPreview } = shown;
  const { id, request, command, model, estimator } = trace;
  const tokens = `${estimator.approximate ? '~' : ''}${shortTokens(sentTokens(trace))}`;
  const question = `${command === '' ? '' : `/${command} `}${request.replace(/\s+/gu, ' ').trim() || 'no text'}`;
  const when = new Date(timestamp).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' });
  const tooltip = new vscode.MarkdownString(
    `${question.replaceAll('`', "'")}\n\n${new Date(timestamp).toLocaleString()} · ${String(elapsedMs)} ms · ${model.vendor}/${model.id}\n\n` +
      (cache === undefined ? '' : `Pack cache: ${String(cache.hits)} hits, ${String(cache.misses)} misses\n\n`) +
      `Trace \`${id}\` · context \`${trace.contextHash}\`${isPreview ? '\n\nA preview: nothing was sent, nothing is recorded.' : ''}`,
  );
  return traceNode(id, {
    // The editor remembers by id what is open: a turn that is no longer the newest folds.
    id: isNewest ? 'newest turn' : 'turn',
    label: question,
    description: `${isPreview ? 'preview · ' : isOffline(trace) ? 'offline · ' : ''}${tokens} · ${when}`,
    spoken: `${isPreview ? 'Preview' : 'Turn'}: ${question}, ${tokens} tokens, ${when}`,
    tooltip,
    icon: isPreview ? 'open-preview' : 'comment-discussion',
    words: ['turn'],
    open: isNewest,
    children: () => [...turnChildren(trace, shown), ...(session === undefined ? [] : [sessionNode(trace.id, session)])],
  });
}

/** No model was asked: what stands under the turn would have been sent. */
const isOffline = ({ model }: Trace): boolean => model.vendor === offlineVendor;

function turnChildren(trace: Trace, shown: Shown): TraceNode[] {
  const { chosen, filter, isPreview } = shown;
  const before = shown.before();
  const admitted = trace.blocks.filter((block) => block.admitted);
  const dropped = trace.blocks.filter((block) => !block.admitted);
  const sum = (blocks: readonly BlockTrace[], of: 'tokens' | 'originalTokens'): number =>
    blocks.reduce((total, block) => total + block[of], 0);
  const { approximate } = trace.estimator;
  return [
    budgetNode(trace),
    traceNode(trace.id, {
      id: 'layers',
      label: 'Layers',
      description: 'spent / reserved',
      icon: 'layers',
      children: () => layerNodes(trace),
    }),
    traceNode(trace.id, {
      id: 'in',
      label: isOffline(trace) || isPreview ? 'Would be sent' : 'Sent',
      description: `${plural(admitted.length, 'block')} · ${formatTokens(sentTokens(trace), approximate)} tokens`,
      icon: 'pass',
      color: 'testing.iconPassed',
      ...(filter.leftOutOnly === true
        ? {}
        : { open: true, children: () => [...blockNodes(trace, admitted, chosen, filter), frameNode(trace)] }),
    }),
    traceNode(trace.id, {
      id: 'out',
      label: 'Left out',
      description:
        dropped.length === 0
          ? trace.excluded.length === 0
            ? 'nothing'
            : `${String(trace.excluded.length)} excluded by you`
          : `${plural(dropped.length, 'block')} · ${formatTokens(sum(dropped, 'originalTokens'), approximate)} tokens`,
      icon: 'circle-slash',
      ...(dropped.length + trace.excluded.length === 0
        ? {}
        : { open: true, children: () => [...blockNodes(trace, dropped, chosen, filter), ...excludedNodes(trace, chosen)] }),
    }),
    ...(before === undefined ? [] : [sinceNode(trace, before)]),
    ...trace.compaction.map((one) => compactionNode(trace.id, one)),
    ...shapingNodes(trace),
    ...(trace.degraded.length === 0 ? [] : [degradedNode(trace)]),
    ...(trace.toolCalls.length === 0 ? [] : [toolCallsNode(trace)]),
    ...(trace.usage === undefined ? [] : [usageNode(trace)]),
    ...(trace.calibration === undefined ? [] : [calibrationNode(trace, shown.calibrated())]),
  ];
}

function sinceNode(trace: Trace, before: Trace): TraceNode {
  const changes = changesBetween(before, trace);
  const isSame = trace.contextHash === before.contextHash;
  const icons = { added: 'diff-added', dropped: 'diff-removed', grown: 'arrow-up', shrunk: 'arrow-down', changed: 'diff-modified' };
  return traceNode(trace.id, {
    id: 'since',
    label: 'Since the turn before',
    description: isSame ? 'the same bytes' : `${plural(changes.length, 'block')} changed`,
    tooltip: `Context ${trace.contextHash}, before ${before.contextHash}`,
    icon: 'diff',
    ...(changes.length === 0
      ? {}
      : {
          children: () =>
            changes.map((change) =>
              traceNode(trace.id, { id: `since/${change.name}`, label: changedText(change), icon: icons[change.kind] }),
            ),
        }),
  });
}

/** What the chat format itself costs, so that the rows add up to what was sent. */
const frameNode = ({ id, messageOverhead }: Trace): TraceNode =>
  traceNode(id, {
    id: 'frame',
    label: 'messages',
    description: `${formatTokens(messageOverhead)} around the blocks`,
    tooltip: 'What the chat format adds around each message, a fixed number of tokens',
    icon: 'mail',
  });

function budgetNode(trace: Trace): TraceNode {
  const { id, window, budget, reserve, margin, admittedTotal, messageOverhead, projection, estimator } = trace;
  const used = sentTokens(trace);
  const tokens = (count: number): string => formatTokens(count, estimator.approximate);
  const lines = [
    `Window ${formatTokens(window.tokens)} (${window.kind === 'input' ? 'input alone' : 'input and output'}, said by ${window.source})`,
    `Reserve for the answer ${formatTokens(reserve)}, margin ${formatTokens(margin)}, budget ${formatTokens(budget)}`,
    `Blocks ${tokens(admittedTotal)}, messages around them ${formatTokens(messageOverhead)}`,
    ...(projection === undefined ? [] : [`Injected ${tokens(projection.used)} of a share of ${formatTokens(projection.budget)}`]),
    `Counted with ${estimator.name}${estimator.approximate ? ', approximate' : ''}`,
  ];
  return traceNode(id, {
    id: 'budget',
    label: `${tokens(used)} of ${formatTokens(budget)} tokens`,
    description: percent(used, budget),
    spoken: `Budget: ${tokens(used)} of ${formatTokens(budget)} tokens, ${percent(used, budget)}`,
    tooltip: lines.join('\n'),
    icon: 'dashboard',
  });
}

const layerNodes = (trace: Trace): TraceNode[] =>
  layers.map((layer) => {
    const { reserved, lent, spent } = trace.layers[layer];
    const used = formatTokens(spent, trace.estimator.approximate);
    const moved = lent === 0 ? '' : lent > 0 ? ` + ${formatTokens(lent)} borrowed` : ` − ${formatTokens(-lent)} lent`;
    const isTight = spent > reserved / 2;
    return traceNode(trace.id, {
      id: `layer/${layer}`,
      label: layer,
      description: `${used} / ${formatTokens(reserved)}${moved}`,
      tooltip: `${layer}: spent ${used} of ${formatTokens(reserved)} reserved tokens${moved}`,
      icon: spent === 0 ? 'circle-outline' : 'circle-filled',
      ...(spent === 0 ? {} : { color: isTight ? 'charts.yellow' : 'charts.blue' }),
      spoken: `${layer} layer, spent ${used} of ${formatTokens(reserved)} reserved tokens${moved}`,
    });
  });

const degradedNode = ({ id, degraded }: Trace): TraceNode =>
  traceNode(id, {
    id: 'degraded',
    label: 'Degraded',
    description: plural(degraded.length, 'row'),
    icon: 'warning',
    color: 'list.warningForeground',
    open: true,
    children: () =>
      degraded.map((what, place) =>
        traceNode(id, { id: `degraded/${String(place)}`, label: what, tooltip: what, icon: 'warning', color: 'list.warningForeground' }),
      ),
  });

const compactionNode = (turnId: string, compaction: CompactionTrace): TraceNode =>
  traceNode(turnId, {
    id: `compaction/${compaction.id}`,
    label: 'Compaction',
    description: `${plural(compaction.turns, 'turn')}, ${formatTokens(compaction.before)} → ${formatTokens(compaction.after)} tokens`,
    tooltip: compactionNote(compaction),
    icon: 'fold',
    ...(compaction.archive.length === 0
      ? {}
      : { command: { command: commandIds.openArchive, title: 'Open', arguments: [compaction.archive.at(-1)] } }),
  });

const toolCallsNode = ({ id, toolCalls, estimator }: Trace): TraceNode =>
  traceNode(id, {
    id: 'tools',
    label: 'Tool calls',
    description: String(toolCalls.length),
    icon: 'tools',
    children: () =>
      toolCalls.map(({ name, tokens, shaped }, place) =>
        traceNode(id, {
          id: `tool/${String(place)}`,
          label: name,
          description: `${formatTokens(tokens, estimator.approximate)} tokens came back${shaped === undefined ? '' : ` · ${shaped} later on`}`,
          icon: 'symbol-method',
        }),
      ),
  });

function usageNode({ id, usage }: Trace): TraceNode {
  const { input = 0, output = 0, estimated = true } = usage ?? {};
  const about = estimated ? 'estimated by us' : 'said by the endpoint';
  return traceNode(id, {
    id: 'usage',
    label: 'Usage',
    description: `${formatTokens(input, estimated)} in, ${formatTokens(output, estimated)} out · ${estimated ? 'estimated' : 'served'}`,
    tooltip: `Input ${formatTokens(input)}, output ${formatTokens(output)} tokens, ${about}`,
    icon: 'graph',
  });
}

function calibrationNode(trace: Trace, earlier: readonly Trace[]): TraceNode {
  const { id, estimator } = trace;
  const { measured = 0, served = 0, source = 'endpoint' } = trace.calibration ?? {};
  return traceNode(id, {
    id: 'calibration',
    label: 'Calibration',
    description: driftText(trace),
    tooltip: `We counted ${formatTokens(measured, estimator.approximate)} tokens with ${estimator.name}, ${source === 'endpoint' ? 'the endpoint' : "the model's own counter"} ${formatTokens(served)}. Shown only: budgets do not follow it.`,
    icon: 'law',
    ...(earlier.length === 0 ? {} : { children: () => earlier.map((one) => driftNode(id, one)) }),
  });
}

/** An earlier turn of the same model. */
const driftNode = (turnId: string, trace: Trace): TraceNode =>
  traceNode(turnId, {
    id: `calibration/${trace.id}`,
    label: driftText(trace),
    description: trace.request.replace(/\s+/gu, ' '),
    tooltip: `${trace.request}\n${formatTokens(trace.calibration?.measured ?? 0)} counted, ${formatTokens(trace.calibration?.served ?? 0)} served`,
    icon: 'law',
  });

function driftText({ calibration, estimator }: Trace): string {
  const { measured = 0, drift = 0 } = calibration ?? {};
  const sign = drift < 0 ? '−' : '+';
  return `${sign}${formatTokens(Math.abs(drift), estimator.approximate)} (${sign}${percent(Math.abs(drift), measured)})`;
}
