import type * as vscode from 'vscode';

/** Values of settings by name, without the section. */
export type Values = Readonly<Record<string, unknown>>;

const key = 'chatSettings';
const mostChats = 50;

/** Values that hold for one chat alone, before those of workspace and user. Kept with the workspace, for the latest chats that have any. */
export class ChatSettings {
  readonly #memento: vscode.Memento;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  of(chat: string | undefined): Values {
    return (chat === undefined ? undefined : this.#all()[chat]) ?? {};
  }

  /** `undefined` takes a value back. */
  async set(chat: string, name: string, value: unknown): Promise<void> {
    const { [chat]: known = {}, ...others } = this.#all();
    const rest = Object.entries(known).filter(([other]) => other !== name);
    const values = Object.fromEntries(value === undefined ? rest : [...rest, [name, value]]);
    const chats = [...Object.entries(others), ...(Object.keys(values).length === 0 ? [] : [[chat, values] as const])];
    await this.#memento.update(key, Object.fromEntries(chats.slice(-mostChats)));
  }

  #all(): Readonly<Record<string, Values>> {
    return this.#memento.get<Readonly<Record<string, Values>>>(key) ?? {};
  }
}
