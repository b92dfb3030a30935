import type * as vscode from 'vscode';
import type { WarmPlaces } from '../chat/warmPlaces.ts';
import type { Contributions } from '../contributed/contributions.ts';
import type { EngineHost } from '../engineHost.ts';
import type { SettingsReader } from '../settings/readSettings.ts';
import type { TurnStore } from '../turnStore.ts';
import type { Count, Part } from './toolText.ts';

/** What tools work with. */
export interface ToolPorts {
  readonly host: EngineHost;
  readonly turns: TurnStore;
  readonly settings: SettingsReader;
  readonly warm: WarmPlaces;
  readonly contributions: Contributions;
  readonly log: vscode.LogOutputChannel;
}

/** One call of a tool. */
export interface ToolCall {
  /** The most tokens the caller wants; absent where it does not say. */
  readonly budget?: number;
  /** Counts as the caller does. */
  readonly count: Count;
  readonly signal: AbortSignal;
  readonly token: vscode.CancellationToken;
}

/** What is wrong with an input, for the model that gave it. */
export interface Mistake {
  readonly mistake: string;
}

/** What people are told of a call: what is being done, and what is read or changed to do it. */
export interface Told {
  readonly doing: string;
  readonly title: string;
  readonly reads?: string;
  /** Nothing, unless said. */
  readonly changes?: string;
}

/** A language model tool. What it cannot do it says in its result. */
export interface BrokerTool<Input> {
  /** Checks what a model made up. */
  readonly parse: (input: Readonly<Record<string, unknown>>) => Input | Mistake;
  readonly tell: (input: Input) => Told;
  readonly run: (input: Input, ports: ToolPorts, call: ToolCall) => Promise<readonly Part[]>;
  /** Whether it changes anything: each run is then recorded before it begins, and again with what it has changed. */
  readonly writes?: boolean;
}

/** Milliseconds that a tool waits for an index that is still being read. */
export const patience = 5_000;

/** A text of the input; `what` completes "give …". */
export function textOf(input: Readonly<Record<string, unknown>>, name: string, what: string, most = 1_000): string | Mistake {
  const value = input[name];
  if (typeof value !== 'string' || value.trim() === '') return { mistake: `give ${what} as "${name}"` };
  return value.length > most ? { mistake: `"${name}" has more than ${String(most)} characters` } : value.trim();
}
