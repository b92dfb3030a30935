import * as vscode from 'vscode';
import type { ArchivedSession, ArchivedSpan, ArchivedTurn, ArchiveListing, SpanCompaction } from '../../engine/archiveTypes.ts';
import { commandIds } from '../ids.ts';
import { archiveNode, type ArchiveNode, type ArchiveTarget } from './archiveNode.ts';
import { formatTokens, longDate, plural, shortDate, shortened, shortTime, shortTokens } from './format.ts';

/** Where rows get what is under them. */
export interface ArchiveSource {
  readonly spans: (session: string) => Promise<readonly ArchivedSpan[]>;
  readonly turns: (target: ArchiveTarget) => Promise<readonly ArchivedTurn[]>;
}

const noText = 'No text';
/** What stands behind the title must be seen as well. */
const longestTitle = 18;

/** The rows of the first level: sessions, the latest of which is open, and what there is to say about all of them. */
export function archiveNodes({ sessions, total, ...problems }: ArchiveListing, source: ArchiveSource): ArchiveNode[] {
  return [
    ...sessions.map((session, place) => sessionNode(session, source, place === 0)),
    ...(total > sessions.length ? [moreNode(total - sessions.length)] : []),
    ...damageNode(problems),
  ];
}

function sessionNode(
  { session, title, first, last, events, model, tokens }: ArchivedSession,
  source: ArchiveSource,
  isOpen: boolean,
): ArchiveNode {
  const label = title === '' ? noText : title;
  const size = tokens === undefined ? [] : [`${shortTokens(tokens.before)} → ${shortTokens(tokens.after)}`];
  const entries = plural(events, 'archive entry', 'archive entries');
  const before = tokens === undefined ? '' : `from ${formatTokens(tokens.before)} to ${formatTokens(tokens.after)} tokens`;
  return archiveNode({
    // The editor remembers by id what is open: a chat that is no longer the latest folds.
    id: `${session} ${isOpen ? 'latest' : ''}`,
    label: shortened(label, longestTitle),
    // In a narrow sidebar the end is cut: the date stands with each compaction as well.
    description: [...size, ...(model === undefined ? [] : [model]), shortDate(last)].join(' · '),
    spoken: ['Chat', label, longDate(last), entries, ...(before === '' ? [] : [before]), ...(model === undefined ? [] : [model])].join(
      ', ',
    ),
    tooltip: markdown(
      label,
      `${entries}, ${first === last ? longDate(last) : `${longDate(first)} – ${longDate(last)}`}`,
      ...(before === '' ? [] : [`The latest compaction in force took it ${before}`]),
      ...(model === undefined ? [] : [`Last model: ${model}`]),
      `Session \`${session}\``,
    ),
    icon: 'comment-discussion',
    words: ['archived', 'deletable'],
    target: { session, title: label },
    isOpen,
    children: async () => (await source.spans(session)).map((span) => spanNode(session, span, source)),
  });
}

