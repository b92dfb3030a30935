import manifest from '../../../package.json' with { type: 'json' };
import { settingsFrom, type Settings, type SettingSchemas } from '../../../src/engine/settings.ts';

const schemas = Object.assign({}, ...manifest.contributes.configuration.map(({ properties }) => properties)) as SettingSchemas;

/** The manifest's defaults with some changed, by their names without the prefix. */
export const settings = (values: Readonly<Record<string, unknown>> = {}): Settings =>
  settingsFrom(schemas, (name) => values[name]).settings;
