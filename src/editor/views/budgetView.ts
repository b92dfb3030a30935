import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { isLayer } from '../../broker/layers.ts';
import type { FromPage, ToPage } from '../../webview/messages.ts';
import { applyOption } from '../budget/applyOption.ts';
import { budgetState, type BudgetPorts } from '../budget/budgetState.ts';
import { dryRunText, type DryRun } from '../budget/dryRun.ts';
import { parseAmount } from '../budget/layerTokens.ts';
import { layerBudgetOf } from '../budget/layerBudgetOf.ts';
import { percentOption, typedLayerOption, typedShareOption, type Option } from '../budget/options.ts';
import { valuesOf } from '../budget/showTried.ts';
import { budgetView, commandIds } from '../ids.ts';
import { parseScope, type Scope } from '../settings/settingsChanges.ts';

interface Ports extends BudgetPorts {
  readonly dryRun: DryRun;
  readonly log: vscode.LogOutputChannel;
  readonly extensionUri: vscode.Uri;
}

/** How the window of the last turn was used, and every budget as a figure that can be changed in place, tried on that turn first. */
export class BudgetView implements vscode.WebviewViewProvider, vscode.Disposable {
  readonly #ports: Ports;
  readonly #disposables: vscode.Disposable[];
  #view: vscode.WebviewView | undefined;
  #trying = new AbortController();

  constructor(ports: Ports) {
    this.#ports = ports;
    const show = (): void => {
      this.#show();
    };
    this.#disposables = [
      vscode.window.registerWebviewViewProvider(budgetView, this),
      ports.turns.onDidChange(show),
      ports.changes.onDidChange(show),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('contextBroker')) show();
      }),
    ];
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const { extensionUri } = this.#ports;
    this.#view = view;
    view.webview.options = { enableScripts: true, localResourceRoots: [extensionUri] };
    view.webview.onDidReceiveMessage((message: FromPage) => void this.#receive(message));
    view.onDidDispose(() => {
      this.#view = undefined;
    });
    view.webview.html = html(view.webview, extensionUri);
  }

  async #receive(message: FromPage): Promise<void> {
    const { changes, log } = this.#ports;
    try {
      if (message.kind === 'ready') await this.#ports.turns.load();
      if (message.kind === 'ready') this.#show();
      else if (message.kind === 'undo') await changes.tellUndo();
      else if (message.kind === 'flow') await vscode.commands.executeCommand(commandIds.tweakBudgets);
      else if (message.kind === 'try') await this.#try(message.id, this.#option(message.name, message.typed));
      else if (message.kind === 'apply') await this.#apply(this.#option(message.name, message.typed), parseScope(message.scope));
      else await this.#reset(message.name);
    } catch (error) {
      const what = error instanceof Error ? error.message : String(error);
      log.error(`budget: ${what}`);
      void vscode.window.showErrorMessage(`Context Broker: ${what}`);
    }
  }

  #option(name: string, typed: string): Option {
    const { settings, turns } = this.#ports;
    const amount = parseAmount(typed);
    if (amount === undefined) throw new Error(`${typed} is no number`);
    const layer = name.replace(/^layers\./u, '');
    if (isLayer(layer)) return typedLayerOption(layerBudgetOf(layer, settings, turns), amount);
    const percent = 'tokens' in amount ? amount.tokens : amount.percent;
    const { codePercent } = settings.read({ chat: turns.chat?.session }).settings.budget.projection;
    if (name === 'projection.percent') return typedShareOption(codePercent, percent);
    return percentOption(name, name.replace(/^budget\.|Percent$/gu, ''), percent, settings.range(name));
  }

  /** The latest figure counts: what was tried before is no longer of interest. */
  async #try(id: number, option: Option): Promise<void> {
    this.#trying.abort();
    this.#trying = new AbortController();
    const { signal } = this.#trying;
    try {
      const text = dryRunText(await this.#ports.dryRun.of(valuesOf(option), signal));
      this.#post({ kind: 'tried', id, text: option.note === undefined ? text : `${option.note}. ${text}` });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  async #apply(option: Option, scope: Scope | undefined): Promise<void> {
    await applyOption(this.#ports.changes, () => option, scope);
    this.#show();
  }

  /** Takes a value back where it was set. */
  async #reset(name: string): Promise<void> {
    const { changes } = this.#ports;
    const what = `${name.replace(/^\w+\./u, '')} is back to what it was set to before.`;
    await changes.make(() => ({ changes: [{ name, value: undefined, scope: changes.scopeFor(name) }], what }));
    this.#show();
  }

  #show(): void {
    if (this.#view?.visible === true) this.#post({ kind: 'state', state: budgetState(this.#ports) });
  }

  #post(message: ToPage): void {
    void this.#view?.webview.postMessage(message);
  }

  dispose(): void {
    this.#trying.abort();
    for (const disposable of this.#disposables) disposable.dispose();
  }
}

function html(webview: vscode.Webview, extensionUri: vscode.Uri): string {
  const nonce = randomBytes(16).toString('hex');
  const at = (...path: string[]): string => webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, ...path)).toString();
  const policy = `default-src 'none'; style-src ${webview.cspSource} 'unsafe-inline'; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<link rel="stylesheet" href="${at('media', 'budget.css')}">
<title>Budget</title>
</head>
<body><script nonce="${nonce}" src="${at('dist', 'budget.js')}"></script></body>
</html>`;
}
