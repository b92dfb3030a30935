import * as vscode from 'vscode';
import type { BlockTrace } from '../../broker/trace.ts';
import { uriOf } from '../chat/shownReferences.ts';
import type { commandIds } from '../ids.ts';
import { documentUri, sentText } from '../views/traceDocuments.ts';
import { setChosen } from './chooseContributors.ts';
import type { CommandPorts } from './ports.ts';

/** What a tree row or a button hands to its command. */
interface Target {
  readonly turnId: string;
  readonly block?: BlockTrace;
  /** A contributor without a block. */
  readonly name?: string;
}

type BlockCommand =
  'openBlock' | 'openWhole' | 'openPrompt' | 'revealSource' | 'copyBlock' | 'pinBlock' | 'unpinBlock' | 'excludeBlock' | 'includeBlock';

/** The commands of one row of the trace. */
export function blockCommands(ports: CommandPorts): Record<BlockCommand & keyof typeof commandIds, (target?: unknown) => unknown> {
  const open = (uri: vscode.Uri): Thenable<unknown> => vscode.window.showTextDocument(uri, { preview: true });
  const choose = (list: 'pinned' | 'excluded', change: (names: readonly string[], name: string) => string[]) => async (target: unknown) => {
    const name = nameOf(target);
    await setChosen(ports, list, (names) => change(names, name));
  };
  const added = (names: readonly string[], name: string): string[] => [...names.filter((one) => one !== name), name];
  const removed = (names: readonly string[], name: string): string[] => names.filter((one) => one !== name);
  return {
    openBlock: (target) => open(documentUri(turnOf(target), 'sent', blockOf(target).name)),
    openWhole: (target) => open(documentUri(turnOf(target), 'whole', blockOf(target).name)),
    openPrompt: (target) => open(documentUri(turnOf(target), 'prompt')),
    revealSource: (target) => revealSource(blockOf(target)),
    copyBlock: (target) => copyBlock(ports, turnOf(target), blockOf(target)),
    pinBlock: choose('pinned', added),
    unpinBlock: choose('pinned', removed),
    excludeBlock: choose('excluded', added),
    includeBlock: choose('excluded', removed),
  };
}

/** Commands can be run by anybody, with anything. */
function parseTarget(value: unknown): Partial<Target> {
  if (typeof value === 'string') return { turnId: value };
  return typeof value === 'object' && value !== null ? value : {};
}

function turnOf(target: unknown): string {
  const { turnId } = parseTarget(target);
  if (turnId === undefined) throw new Error('choose a turn in the Context Trace view');
  return turnId;
}

function blockOf(target: unknown): BlockTrace {
  const { block } = parseTarget(target);
  if (block === undefined) throw new Error('choose a block in the Context Trace view');
  return block;
}

function nameOf(target: unknown): string {
  const { block, name = block?.name } = parseTarget(target);
  if (name === undefined) throw new Error('choose a contributor in the Context Trace view');
  return name;
}

async function copyBlock({ turns }: CommandPorts, turnId: string, { name }: BlockTrace): Promise<void> {
  const text = await turns.text(turnId);
  if (text === undefined) throw new Error('this turn is no longer recorded');
  await vscode.env.clipboard.writeText(sentText(text, name));
  vscode.window.setStatusBarMessage(`$(check) Copied ${name}`, 3_000);
}

/** Opens the file a block came from; asks where there are several. */
async function revealSource({ files = [], source }: BlockTrace): Promise<void> {
  const known = files.length > 0 ? files : source.split(', ').map((path) => ({ path, detail: '', ranges: [] }));
  const places = known.flatMap(({ path, detail, ranges }) => {
    const uri = uriOf(path);
    const line = ranges[0]?.[0] ?? 1;
    return uri === undefined
      ? []
      : [{ label: path, description: `${detail}${ranges.length === 0 ? '' : `, line ${String(line)}`}`, uri, line }];
  });
  const place =
    places.length <= 1 ? places[0] : await vscode.window.showQuickPick(places, { title: 'Reveal Source', placeHolder: 'Which file?' });
  if (place === undefined) return;
  const at = new vscode.Position(place.line - 1, 0);
  await vscode.window.showTextDocument(place.uri, { selection: new vscode.Range(at, at) });
}
