import type * as vscode from 'vscode';
import type { WarmPlaces } from '../chat/warmPlaces.ts';
import type { Contributions } from '../contributed/contributions.ts';
import type { EngineHost } from '../engineHost.ts';
import type { DryRun } from '../budget/dryRun.ts';
import type { SettingsReader } from '../settings/readSettings.ts';
import type { SettingsChanges } from '../settings/settingsChanges.ts';
import type { TurnStore } from '../turnStore.ts';
import type { ArchiveView } from '../views/archiveView.ts';
import type { HistoryDocuments } from '../views/historyDocuments.ts';
import type { TraceView } from '../views/traceView.ts';

/** What commands work with. */
export interface CommandPorts {
  readonly host: EngineHost;
  readonly turns: TurnStore;
  readonly settings: SettingsReader;
  readonly changes: SettingsChanges;
  readonly dryRun: DryRun;
  readonly trace: TraceView;
  readonly documents: HistoryDocuments;
  readonly archive: ArchiveView;
  readonly warm: WarmPlaces;
  readonly contributions: Contributions;
  readonly log: vscode.LogOutputChannel;
  /** Where turns are recorded. */
  readonly state: vscode.Uri;
}
