import type { Scope, SettingsChanges } from '../settings/settingsChanges.ts';
import type { Option } from './options.ts';

/** Makes a change for `scope`, and says what it was and what was clamped. The option is asked for once the changes before it are made. */
export const applyOption = (changes: SettingsChanges, option: () => Option, scope: Scope | undefined): Promise<void> =>
  changes.make(() => {
    const { changes: wanted, what, note } = option();
    return {
      changes: wanted.map((change) => ({ ...change, scope })),
      what: `${what}${scope === 'chat' ? ', in this chat' : ''}.${note === undefined ? '' : ` ${note}.`}`,
    };
  });
