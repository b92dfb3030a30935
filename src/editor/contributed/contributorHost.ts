import * as vscode from 'vscode';
import { compare } from '../../broker/contributor.ts';
import type { ContributedBlock } from '../../contributors/contributed.ts';
import type { ContextBrokerApi, ContextContributor, ContextRequest } from './api.ts';
import { checkContribution } from './checkContribution.ts';
import { checkRegistration, type Registered } from './checkRegistration.ts';

/** What came of asking somebody: a block, nothing, or what went wrong. */
export type Given = ContributedBlock | undefined | { readonly name: string; readonly origin: string; readonly problem: string };

/** The contributors of other extensions, and what they say. */
export class ContributorHost {
  readonly #registered = new Map<string, Registered>();

  readonly api: ContextBrokerApi = {
    version: 1,
    registerContributor: (extensionId, contributor) => this.#register(extensionId, contributor),
  };

  /** In the order of their names. */
  get all(): Registered[] {
    return [...this.#registered.values()].sort((a, b) => compare(a.name, b.name));
  }

  #register(extensionId: string, contributor: ContextContributor): vscode.Disposable {
    const checked = checkRegistration(extensionId, contributor, (name) => this.#registered.get(name)?.origin);
    const extension = vscode.extensions.getExtension(checked.origin);
    if (extension === undefined)
      throw new Error(`registerContributor: there is no extension ${checked.origin}; give the id of yours (context.extension.id)`);
    const registered = { ...checked, origin: extension.id };
    this.#registered.set(registered.name, registered);
    return new vscode.Disposable(() => {
      if (this.#registered.get(registered.name) === registered) this.#registered.delete(registered.name);
    });
  }

  /** Asks all that are not excluded, side by side. Whoever fails, or is late by `limit` milliseconds, costs only its own block. */
  ask(request: ContextRequest, excluded: readonly string[], limit: number, token: vscode.CancellationToken): Promise<Given[]> {
    const asked = this.all.filter(({ name }) => !excluded.includes(name));
    return Promise.all(asked.map((one) => askOne(one, structuredClone(request), limit, token)));
  }
}

async function askOne(one: Registered, request: ContextRequest, limit: number, token: vscode.CancellationToken): Promise<Given> {
  const { origin, name, layer, priority } = one;
  const source = new vscode.CancellationTokenSource();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => {
      resolve(`took longer than ${String(limit)} ms`);
    }, limit);
    source.token.onCancellationRequested(() => {
      resolve('was cancelled');
    });
  });
  const listener = token.onCancellationRequested(() => {
    source.cancel();
  });
  try {
    const given = await Promise.race([Promise.resolve(one.collect(request, source.token)).then(checkContribution), late]);
    if (given === undefined) return undefined;
    return typeof given === 'string' ? { name, origin, problem: given } : { origin, name, layer, priority, ...given };
  } catch (error) {
    return { name, origin, problem: messageOf(error) };
  } finally {
    clearTimeout(timer);
    listener.dispose();
    source.cancel(); // who is late need not go on
    source.dispose();
  }
}

/** Anything can be thrown. */
function messageOf(error: unknown): string {
  try {
    return (error instanceof Error ? error.message : String(error)).slice(0, 300) || 'failed without a word';
  } catch {
    return 'failed without a word';
  }
}
