// Host tests in the desktop VS Code, for machines on which the in-browser editor does not run.
import { runTests } from '@vscode/test-electron';
import { projectRoot } from '../editor/lib/locations.mjs';

/** @param {import('./run.mjs').HostRun} run @returns {Promise<string[]>} what went wrong outside the tests */
export async function runHost({ entry, workspace, scriptedModel, extensions = [], env }) {
  try {
    const code = await runTests({
      extensionDevelopmentPath: [projectRoot, scriptedModel, ...extensions],
      extensionTestsPath: entry,
      extensionTestsEnv: env,
      launchArgs: [workspace, '--disable-workspace-trust', '--disable-telemetry', '--skip-welcome'],
    });
    return code === 0 ? [] : [`the extension host's exit code was ${code}`];
  } catch (error) {
    return [`VS Code could not be run (it is downloaded on first use): ${error.message}`];
  }
}
