import * as vscode from 'vscode';
import type { ArchiveHit } from '../../../engine/archiveTypes.ts';
import { longDate, plural, shortened } from '../../views/format.ts';
import type { CommandPorts } from '../ports.ts';

interface HitItem extends vscode.QuickPickItem {
  readonly hit?: ArchiveHit;
}

const debounceMs = 150;
const mostHits = 100;
/** The date beside it must be seen as well. */
const longestTitle = 50;

/** Searches all that is archived while one types, and opens what is chosen at the place of the text. */
export async function searchArchive(ports: CommandPorts, given: unknown): Promise<void> {
  await ports.host.opened();
  const chosen = await pickHit(ports, typeof given === 'string' ? given : '');
  if (chosen === undefined) return;
  const { hit, text } = chosen;
  await ports.documents.openArchived({ session: hit.session, ids: [hit.id], text });
}

function pickHit(ports: CommandPorts, text: string): Promise<{ hit: ArchiveHit; text: string } | undefined> {
  const pick = vscode.window.createQuickPick<HitItem>();
  const days = ports.archive.filter?.label;
  pick.title = `Search History Archive${days === undefined ? '' : `: ${days}`}`;
  pick.placeholder = 'Text of archived turns';
  const stop = searchWhileTyped(ports, pick);
  return new Promise<{ hit: ArchiveHit; text: string } | undefined>((resolve) => {
    pick.onDidAccept(() => {
      const hit = pick.selectedItems[0]?.hit;
      if (hit === undefined) return;
      resolve({ hit, text: pick.value.trim() });
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
    });
    pick.show();
    if (text !== '') pick.value = text; // else it would take away what is typed meanwhile
  }).finally(() => {
    stop();
    pick.dispose();
  });
}

/** The latest text counts: what comes late for an earlier one is not shown. */
function searchWhileTyped({ host, archive, log }: CommandPorts, pick: vscode.QuickPick<HitItem>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let latest = 0;
  const search = async (text: string, number: number): Promise<void> => {
    const { from, to } = archive.filter ?? {};
    const dates = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
    const { hits, hasMore } = await host.engine.searchArchive({ text, limit: mostHits, ...dates });
    if (number !== latest) return;
    pick.items = itemsOf(hits, hasMore);
    pick.busy = false;
  };
  pick.onDidChangeValue((value) => {
    const [text, number] = [value.trim(), ++latest];
    clearTimeout(timer);
    pick.busy = text !== '';
    if (text === '') pick.items = [];
    else
      timer = setTimeout(() => {
        search(text, number).catch((error: unknown) => {
          pick.busy = false;
          log.error(`archive: ${error instanceof Error ? error.message : String(error)}`);
        });
      }, debounceMs);
  });
  return () => {
    clearTimeout(timer);
    latest++;
  };
}

function itemsOf(hits: readonly ArchiveHit[], hasMore: boolean): HitItem[] {
  if (hits.length === 0) return [{ label: 'Nothing archived has this text', alwaysShow: true }];
  return [
    ...hits.map((hit) => ({
      label: hit.title === '' ? 'No text' : shortened(hit.title, longestTitle),
      description: `${longDate(hit.time)} · ${plural(hit.count, 'place')}`,
      detail: `…${hit.excerpt}…`,
      alwaysShow: true,
      hit,
    })),
    ...(hasMore
      ? [{ label: `The latest ${String(mostHits)} are shown`, description: 'type more to narrow them down', alwaysShow: true }]
      : []),
  ];
}
