import type { BlockTrace, Trace } from '../../broker/trace.ts';
import { contributorTable, essential } from '../../broker/table.ts';
import { commandIds, type ItemWord } from '../ids.ts';
import { formatTokens, percent, plural } from './format.ts';
import type { TraceFilter } from './traceFilter.ts';
import { traceNode, type Chosen, type TraceNode } from './traceNode.ts';

/** Blocks that the filter lets through; the others as one row, so that the rows add up. */
export function blockNodes(trace: Trace, blocks: readonly BlockTrace[], chosen: Chosen, { over = 0 }: TraceFilter): TraceNode[] {
  const size = ({ admitted, tokens, originalTokens }: BlockTrace): number => (admitted ? tokens : originalTokens);
  const smaller = blocks.filter((block) => size(block) < over);
  const sum = smaller.reduce((total, block) => total + size(block), 0);
  const rest = traceNode(trace.id, {
    id: `smaller/${smaller[0]?.name ?? ''}`,
    label: plural(smaller.length, 'smaller block'),
    description: `${formatTokens(sum, trace.estimator.approximate)} · ${smaller.map(({ name }) => name).join(', ')}`,
    icon: 'filter',
  });
  return [
    ...blocks.filter((block) => size(block) >= over).map((block) => blockNode(trace, block, chosen)),
    ...(smaller.length === 0 ? [] : [rest]),
  ];
}

const icons: Readonly<Record<string, string>> = {
  persona: 'account',
  user: 'comment',
  references: 'attach',
  tools: 'plug',
  skills: 'mortar-board',
  task: 'target',
  instructions: 'book',
  workingState: 'edit',
  mission: 'rocket',
  plan: 'checklist',
  taskPack: 'wrench',
  artifacts: 'archive',
  code: 'code',
  ast: 'pulse',
  warmSymbols: 'flame',
  graph: 'type-hierarchy',
  modelProfile: 'hubot',
  threadSummary: 'note',
  sessionDigest: 'notebook',
  projectMap: 'list-tree',
  history: 'history',
};

function blockNode(trace: Trace, block: BlockTrace, { pinned, excluded }: Chosen): TraceNode {
  const { name, tokens, originalTokens, priority, version, admitted, reason } = block;
  const { approximate } = trace.estimator;
  const size = admitted ? formatTokens(tokens, approximate) : formatTokens(originalTokens, approximate);
  const isPinned = pinned.includes(name);
  const isExcluded = excluded.includes(name);
  const isCut = tokens < originalTokens;
  const mayChange = !essential.has(name);
  const words: ItemWord[] = [
    'block',
    ...(admitted ? (['sent'] as const) : []),
    ...(isCut ? (['cut'] as const) : []),
    ...(block.files === undefined && name !== 'instructions' ? [] : (['file'] as const)),
  ];
  if (mayChange) words.push(isPinned ? 'pinned' : 'pinnable', isExcluded ? 'excluded' : 'excludable');
  const command = admitted ? { command: commandIds.openBlock, title: 'Open' } : { command: commandIds.openWhole, title: 'Open' };
  return traceNode(trace.id, {
    id: `block/${name}`,
    label: name,
    description: `${size}${isCut && admitted ? ` of ${formatTokens(originalTokens, approximate)}` : ''}${admitted ? ` · ${percent(tokens, trace.window.tokens)}` : ` · ${leftOutBecause(block)}`} · priority ${String(priority)}${isPinned ? ' · pinned' : ''}${isExcluded ? ' · excluded from now on' : ''}`,
    tooltip: blockTooltip(block, approximate),
    icon: admitted ? (icons[name] ?? 'symbol-misc') : 'circle-slash',
    ...(isCut && admitted ? { color: 'list.warningForeground' } : {}),
    words,
    command: { ...command, arguments: [{ turnId: trace.id, block }] },
    block,
    spoken: `${name}, ${admitted ? 'in' : 'left out'}, ${size} tokens, ${admitted ? version : reason}, priority ${String(priority)}`,
  });
}

const limits = { layer: 'no room in its layer', projection: 'no room in the share', budget: 'no room in the budget' } as const;

/** Short enough for a row; the tooltip has the figures. */
const leftOutBecause = ({ limit, reason }: BlockTrace): string => (limit === undefined ? reason : limits[limit]);

const mostListed = 12;

function blockTooltip(block: BlockTrace, approximate: boolean): string {
  const { name, layer, priority, mandatory, pinned, tokens, originalTokens, source, reason, version, position } = block;
  const kind = pinned ? 'pinned' : { yes: 'always sent whole', least: 'always sent, at worst shortened', no: 'may be left out' }[mandatory];
  const files = filesOf(block);
  const more = files.length - mostListed;
  return [
    `${name}: ${reason}`,
    `${formatTokens(tokens, approximate)} of ${formatTokens(originalTokens, approximate)} tokens, ${version}`,
    `Layer ${layer}, priority ${String(priority)}, ${kind}, position ${position}`,
    ...(files.length === 0 || !isOurs(name) ? [`Source: ${source}`] : []),
    ...(files.length > 0 ? ['Files:', ...files.slice(0, mostListed)] : []),
    ...(more > 0 ? [`  and ${String(more)} more`] : []),
  ].join('\n');
}

/** Of a contributed block people want to know who contributed it. */
const isOurs = (name: string): boolean => contributorTable.some((row) => row.name === name);

/** A line a file, with the lines that went in. */
function filesOf({ files = [] }: BlockTrace): string[] {
  const places = new Map<string, string[]>();
  for (const { path, ranges } of files) {
    const lines = ranges.map(([from, to]) => (from === to ? String(from) : `${String(from)}-${String(to)}`));
    places.set(path, [...(places.get(path) ?? []), ...lines]);
  }
  return [...places].map(([path, lines]) => `  ${path}${lines.length === 0 ? '' : `:${lines.join(', ')}`}`);
}

/** Contributors that were not asked. */
export const excludedNodes = ({ id, excluded }: Trace, chosen: Chosen): TraceNode[] =>
  excluded.map((name) =>
    traceNode(id, {
      id: `excluded/${name}`,
      label: name,
      description: chosen.excluded.includes(name) ? 'excluded by you' : 'excluded then, included from now on',
      tooltip: `${name} was not asked: it was in contextBroker.contributors.excluded`,
      icon: 'eye-closed',
      words: chosen.excluded.includes(name) ? ['excluded'] : ['excludable'],
      name,
    }),
  );
