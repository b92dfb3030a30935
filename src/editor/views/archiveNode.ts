import * as vscode from 'vscode';
import type { ArchiveSelection } from '../../engine/archiveTypes.ts';
import type { ItemWord } from '../ids.ts';

/** What the commands of a row act on. */
export interface ArchiveTarget extends ArchiveSelection {
  /** How messages call it. */
  readonly title: string;
  readonly session: string;
  /** The compaction that a row stands for. */
  readonly compaction?: string;
}

/** A row of the History Archive. Children are asked for when the row is opened. */
export interface ArchiveNode {
  readonly item: vscode.TreeItem;
  readonly target?: ArchiveTarget;
  readonly children?: () => Promise<ArchiveNode[]>;
}

export interface ArchiveRow {
  /** Stable across refreshes, so that what is open stays open. */
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly tooltip?: string | vscode.MarkdownString;
  readonly icon: string;
  readonly color?: string;
  readonly words?: readonly ItemWord[];
  readonly command?: vscode.Command;
  readonly target?: ArchiveTarget;
  readonly isOpen?: boolean;
  readonly children?: () => Promise<ArchiveNode[]>;
  /** For screen readers. */
  readonly spoken?: string;
}

export function archiveNode(row: ArchiveRow): ArchiveNode {
  const { target, children, isOpen = false } = row;
  const { None, Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(row.label, children === undefined ? None : isOpen ? Expanded : Collapsed);
  item.id = row.id;
  item.description = row.description;
  item.tooltip = row.tooltip ?? `${row.label} ${row.description}`;
  item.iconPath = new vscode.ThemeIcon(row.icon, row.color === undefined ? undefined : new vscode.ThemeColor(row.color));
  item.contextValue = (row.words ?? []).join(' ');
  if (row.command !== undefined) item.command = row.command;
  item.accessibilityInformation = { label: row.spoken ?? `${row.label}, ${row.description}` };
  return { item, ...(target === undefined ? {} : { target }), ...(children === undefined ? {} : { children }) };
}
