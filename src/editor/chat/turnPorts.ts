import type * as vscode from 'vscode';
import type { Engine } from '../../engine/api.ts';
import type { Contributions } from '../contributed/contributions.ts';
import type { EngineHost } from '../engineHost.ts';
import type { SettingsReader } from '../settings/readSettings.ts';
import type { TurnStore } from '../turnStore.ts';
import type { Compactor } from './compactor.ts';
import type { TraceLog } from './traceLog.ts';
import type { WarmPlaces } from './warmPlaces.ts';

/** What a chat turn works with. */
export interface TurnPorts {
  readonly host: EngineHost;
  readonly engine: Engine;
  readonly turns: TurnStore;
  readonly settings: SettingsReader;
  readonly log: vscode.LogOutputChannel;
  readonly traceLog: TraceLog;
  readonly warm: WarmPlaces;
  readonly contributions: Contributions;
  readonly compactor: Compactor;
}
