import * as vscode from 'vscode';
import type { CommandPorts } from '../ports.ts';
import { maskedNote } from './maskedNote.ts';
import { archiveTarget } from './archiveTarget.ts';

const statusMs = 3_000;

/** Puts archived turns on the clipboard, as text. */
export async function copyArchived(ports: CommandPorts, given: unknown): Promise<void> {
  const target = archiveTarget(given);
  await ports.host.opened();
  const copy = await ports.host.engine.archiveCopy(target);
  if (copy === undefined) throw new Error('these turns are no longer archived');
  await vscode.env.clipboard.writeText(copy.value);
  vscode.window.setStatusBarMessage(`$(check) Copied ${target.title}${maskedNote(copy)}`, statusMs);
}
