import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { until } from './chat';

interface Manifest {
  main: string;
  contributes: {
    commands: { command: string }[];
    configuration: { properties: Record<string, { default: unknown }> }[];
  };
  capabilities: { untrustedWorkspaces: { restrictedConfigurations: string[] } };
}

describe('activation', () => {
  const extension = vscode.extensions.getExtension('context-broker.context-broker');
  assert.ok(extension);
  const manifest = extension.packageJSON as Manifest;
  const settings = manifest.contributes.configuration.flatMap(({ properties }) => Object.entries(properties));

  it('happens by itself once the editor has started', async () => {
    await until(() => extension.isActive, 'the extension is not active');
  });

  it('loads neither the parser nor the tokenizer', () => {
    const main = path.join(extension.extensionPath, manifest.main);
    const loaded = Object.keys(require.cache).filter((file) => file.startsWith(extension.extensionPath + path.sep));
    assert.ok(!loaded.some((file) => /engine\.js$|ts-morph|tiktoken/u.test(file)), loaded.join(', '));
    assert.ok(fs.statSync(main).size < 100 * 1024, 'the bundle holds more than what starting needs');
    assert.doesNotMatch(fs.readFileSync(main, 'utf8'), /createSourceFile|o200k_base\.js|bpe_ranks/u);
  });

  it('registers every command of the manifest', async () => {
    const known = new Set(await vscode.commands.getCommands(true));
    const missing = manifest.contributes.commands.filter(({ command }) => !known.has(command));
    assert.deepEqual(missing, []);
  });

  it('has a default for every setting', () => {
    assert.ok(settings.length > 20);
    for (const [name, schema] of settings)
      assert.deepEqual(vscode.workspace.getConfiguration().inspect(name)?.defaultValue, schema.default, name);
  });

  it('takes no setting from an untrusted workspace', () => {
    assert.deepEqual(
      manifest.capabilities.untrustedWorkspaces.restrictedConfigurations,
      settings.map(([name]) => name),
    );
  });

  it('offers its offline model beside those of others', async () => {
    const models = await vscode.lm.selectChatModels();
    assert.ok(models.some(({ vendor, id }) => vendor === 'context-broker' && id === 'offline-preview'));
    assert.ok(models.some(({ vendor }) => vendor === 'scripted'));
  });
});
