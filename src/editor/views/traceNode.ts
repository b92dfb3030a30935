import * as vscode from 'vscode';
import type { BlockTrace } from '../../broker/trace.ts';
import type { ItemWord } from '../ids.ts';

/** A row of the Context Trace view. Children are made when the row is opened. */
export interface TraceNode {
  /** Stable across refreshes, so that what is open stays open. */
  readonly id: string;
  readonly item: vscode.TreeItem;
  readonly children?: () => TraceNode[];
  /** What the commands of the context menu act on. */
  readonly turnId: string;
  readonly block?: BlockTrace;
  /** The contributor a row stands for, where it has no block. */
  readonly name?: string;
}

export interface Chosen {
  readonly pinned: readonly string[];
  readonly excluded: readonly string[];
}

export interface Row {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly tooltip?: string | vscode.MarkdownString;
  readonly icon: string;
  readonly color?: string;
  readonly words?: readonly ItemWord[];
  readonly command?: vscode.Command;
  readonly children?: () => TraceNode[];
  readonly open?: boolean;
  readonly block?: BlockTrace;
  readonly name?: string;
  readonly spoken?: string;
}

export function traceNode(turnId: string, row: Row): TraceNode {
  const { children, open = false } = row;
  const { None, Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(row.label, children === undefined ? None : open ? Expanded : Collapsed);
  item.id = `${turnId}/${row.id}`;
  item.iconPath = new vscode.ThemeIcon(row.icon, row.color === undefined ? undefined : new vscode.ThemeColor(row.color));
  if (row.description !== undefined) item.description = row.description;
  if (row.tooltip !== undefined) item.tooltip = row.tooltip;
  if (row.words !== undefined) item.contextValue = row.words.join(' ');
  if (row.command !== undefined) item.command = row.command;
  item.accessibilityInformation = {
    label: row.spoken ?? [row.label, ...(row.description === undefined ? [] : [row.description])].join(', '),
  };
  return {
    id: item.id,
    item,
    turnId,
    ...(children === undefined ? {} : { children }),
    ...(row.block === undefined ? {} : { block: row.block }),
    ...(row.name === undefined ? {} : { name: row.name }),
  };
}
