import * as vscode from 'vscode';

const key = 'allowedCommands';

/** Which commands of the settings the person has allowed in this workspace, by their exact text. Each is asked about once. */
export class AllowedCommands {
  readonly #memento: vscode.Memento;
  readonly #asked = new Set<string>();

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  /** Undefined where nobody has decided. */
  of(command: string): boolean | undefined {
    const all = this.#all();
    return Object.hasOwn(all, command) ? all[command] : undefined;
  }

  async set(command: string, isAllowed: boolean): Promise<void> {
    await this.#memento.update(key, { ...this.#all(), [command]: isAllowed });
  }

  /** Asks without making anybody wait; what is not answered is asked again in the next session. */
  ask(command: string): void {
    if (this.#asked.has(command)) return;
    this.#asked.add(command);
    const question = `Context Broker: add the output of \`${command}\` to every prompt?`;
    void vscode.window.showInformationMessage(question, 'Allow', 'Never').then(async (answer) => {
      if (answer !== undefined) await this.set(command, answer === 'Allow');
    });
  }

  #all(): Readonly<Record<string, boolean>> {
    return this.#memento.get<Readonly<Record<string, boolean>>>(key) ?? {};
  }
}
