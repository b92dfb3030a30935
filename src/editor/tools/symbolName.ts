import * as vscode from 'vscode';
import type { Spot } from '../../engine/symbolTypes.ts';
import { textOf, type Mistake } from './brokerTool.ts';

/** `Client.send` for what models write: `Client#send`, `Client::send()`, `` `send` ``. */
export function symbolNameOf(input: Readonly<Record<string, unknown>>): string | Mistake {
  const given = textOf(input, 'name', 'the name of a symbol, such as send or Client.send', 300);
  if (typeof given !== 'string') return given;
  const name = given
    .replace(/^`|`$/gu, '')
    .replace(/\(.*\)$/u, '')
    .replace(/(?<=.)#|::/gu, '.')
    .trim();
  return name === '' ? { mistake: 'give the name of a symbol, such as send or Client.send, as "name"' } : name;
}

/** `src/client.ts:12`, as the workspace names the file. */
export const placeOf = ({ path, line }: Spot): string => `${vscode.workspace.asRelativePath(path)}:${String(line)}`;

export const unknownSymbol = (name: string): string =>
  `No declaration of ${name} is known. Names are case sensitive; a member is asked for as Container.member; only TypeScript and JavaScript of this workspace are indexed.`;

/** What a model must know of an answer from an index that was still being read. */
export const unfinishedNote = (unfinished: string | undefined): string[] =>
  unfinished === undefined ? [] : [`The index is not complete yet (${unfinished}): there may be more.`];