function spanNode(session: string, span: ArchivedSpan, source: ArchiveSource): ArchiveNode {
  const { ids, time, source: from, turns, title, compaction } = span;
  const isThere = ids.length > 0;
  const isUndone = compaction?.isUndone === true;
  const target = {
    session,
    ids,
    title: title === '' ? plural(turns, 'turn') : title,
    ...(compaction === undefined ? {} : { compaction: compaction.id }),
  };
  const state = [...(isUndone ? ['undone'] : []), ...(isThere ? [] : ['deleted from the archive'])];
  const effect =
    compaction === undefined
      ? [from]
      : [`${formatTokens(compaction.before)} → ${formatTokens(compaction.after)} tokens`, `kept ${String(compaction.kept)}`];
  const count = plural(turns, 'turn');
  return archiveNode({
    id: `${session}/${compaction?.id ?? ids.join('+')}`,
    label: `${count}, ${shortTime(time)}`,
    description: [...state, ...effect].join(' · '),
    spoken: [
      compaction === undefined ? 'Archived' : 'Compaction',
      count,
      ...state,
      ...(compaction === undefined ? [from] : [effectOf(compaction)]),
      longDate(time),
    ].join(', '),
    tooltip: markdown(
      title === '' ? noText : title,
      `${longDate(time)}${from === '' ? '' : ` · ${from}`}`,
      ...(compaction === undefined ? [] : [`${effectOf(compaction)}${compaction.how === 'model' ? '' : '; summed up without a model'}`]),
      ...(compaction?.focus === undefined ? [] : [`Subject: ${compaction.focus}`]),
      ...(isUndone ? ['Undone: the turns stand in the chat again'] : []),
      ids.length === 0 ? 'The turns were deleted from the archive' : `Address ${ids.map((id) => `\`${id}\``).join(', ')}`,
    ),
    icon: isUndone ? 'discard' : 'archive',
    ...(isUndone || !isThere ? { color: 'disabledForeground' } : {}),
    words: [
      ...(isThere ? (['archived', 'openable', 'deletable'] as const) : []),
      ...(compaction !== undefined && !isUndone ? (['restorable'] as const) : []),
    ],
    target,
    ...(isThere
      ? {
          command: { command: commandIds.openArchive, title: 'Open', arguments: [target] },
          children: async () => (await source.turns(target)).map((turn) => turnNode(target, turn)),
        }
      : {}),
  });
}

function turnNode(span: ArchiveTarget, { id, title, tokens }: ArchivedTurn): ArchiveNode {
  const label = title === '' ? noText : title;
  const target: ArchiveTarget = { session: span.session, ids: span.ids ?? [], title: label, turn: id };
  return archiveNode({
    id: `${span.session}/${span.compaction ?? ''}/${(span.ids ?? []).join('+')}/${id}`,
    label,
    description: `${formatTokens(tokens)} tokens`,
    spoken: `Turn, ${label}, ${formatTokens(tokens)} tokens`,
    icon: 'comment',
    words: ['archived', 'openable'],
    target,
    command: { command: commandIds.openArchive, title: 'Open', arguments: [target] },
  });
}

const moreNode = (count: number): ArchiveNode =>
  archiveNode({
    id: 'more',
    label: 'Show More',
    description: plural(count, 'earlier chat'),
    icon: 'ellipsis',
    command: { command: commandIds.showMoreArchived, title: 'Show More' },
  });

function damageNode({ skipped, repaired, unread = [] }: Pick<ArchiveListing, 'skipped' | 'repaired' | 'unread'>): ArchiveNode[] {
  const counts = [
    ...(unread.length === 0 ? [] : [`${plural(unread.length, 'file')} could not be read`]),
    ...(skipped === 0 ? [] : [`${plural(skipped, 'line')} could not be read`]),
    ...(repaired === 0 ? [] : [`${plural(repaired, 'line')} had to be repaired`]),
  ];
  const [label] = counts;
  if (label === undefined) return [];
  const node = archiveNode({
    id: 'damage',
    label,
    description: counts.slice(1).join(' · '),
    spoken: counts.join(', '),
    tooltip: [
      'Lines of the archive that are torn, as a crash leaves them, or no events are passed over; half characters are replaced.',
      ...unread.map((name) => `Not read: ${name}`),
    ].join('\n'),
    icon: 'warning',
    color: 'list.warningForeground',
    command: { command: commandIds.openStateFolder, title: 'Open State Folder' },
  });
  return [node];
}

export const failureNode = (reason: string): ArchiveNode =>
  archiveNode({ id: 'failure', label: 'The archive could not be read', description: reason, icon: 'error', color: 'list.errorForeground' });

const effectOf = ({ before, after, kept }: SpanCompaction): string =>
  `${formatTokens(before)} to ${formatTokens(after)} tokens, ${kept === 0 ? 'no turn' : `the last ${String(kept)}`} kept as ${kept === 1 ? 'it was' : 'they were'}`;

/** Text of a chat is shown, never taken for Markdown. */
function markdown(title: string, ...lines: readonly string[]): vscode.MarkdownString {
  return new vscode.MarkdownString().appendText(title).appendMarkdown(lines.map((line) => `\n\n${line}`).join(''));
}
