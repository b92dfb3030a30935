import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { settingsSection } from '../ids.ts';
import type { ChatSettings } from './chatSettings.ts';

/** For whom a change holds. */
export const scopes = ['chat', 'workspace', 'user'] as const;
export type Scope = (typeof scopes)[number];

/** An argument of a command; throws for what is no scope. */
export function parseScope(value: unknown): Scope | undefined {
  const scope = scopes.find((one) => one === value);
  if (scope === undefined && value !== undefined && value !== null)
    throw new Error(`${JSON.stringify(value)} is not for whom a change can be; there are ${scopes.join(', ')}`);
  return scope;
}

/** `undefined` takes a value back. */
export interface Change {
  readonly name: string;
  readonly value: unknown;
}

/** Changes with what to say of them. */
export interface Wanted {
  readonly changes: readonly (Change & { readonly scope?: Scope | undefined })[];
  readonly what: string;
}

interface Place {
  readonly name: string;
  readonly scope: Scope;
  readonly chat: string;
}

interface Made extends Place {
  readonly before?: unknown;
  readonly after?: unknown;
}

interface Done {
  readonly id: string;
  readonly what: string;
  readonly made: readonly Made[];
}

const targets = { workspace: vscode.ConfigurationTarget.Workspace, user: vscode.ConfigurationTarget.Global };
const key = 'settingsChanges';
const mostRemembered = 20;

/** Changes settings for a chat, the workspace or the user, one after the other, says what was done, and can take it back, after a restart too. */
export class SettingsChanges implements vscode.Disposable {
  readonly #chats: ChatSettings;
  readonly #currentChat: () => string | undefined;
  readonly #memento: vscode.Memento;
  readonly #changed = new vscode.EventEmitter<void>();
  /** After a change or its undoing. */
  readonly onDidChange = this.#changed.event;
  /** The last change that was begun. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(chats: ChatSettings, currentChat: () => string | undefined, memento: vscode.Memento) {
    this.#chats = chats;
    this.#currentChat = currentChat;
    this.#memento = memento;
  }

  /** What `undo` would take back. */
  get latest(): string | undefined {
    return this.#done.at(-1)?.what;
  }

  /** Where a change belongs if nobody says: where the value in force comes from, else with the user, so that no file of a project changes unasked. */
  scopeFor(name: string): Scope {
    const chat = this.#currentChat();
    if (Object.hasOwn(this.#chats.of(chat), name)) return 'chat';
    const { workspaceValue } = vscode.workspace.getConfiguration(settingsSection).inspect(name) ?? {};
    return workspaceValue === undefined ? 'user' : 'workspace';
  }

  /** Makes the changes, says so, and offers to take them back. `wanted` is asked once those before are made. Throws for a chat where there is none. */
  make(wanted: () => Wanted): Promise<void> {
    return this.#inTurn(async () => {
      const { changes, what } = wanted();
      const chat = this.#currentChat() ?? '';
      const made: Made[] = [];
      for (const { name, value, scope = this.scopeFor(name) } of changes) {
        if (scope === 'chat' && chat === '') throw new Error('there is no chat yet: ask @broker something first');
        const place = { name, scope, chat };
        made.push({ ...place, before: this.#valueAt(place), after: value });
        await this.#write(place, value);
      }
      const done = { id: randomUUID(), what, made };
      await this.#remember([...this.#done, done]);
      void this.#offerUndo(done);
    });
  }

  /**
   * Takes back the latest change, or the one given, and says in one line what came of it: what has been set anew since is left as it is.
   * Undefined where there is none.
   */
  undo(which?: Done): Promise<string | undefined> {
    return this.#inTurn(async () => {
      const done = which ?? this.#done.at(-1);
      if (done === undefined) return undefined;
      if (!this.#done.some(({ id }) => id === done.id)) return `Undone before: ${done.what}`;
      const later = done.made.filter((one) => !isDeepStrictEqual(this.#valueAt(one), one.after ?? undefined));
      const free = done.made.filter((one) => !later.includes(one));
      for (const one of [...free].reverse()) await this.#write(one, one.before);
      // What is undone out of order may be undone once what came after it is.
      if (free.length > 0 || which === undefined) await this.#remember(this.#done.filter(({ id }) => id !== done.id));
      const names = later.map(({ name }) => name).join(', ');
      if (later.length === 0) return `Undone: ${done.what}`;
      return `${free.length === 0 ? 'Not undone' : 'Undone in part'}: ${names} has been changed since`;
    });
  }

  /** Says what came of undoing. */
  async tellUndo(which?: Done): Promise<void> {
    const what = await this.undo(which);
    void vscode.window.showInformationMessage(what ?? 'There is no budget change to undo.');
  }

  async #offerUndo(done: Done): Promise<void> {
    if ((await vscode.window.showInformationMessage(done.what, 'Undo')) !== 'Undo') return;
    const what = await this.undo(done);
    if (what?.startsWith('Undone: ') !== true) void vscode.window.showWarningMessage(what ?? '');
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work, work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  get #done(): readonly Done[] {
    return this.#memento.get<readonly Done[]>(key) ?? [];
  }

  async #remember(done: readonly Done[]): Promise<void> {
    await this.#memento.update(key, done.slice(-mostRemembered));
    this.#changed.fire();
  }

  #valueAt({ scope, chat, name }: Place): unknown {
    if (scope === 'chat') return this.#chats.of(chat)[name];
    const { globalValue, workspaceValue } = vscode.workspace.getConfiguration(settingsSection).inspect<unknown>(name) ?? {};
    return scope === 'user' ? globalValue : workspaceValue;
  }

  async #write({ name, scope, chat }: Place, value: unknown): Promise<void> {
    if (scope === 'chat') await this.#chats.set(chat, name, value);
    else await vscode.workspace.getConfiguration(settingsSection).update(name, value, targets[scope]);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
