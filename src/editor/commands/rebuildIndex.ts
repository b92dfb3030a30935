import * as vscode from 'vscode';
import type { CommandPorts } from './ports.ts';

/** Reads the whole workspace anew. */
export async function rebuildIndex({ host }: CommandPorts): Promise<void> {
  await host.flush();
  await host.index(true, vscode.ProgressLocation.Notification);
  vscode.window.setStatusBarMessage('$(check) Context Broker: index rebuilt', 4_000);
}
