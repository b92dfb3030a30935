import * as vscode from 'vscode';

export function activate(context: vscode.ExtensionContext): void {
  void vscode.lm.selectChatModels();
  context.subscriptions.push(
    vscode.chat.createChatParticipant('contextBroker.broker', (request, _chat, stream) => {
      stream.markdown(`hello ${request.prompt}`);
    }),
  );
}
