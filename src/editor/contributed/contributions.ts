import type * as vscode from 'vscode';
import { budgetFor } from '../../broker/budget.ts';
import type { ContributedBlock } from '../../contributors/contributed.ts';
import type { AssembleRequest } from '../../engine/api.ts';
import type { Settings } from '../../engine/settings.ts';
import { windowOf } from '../../engine/window.ts';
import { abortOn } from '../chat/cancellation.ts';
import type { AllowedCommands } from './allowedCommands.ts';
import type { ContextRequest } from './api.ts';
import type { ContributorHost, Given } from './contributorHost.ts';
import { runDeclared } from './declaredCommands.ts';

/** What is asked before the engine assembles: other extensions, and the commands of the settings. */
export class Contributions {
  readonly host: ContributorHost;
  readonly allowed: AllowedCommands;
  readonly #log: vscode.LogOutputChannel;

  constructor(host: ContributorHost, allowed: AllowedCommands, log: vscode.LogOutputChannel) {
    this.host = host;
    this.allowed = allowed;
    this.#log = log;
  }

  /** All that are there to be asked, other extensions' before those of the settings. */
  known({ declared }: Pick<Settings, 'declared'>): Pick<ContributedBlock, 'name' | 'layer' | 'priority'>[] {
    return [...this.host.all, ...declared];
  }

  /** The same request with what was contributed to it, and with a degraded row for each that failed. */
  async addTo(request: AssembleRequest, token: vscode.CancellationToken): Promise<AssembleRequest> {
    const { excluded, limits } = request.settings.budget;
    const { signal, dispose } = abortOn(token);
    try {
      const given = await Promise.all([
        this.host.ask(contextRequestOf(request), excluded, limits.contributed, token),
        runDeclared(request.settings.declared, excluded, limits.contributed, this.allowed, signal),
      ]);
      return this.#with(request, given.flat());
    } finally {
      dispose();
    }
  }

  #with(request: AssembleRequest, given: readonly Given[]): AssembleRequest {
    const failed = given.flatMap((one) => (one !== undefined && 'problem' in one ? [one] : []));
    const contributed = given.flatMap((one) => (one === undefined || 'problem' in one ? [] : [one]));
    for (const { origin, name, problem } of failed) this.#log.warn(`${name} (${origin}): ${problem}`);
    const degraded = [...request.degraded, ...failed.map(({ name, problem }) => `${name}: ${problem}`)];
    return { ...request, degraded, ...(contributed.length === 0 ? {} : { contributed }) };
  }
}

function contextRequestOf(request: AssembleRequest): ContextRequest {
  const { text, command, model, settings, workingState, references } = request;
  const window = windowOf(request);
  return {
    text,
    command,
    model: { id: model.id, vendor: model.vendor, family: model.family },
    window: window.tokens,
    budget: budgetFor(window, settings.budget.reserve).budget,
    ...(workingState.active === undefined ? {} : { activeFile: workingState.active.path }),
    attached: [...new Set(references.flatMap(({ path }) => path ?? []))],
  };
}
