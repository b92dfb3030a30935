import * as vscode from 'vscode';
import { offlineVendor } from '../ids.ts';

const information: vscode.LanguageModelChatInformation = {
  id: 'offline-preview',
  name: 'Offline preview',
  family: 'offline-preview',
  version: '1',
  tooltip: 'Answers @broker with what a model would be sent. Sends nothing anywhere.',
  detail: 'no model, shows context',
  maxInputTokens: 128_000,
  maxOutputTokens: 4_096,
  // Agent mode, the chat's default, lists only models that call tools. This one never does.
  capabilities: { toolCalling: true },
};

const textOf = (message: vscode.LanguageModelChatRequestMessage): string =>
  message.content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');

/**
 * A model of our own that is no model, so that `@broker` answers people who have none: VS Code calls no participant without one.
 * Asked by anybody else it gives back what it was sent.
 */
export const registerOfflinePreview = (): vscode.Disposable =>
  vscode.lm.registerLanguageModelChatProvider(offlineVendor, {
    provideLanguageModelChatInformation: () => [information],
    provideLanguageModelChatResponse: (_model, messages, _options, progress) => {
      const received = messages.map((message) => textOf(message)).join('\n\n');
      const note =
        'Offline preview: no model was asked. Type `@broker` before your question to see what a model would be sent. This is what arrived here:';
      progress.report(new vscode.LanguageModelTextPart(`${note}\n\n${received}`));
      return Promise.resolve();
    },
    provideTokenCount: (_model, input) => Promise.resolve(Math.ceil((typeof input === 'string' ? input : textOf(input)).length / 4)),
  });
