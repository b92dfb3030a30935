// User settings for a fresh profile.

/** Quiet and offline; what every run of the in-browser editor wants. */
export const quietSettings = {
  'telemetry.telemetryLevel': 'off',
  'workbench.startupEditor': 'none',
  'extensions.ignoreRecommendations': true,
  'git.openRepositoryInParentFolders': 'never',
};

/**
 * A fresh profile shows the chat in the secondary side bar, in agent mode, with "Models, sign in to use Copilot" as its model.
 * Participants answer in ask mode and in agent mode alike, but agent mode offers only models that call tools; so we begin in ask mode.
 */
export const chatSettings = {
  'workbench.secondarySideBar.defaultVisibility': 'visible',
  'chat.newSession.defaultMode': 'ask',
};

/** Unsaved changes stay unsaved: in the browser VS Code would save them after a second. */
const saving = { 'files.autoSave': 'off' };

export const testSettings = { ...quietSettings, ...chatSettings, ...saving, 'workbench.reduceMotion': 'on' };
