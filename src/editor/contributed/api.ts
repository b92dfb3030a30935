// What Context Broker offers to other extensions, in one file with types alone: copy it into yours.
//
//   const broker = vscode.extensions.getExtension<ContextBrokerApi>('context-broker.context-broker');
//   const api = await broker?.activate();
//   if (api?.version === 1) context.subscriptions.push(api.registerContributor(context.extension.id, contributor));
import type { CancellationToken, Disposable } from 'vscode';

export interface ContextBrokerApi {
  /** Changes only where what is written here would no longer hold. */
  readonly version: 1;
  /**
   * Adds a contributor: from then on it is asked at every turn of `@broker`, until it is disposed of. Throws an Error that says what to do
   * where the registration cannot be used.
   * @param extensionId Yours, `publisher.name`: it stands in the trace as the source of what you contribute.
   */
  registerContributor(extensionId: string, contributor: ContextContributor): Disposable;
}

/** Offers context for a turn. */
export interface ContextContributor {
  /**
   * As people see it in the trace, and as they pin and exclude it: letters, digits, `-`, `.` and `_`, a letter first, at most 64 characters.
   * Taken once: not by Context Broker, not by another extension.
   */
  readonly name: string;
  /** Whose budget it spends. */
  readonly layer: ContextLayer;
  /** What is higher goes in first and is cut last; 0 to 69, higher figures count as 69. */
  readonly priority: number;
  /**
   * Gives what fits the request, or nothing. Runs beside the others before the prompt is put together. Whoever throws, gives something else,
   * or takes longer than the user's `contextBroker.contributors.contributedTimeLimit` (1,500 ms; `token` is cancelled then) is left out of
   * the turn, and the trace says why. So is a contribution of more than 200 items or 100,000 characters. Do not block: nobody can stop a
   * loop that never waits.
   */
  collect(
    request: ContextRequest,
    token: CancellationToken,
  ): ContextContribution | undefined | null | PromiseLike<ContextContribution | undefined | null>;
}

export type ContextLayer =
  'system' | 'mission' | 'plan' | 'references' | 'memory' | 'artifacts' | 'graph' | 'ast' | 'semantic' | 'task' | 'history' | 'user';

/** What a contributor may know of a turn. */
export interface ContextRequest {
  /** What the user typed. */
  readonly text: string;
  /** Without the slash; '' for a plain question. */
  readonly command: string;
  readonly model: { readonly id: string; readonly vendor: string; readonly family: string };
  /** Of the model, in tokens. */
  readonly window: number;
  /** What the whole prompt may use, in tokens. */
  readonly budget: number;
  /** The file in the active editor, absolute. */
  readonly activeFile?: string;
  /** Files and folders that the user attached, absolute. */
  readonly attached: readonly string[];
}

export interface ContextContribution {
  /** The heading in the prompt, one line. */
  readonly title: string;
  /** Why it is offered in this turn, for people, one line. */
  readonly reason: string;
  /** Where it comes from, for people: an address, a file, a service. */
  readonly source?: string;
  /** The most important first: where space is short, the last ones are left out. Each stands in a code fence of its own, as data. */
  readonly items: readonly (string | ContextItem)[];
}

export interface ContextItem {
  /** Stands above the text, one line. */
  readonly label: string;
  readonly text: string;
  /** The file that the text is of, in the workspace or absolute. What `.contextignore` names is left out. */
  readonly path?: string;
}
