import * as vscode from 'vscode';
import { settingsFrom, type Settings, type SettingSchemas } from '../../engine/settings.ts';
import { settingsSection } from '../ids.ts';
import type { ChatSettings, Values } from './chatSettings.ts';

interface Manifest {
  readonly contributes: { readonly configuration: readonly { readonly properties: SettingSchemas }[] };
}

/** Where a value comes from. */
export type Source = 'default' | 'user' | 'workspace' | 'this chat';

interface Where {
  /** Session of the chat whose own values count, too. */
  readonly chat?: string | undefined;
  /** What to take in place of what is set: to try it. */
  readonly instead?: Values;
}

/** The only place that reads our settings. Each bad value is told once a session, in `warn`. */
export class SettingsReader {
  readonly #schemas: SettingSchemas;
  readonly #chats: ChatSettings;
  readonly #warn: (message: string) => void;
  readonly #warned = new Set<string>();

  constructor(manifest: unknown, chats: ChatSettings, warn: (message: string) => void) {
    this.#schemas = Object.assign(
      {},
      ...(manifest as Manifest).contributes.configuration.map(({ properties }) => properties),
    ) as SettingSchemas;
    this.#chats = chats;
    this.#warn = warn;
  }

  /** A frozen snapshot, and what was wrong with the values. */
  read({ chat, instead = {} }: Where = {}): { settings: Settings; warnings: string[] } {
    const configuration = vscode.workspace.getConfiguration(settingsSection);
    const values = { ...this.#chats.of(chat), ...instead };
    const result = settingsFrom(this.#schemas, (name) =>
      Object.hasOwn(values, name) ? (values[name] ?? undefined) : configuration.get<unknown>(name),
    );
    for (const warning of result.warnings) {
      if (!this.#warned.has(warning)) this.#warn(warning);
      this.#warned.add(warning);
    }
    return result;
  }

  /** What is set for a chat alone. */
  ofChat(chat: string | undefined): Values {
    return this.#chats.of(chat);
  }

  sourceOf(name: string, chat: string | undefined): Source {
    if (Object.hasOwn(this.#chats.of(chat), name)) return 'this chat';
    const { workspaceFolderValue, workspaceValue, globalValue } =
      vscode.workspace.getConfiguration(settingsSection).inspect<unknown>(name) ?? {};
    if ((workspaceFolderValue ?? workspaceValue) !== undefined) return 'workspace';
    return globalValue === undefined ? 'default' : 'user';
  }

  /** Names of our settings, without the section. */
  get names(): string[] {
    return Object.keys(this.#schemas).map((name) => name.slice(settingsSection.length + 1));
  }

  /** Range of a number setting, for input boxes. */
  range(name: string): { minimum: number; maximum: number; default: number } {
    const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER, default: initial } = this.#schemas[`${settingsSection}.${name}`] ?? {};
    return { minimum, maximum, default: Number(initial) };
  }

  /** The choices of a setting, with what the manifest says of each. */
  choices(name: string): { value: string; description: string }[] {
    const { enum: values = [], enumDescriptions = [] } = this.#schemas[`${settingsSection}.${name}`] ?? {};
    return values.map((value, place) => ({ value: String(value), description: enumDescriptions[place] ?? '' }));
  }
}
