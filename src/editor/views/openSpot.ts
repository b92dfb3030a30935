import * as vscode from 'vscode';
import type { Spot } from '../../engine/symbolTypes.ts';

/** Opens a file at a line. */
export async function openSpot({ path, line }: Spot): Promise<void> {
  const at = new vscode.Position(line - 1, 0);
  await vscode.window.showTextDocument(vscode.Uri.file(path), { selection: new vscode.Range(at, at) });
}
