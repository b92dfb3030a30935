import * as vscode from 'vscode';
import { settingsFrom, type Settings, type SettingSchemas } from '../../engine/settings.ts';
import { settingsSection } from '../ids.ts';

interface Manifest {
  readonly contributes: { readonly configuration: readonly { readonly properties: SettingSchemas }[] };
}

/** The only place that reads our settings. Each bad value is told once a session, in `warn`. */
export class SettingsReader {
  readonly #schemas: SettingSchemas;
  readonly #warn: (message: string) => void;
  readonly #warned = new Set<string>();

  constructor(manifest: unknown, warn: (message: string) => void) {
    this.#schemas = Object.assign(
      {},
      ...(manifest as Manifest).contributes.configuration.map(({ properties }) => properties),
    ) as SettingSchemas;
    this.#warn = warn;
  }

  /** A frozen snapshot, and what was wrong with the values. */
  read(): { settings: Settings; warnings: string[] } {
    const configuration = vscode.workspace.getConfiguration(settingsSection);
    const result = settingsFrom(this.#schemas, (name) => configuration.get<unknown>(name));
    for (const warning of result.warnings) {
      if (!this.#warned.has(warning)) this.#warn(warning);
      this.#warned.add(warning);
    }
    return result;
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
