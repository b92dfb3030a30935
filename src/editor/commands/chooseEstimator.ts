import * as vscode from 'vscode';
import type { CommandPorts } from './ports.ts';

/** Chooses what counts tokens. Choices and their descriptions are the manifest's. */
export async function chooseEstimator({ settings, changes }: CommandPorts, given: unknown): Promise<void> {
  const choices = settings.choices('estimator');
  const current = settings.read().settings.estimator;
  const items = choices.map(({ value, description }) => ({
    label: value,
    description: value === current ? 'in force' : '',
    detail: description,
  }));
  const picked = choices.some(({ value }) => value === given)
    ? { label: String(given) }
    : await vscode.window.showQuickPick(items, { title: 'Choose Estimator', placeHolder: 'What counts tokens?' });
  if (picked !== undefined && picked.label !== current)
    await changes.make(() => ({
      changes: [{ name: 'estimator', value: picked.label }],
      what: `Tokens are counted with ${picked.label}.`,
    }));
}
