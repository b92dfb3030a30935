import { plural } from '../broker/plural.ts';
import { archiveTitle } from '../engine/archive/archiveTitle.ts';
import { archiveText } from '../engine/archiveText.ts';
import { foundIn } from '../engine/archiveSearch.ts';
import { HistoryArchive } from '../engine/historyArchive.ts';
import { archiveId, type ArchiveEvent } from '../history/archiveEvent.ts';
import { maskValue } from '../safety/maskSecrets.ts';
import { UsageError } from './options.ts';
import { printable } from './printable.ts';

interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** What `archive` did: whether it found what was asked for. What is exported has no secrets. */
export async function runArchive(
  [what, ...rest]: readonly string[],
  folder: string,
  isJson: boolean,
  { out, err }: Output,
): Promise<boolean> {
  const argument = rest.join(' ');
  if (what === undefined || !['list', 'show', 'search', 'export'].includes(what)) {
    throw new UsageError('say what to do with the archive: list, show ID, search TEXT or export');
  }
  const wantsArgument = what === 'show' || what === 'search';
  if (wantsArgument !== (argument !== '')) {
    throw new UsageError(
      wantsArgument ? `archive ${what} wants ${what === 'show' ? 'an ID' : 'a TEXT'}` : `archive ${what} takes options alone`,
    );
  }
  const { items, skipped, repaired, unread = [] } = new HistoryArchive(folder).read();
  if (items.length === 0) err(`context-broker: nothing is archived in ${folder}\n`);
  for (const name of unread) err(`context-broker: ${name} could not be read\n`);
  if (skipped > 0) err(`context-broker: ${plural(skipped, 'line')} of the archive could not be read\n`);
  if (repaired > 0) err(`context-broker: ${plural(repaired, 'line')} of the archive had to be repaired\n`);
  const found = what === 'show' ? items.filter((event) => archiveId(event) === argument) : items;
  const { value: chosen, secrets } = what === 'export' ? await maskValue(found) : { value: found, secrets: 0 };
  if (secrets > 0) err(`context-broker: secrets that were masked: ${String(secrets)}\n`);
  const rows = chosen.flatMap((event) => rowOf(event, what === 'search' ? argument : undefined));
  const isTable = what === 'list' || what === 'search';
  if (isJson) out(`${JSON.stringify(isTable ? rows : chosen.map((event) => ({ id: archiveId(event), ...event })))}\n`);
  else if (isTable) out(printable(rows.map(rowText).join('')));
  else if (what === 'show') out(printable(textOf(chosen)));
  else out(textOf(chosen));
  if (wantsArgument && rows.length === 0 && items.length > 0)
    err(
      `context-broker: ${what === 'show' ? 'nothing in the archive has the ID' : 'nothing in the archive says'} ${printable(argument)}\n`,
    );
  return !wantsArgument || rows.length > 0;
}

const textOf = (events: readonly ArchiveEvent[]): string => events.map((event) => archiveText(archiveId(event), event)).join('\n');

interface Row {
  readonly id: string;
  readonly timestamp: string;
  readonly session: string;
  readonly source: string;
  readonly turns: number;
  readonly title: string;
  readonly found?: { readonly count: number; readonly excerpt: string };
}

/** An event in short; nothing where a text is wanted that it does not have. */
function rowOf(event: ArchiveEvent, wanted: string | undefined): Row[] {
  const found = wanted === undefined ? undefined : foundIn(event, wanted);
  if (wanted !== undefined && found === undefined) return [];
  const { timestamp, session, source, messages } = event;
  const title = archiveTitle(messages);
  const turns = new Set(messages.map(({ turn }) => turn)).size;
  return [{ id: archiveId(event), timestamp, session, source, turns, title, ...(found === undefined ? {} : { found }) }];
}

const rowText = ({ id, timestamp, session, source, turns, title, found }: Row): string =>
  `${id}  ${timestamp}  ${session}  ${plural(turns, 'turn')}, ${source}: ${found === undefined ? title : `${String(found.count)} × …${found.excerpt}…`}\n`;
