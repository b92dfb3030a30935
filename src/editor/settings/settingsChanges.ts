import * as vscode from 'vscode';
import { settingsSection } from '../ids.ts';
import type { ChatSettings } from './chatSettings.ts';

/** For whom a change holds. */
export const scopes = ['chat', 'workspace', 'user'] as const;
export type Scope = (typeof scopes)[number];

export const parseScope = (value: unknown): Scope | undefined => scopes.find((scope) => scope === value);

/** `undefined` takes a value back. */
export interface Change {
  readonly name: string;
  readonly value: unknown;
}

interface Made extends Change {
  readonly scope: Scope;
  readonly chat: string;
}

interface Done {
  readonly what: string;
  readonly before: readonly Made[];
}

const targets = { workspace: vscode.ConfigurationTarget.Workspace, user: vscode.ConfigurationTarget.Global };
const mostRemembered = 20;

/** Changes settings for a chat, the workspace or the user, says what was done, and can take it back. */
export class SettingsChanges implements vscode.Disposable {
  readonly #chats: ChatSettings;
  readonly #currentChat: () => string | undefined;
  readonly #changed = new vscode.EventEmitter<void>();
  /** After a change for a chat; the others are announced by the editor. */
  readonly onDidChange = this.#changed.event;
  /** How to take back what was done, the latest last. */
  readonly #done: Done[] = [];

  constructor(chats: ChatSettings, currentChat: () => string | undefined) {
    this.#chats = chats;
    this.#currentChat = currentChat;
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

  /** Makes the changes, says so, and offers to take them back. Throws for a chat where there is none. */
  async make(changes: readonly (Change & { readonly scope?: Scope | undefined })[], what: string): Promise<void> {
    const chat = this.#currentChat() ?? '';
    const before: Made[] = [];
    for (const { name, value, scope = this.scopeFor(name) } of changes) {
      if (scope === 'chat' && chat === '') throw new Error('there is no chat yet: ask @broker something first');
      before.push({ name, scope, chat, value: this.#valueIn(scope, chat, name) });
      await this.#write({ name, value, scope, chat });
    }
    const done = { what, before };
    this.#done.push(done);
    this.#done.splice(0, this.#done.length - mostRemembered);
    void this.#offerUndo(done);
  }

  /** Takes back the latest change that still stands, and says which; undefined where there is none. */
  async undo(which = this.#done.at(-1)): Promise<string | undefined> {
    const place = which === undefined ? -1 : this.#done.indexOf(which);
    if (which === undefined || place === -1) return undefined;
    this.#done.splice(place, 1);
    for (const one of [...which.before].reverse()) await this.#write(one);
    return which.what;
  }

  async #offerUndo(done: Done): Promise<void> {
    if ((await vscode.window.showInformationMessage(done.what, 'Undo')) === 'Undo') await this.undo(done);
  }

  #valueIn(scope: Scope, chat: string, name: string): unknown {
    if (scope === 'chat') return this.#chats.of(chat)[name];
    const { globalValue, workspaceValue } = vscode.workspace.getConfiguration(settingsSection).inspect<unknown>(name) ?? {};
    return scope === 'user' ? globalValue : workspaceValue;
  }

  async #write({ name, value, scope, chat }: Made): Promise<void> {
    if (scope === 'chat') {
      await this.#chats.set(chat, name, value);
      this.#changed.fire();
    } else await vscode.workspace.getConfiguration(settingsSection).update(name, value, targets[scope]);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
