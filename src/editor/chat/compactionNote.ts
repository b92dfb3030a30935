import type * as vscode from 'vscode';
import type { CompactionTrace } from '../../broker/trace.ts';
import { commandIds } from '../ids.ts';
import { formatTokens, plural } from '../views/format.ts';

/** What a compaction did, in one line. */
export function compactionNote({ turns, kept, before, after, how, archive }: CompactionTrace): string {
  const stays =
    kept === 0 ? 'none stays as it was' : `the last ${kept === 1 ? 'one stays as it was' : `${String(kept)} stay as they were`}`;
  const by = how === 'model' ? '' : ', written without a model';
  return `Compacted: ${plural(turns, 'earlier turn')} gave way to a summary${by}, ${stays}. The chat went from ${formatTokens(before)} to ${formatTokens(after)} tokens. Archived in history_archive.jsonl as ${archive.join(', ')}.`;
}

/** The way back, and the way to what was archived. */
export const compactionButtons = (session: string, { id, archive }: CompactionTrace): vscode.Command[] => [
  { command: commandIds.undoCompaction, title: 'Undo', arguments: [session, id] },
  ...archive.slice(-1).map((address) => ({ command: commandIds.openArchive, title: 'Open archive', arguments: [address] })),
];
