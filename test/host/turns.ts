// Recorded turns, read from where the extension keeps them.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { TurnRecord } from '../../src/engine/api.ts';
import type { ThreadEvent } from '../../src/history/threadEvent.ts';
import { scriptedModel } from './chat';

/** Where turns of this workspace are recorded. */
export async function stateFolder(): Promise<string> {
  const { storage } = await scriptedModel();
  assert.ok(storage, 'no folder is open');
  return path.join(path.dirname(storage), 'context-broker.context-broker');
}

export const traceFile = async (): Promise<string> => path.join(await stateFolder(), 'traces.jsonl');

/** Oldest first, those in files set aside too. */
export async function recordedTurns(): Promise<TurnRecord[]> {
  const folder = await stateFolder();
  const names = fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => /^traces(?:-.*)?\.jsonl$/u.test(name)) : [];
  const files = names.sort((a, b) => Number(a === 'traces.jsonl') - Number(b === 'traces.jsonl') || (a < b ? -1 : 1));
  const lines = files.flatMap((name) => fs.readFileSync(path.join(folder, name), 'utf8').split('\n'));
  return lines.flatMap((line) => (line.startsWith('{"timestamp"') && line.endsWith('}') ? [JSON.parse(line) as TurnRecord] : []));
}

/** The turn a chat result belongs to. */
export async function turnOf(result: { readonly metadata?: { readonly traceId?: string } }): Promise<TurnRecord> {
  const id = result.metadata?.traceId;
  const turn = (await recordedTurns()).find(({ trace }) => trace.id === id);
  assert.ok(turn, `turn ${String(id)} is not recorded`);
  return turn;
}

/** The text of a read-only document of the extension. */
export async function documentText(turnId: string, part: 'sent' | 'whole' | 'prompt', name = ''): Promise<string> {
  const uri = vscode.Uri.from({
    scheme: 'context-broker',
    path: `/${turnId}/${part}/${part === 'prompt' ? 'prompt.context' : `${name}.md`}`,
  });
  return (await vscode.workspace.openTextDocument(uri)).getText();
}

/** The lines of a file in the state folder. */
export async function linesOf<Line>(...file: string[]): Promise<Line[]> {
  const where = path.join(await stateFolder(), ...file);
  const lines = fs.existsSync(where) ? fs.readFileSync(where, 'utf8').split('\n') : [];
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as Line);
}

export const recordOf = (session: string): Promise<ThreadEvent[]> => linesOf('threads', `${session}.jsonl`);
