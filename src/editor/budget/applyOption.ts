import type { Scope, SettingsChanges } from '../settings/settingsChanges.ts';
import type { Option } from './options.ts';

/** Makes the change for `scope`, and says what it was and what was clamped. */
export const applyOption = (changes: SettingsChanges, { changes: wanted, what, note }: Option, scope: Scope | undefined): Promise<void> =>
  changes.make(
    wanted.map((change) => ({ ...change, scope })),
    `${what}${scope === 'chat' ? ', in this chat' : ''}.${note === undefined ? '' : ` ${note}.`}`,
  );
