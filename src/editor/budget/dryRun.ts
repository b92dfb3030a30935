import { changesBetween, type BlockChange } from '../../broker/changes.ts';
import { changeText } from '../../broker/changesText.ts';
import { isLayer, type Layer } from '../../broker/layers.ts';
import type { Trace } from '../../broker/trace.ts';
import type { AssembleRequest, AssembleResult } from '../../engine/api.ts';
import type { Settings } from '../../engine/settings.ts';
import type { WarmPlaces } from '../chat/warmPlaces.ts';
import { workingState } from '../chat/workingState.ts';
import { overflowText } from '../chat/problems.ts';
import type { EngineHost } from '../engineHost.ts';
import type { Values } from '../settings/chatSettings.ts';
import type { SettingsReader } from '../settings/readSettings.ts';
import type { TurnStore } from '../turnStore.ts';

export interface DryRunPorts {
  readonly host: EngineHost;
  readonly turns: TurnStore;
  readonly settings: SettingsReader;
  readonly warm: WarmPlaces;
}

export type DryRunResult =
  | {
      readonly kind: 'compared';
      readonly changes: readonly BlockChange[];
      readonly after: Trace;
      /** Whose budget would change. */ readonly layers: readonly Layer[];
    }
  | { readonly kind: 'overflow'; readonly message: string }
  /** There is no turn to try it on. */
  | { readonly kind: 'noTurn' };

/** What the last turn would be sent if settings were others: it is assembled both ways, from the same candidates. Nothing is recorded. */
export class DryRun {
  readonly #ports: DryRunPorts;
  #before: { readonly key: string; readonly result: Promise<AssembleResult> } | undefined;

  constructor(ports: DryRunPorts) {
    this.#ports = ports;
  }

  /** `instead` by name of the setting. Rejects with an AbortError once `signal` is aborted. */
  async of(instead: Values, signal?: AbortSignal): Promise<DryRunResult> {
    const { host, turns, settings } = this.#ports;
    await host.flush();
    const chat = turns.chat?.session;
    const request = this.#request(settings.read({ chat }).settings);
    if (request === undefined) return { kind: 'noTurn' };
    const before = await this.#assembledBefore(request);
    const changed = { ...request, settings: settings.read({ chat, instead }).settings };
    const after = await host.engine.assemble(changed, signal === undefined ? {} : { signal });
    if (after.kind === 'ContextOverflowError') return { kind: 'overflow', message: overflowText(after) };
    const blocks = before.kind === 'ContextOverflowError' ? [] : before.trace.blocks;
    const layers = Object.keys(instead).flatMap((name) => [name.replace(/^layers\./u, '')].filter(isLayer));
    return { kind: 'compared', changes: changesBetween({ blocks }, after.trace), after: after.trace, layers };
  }

  /** The last request as it was; after a restart what its trace still tells of it. */
  #request(settings: Settings): AssembleRequest | undefined {
    const { asked, latest } = this.#ports.turns;
    if (asked !== undefined) return { ...asked, settings };
    if (latest === undefined) return undefined;
    const { request: text, command, session, model, window } = latest.trace;
    const { warm } = this.#ports;
    const place = { workingState: workingState(), warm: warm.places(), edited: warm.edited() };
    return { text, command, session, model, window, settings, ...place, references: [], tools: [], history: [], degraded: [] };
  }

  #assembledBefore(request: AssembleRequest): Promise<AssembleResult> {
    const key = JSON.stringify(request);
    if (this.#before?.key === key) return this.#before.result;
    const result = this.#ports.host.engine.assemble(request);
    this.#before = { key, result };
    result.catch(() => (this.#before = undefined));
    return result;
  }
}

/** Why nothing changes, where a layer alone does not decide. */
function whyUnchanged(layers: readonly Layer[], { layers: accounts, blocks }: Trace): string {
  const [layer] = layers;
  if (layers.length !== 1 || layer === undefined) return '';
  if (accounts[layer].spent > accounts[layer].reserved) return ': other layers leave enough';
  const limits = blocks.filter((block) => block.layer === layer).map(({ limit }) => limit);
  return limits.includes('projection') ? ': the share of injected context decides' : '';
}

const mostNamed = 3;

/** For a person, in one line, what would be lost first. */
export function dryRunText(result: DryRunResult): string {
  if (result.kind === 'noTurn') return 'Ask @broker something to see what this would change';
  if (result.kind === 'overflow') return `Nothing could be sent: ${result.message}`;
  const isLoss = ({ kind }: BlockChange): boolean => kind === 'dropped' || kind === 'shrunk';
  const told = [...result.changes.filter(isLoss), ...result.changes.filter(({ kind }) => kind === 'added' || kind === 'grown')];
  if (told.length === 0) return `The last turn would stay as it was${whyUnchanged(result.layers, result.after)}`;
  const more = told.length > mostNamed ? ` and ${String(told.length - mostNamed)} more` : '';
  return `Would ${told.slice(0, mostNamed).map(changeText).join(', ')}${more}`;
}
